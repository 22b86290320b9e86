"""DTL114: data assignment aliases."""

from __future__ import annotations

from typing import ClassVar

from detachlint.finding import Applicability, FailureMode, Level
from detachlint.interpret import rewriting
from detachlint.interpret.events import AttributeSet
from detachlint.rules.base import Rule
from detachlint.rules.context import Context, label
from detachlint.shadow.events import Written
from detachlint.shadow.tensor import Alias, Site, Tensor


class DataAssignmentAliases(Rule):
    """`a.data = b.data` does not copy: from then on both tensors are one memory. When one is updated, the other
    follows, so a target network, an average or a backup is no longer its own.

    ## What torch does
    Assigning `.data` replaces the memory that a tensor stands for. No values are copied.

    ## How to fix
    Copy the values: `with torch.no_grad(): a.copy_(b)`, or `a.data = b.data.clone()`.

    ## When to suppress
    For weights that are tied on purpose.
    """

    code: ClassVar[str] = "DTL114"
    name: ClassVar[str] = "data-assignment-aliases"
    level: ClassVar[Level] = Level.WARNING
    failure_mode: ClassVar[FailureMode] = FailureMode.STALE
    summary: ClassVar[str] = "assigning `.data` makes two tensors one memory"
    related: ClassVar[tuple[str, ...]] = ("DTL110", "DTL907")
    references: ClassVar[tuple[str, ...]] = ("https://docs.pytorch.org/docs/stable/notes/autograd.html",)

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._shared: dict[Tensor, tuple[Site, Tensor]] = {}

    def on_attribute_set(self, event: AttributeSet) -> None:
        """``a.data = b.data``."""
        receiver, value = event.receiver, self.context.machine.narrow(event.value)
        if event.name != "data" or not isinstance(receiver, Tensor):
            return
        self._shared.pop(receiver, None)
        if not isinstance(value, Tensor) or not receiver.known or not value.known:
            return
        other = value.alias_of if value.alias in (Alias.DATA, Alias.DETACH) else value
        if (
            other is not None
            and other is not receiver
            and other.leaf.yes
            and (other.parameter or value.alias is not None)
        ):
            self._shared[receiver] = (event.site, other)

    def on_written(self, event: Written) -> None:
        """One of the two changes, and the other with it."""
        for receiver, (site, other) in list(self._shared.items()):
            if event.target is other or (event.target.storage is other.storage and event.target is not receiver):
                del self._shared[receiver]
                self._report(receiver, site, other, event.site)

    def _report(self, receiver: Tensor, site: Site, other: Tensor, write: Site) -> None:
        self.context.report(
            self,
            site,
            f"from here on {label(receiver)} and {label(other)} are one memory: when one changes, so does the other",
            [(site, "the memory is shared from here on"), (write, "this changes both")],
            "copy the values: `.copy_(...)` under `torch.no_grad()`",
            rewriting.values_copied(site),
            Applicability.UNSAFE,
        )
