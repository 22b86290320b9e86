"""DTL217: grad-mode-left-changed."""

from __future__ import annotations

from typing import ClassVar

from detachlint.finding import FailureMode, Level
from detachlint.interpret.events import CallMade, ManagerEntered
from detachlint.interpret.frames import Frame
from detachlint.interpret.models.managers import Manager
from detachlint.interpret.values import FALSE, TRUE
from detachlint.rules.base import Rule
from detachlint.rules.context import Context
from detachlint.shadow.events import BackwardWithoutGraph
from detachlint.shadow.tensor import Site


class GradModeLeftChanged(Rule):
    """`torch.set_grad_enabled(False)` as a statement is still in force when training code runs: an evaluation that
    switched it off and left early, a setting at the top of a script. The next loss has no graph and its backward
    raises. The reverse case is quieter: a helper switches grad mode off and then on, whatever it was before, and so
    switches it on inside a caller's `no_grad`. The caller builds a graph from there on.

    ## What torch does
    The call switches the mode of the current thread at once and until further notice. It remembers the old mode,
    but gives it back only when used as `with torch.set_grad_enabled(False):`, or as a decorator. A surrounding
    `with torch.no_grad():` restores the mode of before when it ends, not when it is overridden inside.

    ## How to fix
    Use `with torch.no_grad():` or a decorator. Where a call is unavoidable, read `torch.is_grad_enabled()` first
    and set that again in a `finally`.

    ## When to suppress
    In a script that only evaluates, once, at the top. A program with no backward in view is not reported.
    """

    code: ClassVar[str] = "DTL217"
    name: ClassVar[str] = "grad-mode-left-changed"
    level: ClassVar[Level] = Level.ERROR
    failure_mode: ClassVar[FailureMode] = FailureMode.RAISES
    summary: ClassVar[str] = "`torch.set_grad_enabled` is switched by a statement and not put back as it was"
    related: ClassVar[tuple[str, ...]] = ("DTL213", "DTL204")
    references: ClassVar[tuple[str, ...]] = (
        "https://docs.pytorch.org/docs/stable/generated/torch.set_grad_enabled.html",
    )
    no_fix_reason: ClassVar[str | None] = "Which lines were meant to run with the other mode is not known for certain."

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._calls: set[Site] = set()
        self._off_already: dict[Frame, Site] = {}
        """The functions that switched grad mode off when it was off, and where they did."""

    def on_call_made(self, event: CallMade) -> None:
        """Remember the calls that switch grad mode at once; look at those that switch it on again."""
        made = event.result
        if event.name != "torch.set_grad_enabled" or not isinstance(made, Manager) or made.before is None:
            return
        self._calls.add(event.site)
        frame = self.context.machine.frame
        if made.mode == FALSE:
            if made.before[0].no and frame.function is not None:
                self._off_already.setdefault(frame, event.site)
        elif made.mode == TRUE and frame in self._off_already:
            self._report_switched_on(event, self._off_already[frame])

    def on_manager_entered(self, event: ManagerEntered) -> None:
        """As ``with`` it ends with its block."""
        if isinstance(event.value, Manager) and event.value.before is not None:
            self._calls.discard(event.site)
            self._off_already.pop(self.context.machine.frame, None)

    def _report_switched_on(self, event: CallMade, off: Site) -> None:
        self.context.report(
            self,
            event.site,
            "grad mode is switched on here, whatever it was before: a caller had it off, and computes with a graph "
            "from here on",
            [(off, "switched off here, where it was off already"), (event.site, "switched on here")],
            "use `with torch.no_grad():`, which puts back what it found",
        )

    def on_backward_without_graph(self, event: BackwardWithoutGraph) -> None:
        """Grad mode is still off where the graph should have been built."""
        off = self.context.engine.modes.grad_off_site
        cut = event.root.cut
        site = off if off in self._calls else (cut.site if cut is not None else None)
        if site not in self._calls:
            return
        self.context.report(
            self,
            site,
            "`set_grad_enabled(False)` stays in force until it is undone, and training runs after it: backward has no "
            "graph",
            [(site, "grad mode is switched off here"), (event.site, "this backward pass has no graph")],
            "use `with torch.set_grad_enabled(False):`, which ends with its block",
        )
