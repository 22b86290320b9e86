"""The calls of ``set_grad_enabled`` that work as statements, for the rules about grad mode."""

from __future__ import annotations

from detachlint.interpret.events import CallMade, ManagerEntered
from detachlint.interpret.models.managers import Manager
from detachlint.shadow.tensor import Site


class GradSwitches:
    """Remembers where grad mode was switched by a plain call, which stays in force until it is undone."""

    def __init__(self) -> None:
        self._sites: set[Site] = set()

    def note_call(self, event: CallMade) -> None:
        """A call switches at once."""
        if event.name == "torch.set_grad_enabled":
            self._sites.add(event.site)

    def note_entered(self, event: ManagerEntered) -> None:
        """As ``with`` it ends with its block."""
        if isinstance(event.value, Manager) and event.value.before is not None:
            self._sites.discard(event.site)

    def __contains__(self, site: Site) -> bool:
        return site in self._sites
