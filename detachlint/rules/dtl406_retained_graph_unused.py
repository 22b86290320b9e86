"""DTL406: retained graph unused."""

from __future__ import annotations

from typing import ClassVar

from detachlint.finding import FailureMode, Level
from detachlint.rules.base import Rule
from detachlint.rules.context import Context
from detachlint.shadow import events


class RetainedGraphUnused(Rule):
    """`backward(retain_graph=True)` keeps everything that the graph saved, and no later pass goes through it.

    ## What torch does
    The memory is freed only when the last tensor of the graph is gone.

    ## How to fix
    Leave `retain_graph` out. If that raises, the reason is a graph carried over from before (DTL402).

    ## When to suppress
    When the second pass is out of view.
    """

    code: ClassVar[str] = "DTL406"
    name: ClassVar[str] = "retained-graph-unused"
    level: ClassVar[Level] = Level.PEDANTIC
    failure_mode: ClassVar[FailureMode] = FailureMode.GROWS
    summary: ClassVar[str] = "`retain_graph=True` where no second backward follows"
    related: ClassVar[tuple[str, ...]] = ("DTL401", "DTL402")
    references: ClassVar[tuple[str, ...]] = (
        "https://docs.pytorch.org/docs/stable/generated/torch.Tensor.backward.html",
    )
    no_fix_reason: ClassVar[str | None] = "A second pass may be out of view."

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._runs: list[events.BackwardRun] = []

    def on_backward_run(self, event: events.BackwardRun) -> None:
        """Remember all passes."""
        self._runs.append(event)

    def on_run_ended(self, _: None) -> None:
        """Which retained graphs no later pass went through?"""
        seen: set[object] = set()
        needed = set()
        for event in reversed(self._runs):
            if event.retain and not event.create_graph and not seen.isdisjoint(event.nodes):
                needed.add(event.site)
            seen.update(event.nodes)
        for event in self._runs:
            if event.retain and not event.create_graph and event.site not in needed:
                self.context.report(
                    self,
                    event.site,
                    "`retain_graph=True` keeps the graph in memory, and no later backward pass goes through it",
                    [(event.site, "kept here")],
                    "leave `retain_graph` out",
                )
