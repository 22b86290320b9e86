"""DTL402: state carried across steps."""

from __future__ import annotations

from typing import ClassVar

from detachlint.finding import FailureMode, Level
from detachlint.rules.base import Rule
from detachlint.rules.context import Context, label
from detachlint.rules.keeping import kept_at
from detachlint.shadow import events
from detachlint.shadow.graph import Node
from detachlint.shadow.path import compatible


class StateCarriedAcrossSteps(Rule):
    """A state made in one iteration (the hidden state of an RNN, a memory, a running tensor) enters the next
    iteration's graph without detach, and backward is run in each. The second pass reaches into the freed graph of
    the first: torch raises "Trying to backward through the graph a second time". With `retain_graph=True` it goes
    through all former iterations instead, slower each time, until an updated weight makes it raise.

    ## What torch does
    A graph reaches as far back as its tensors were computed from each other.

    ## How to fix
    Cut it between the iterations: `h = h.detach()` (for LSTMs both parts).

    ## When to suppress
    When backpropagating through all iterations is meant and backward is run once at the end.
    """

    code: ClassVar[str] = "DTL402"
    name: ClassVar[str] = "state-carried-across-steps"
    level: ClassVar[Level] = Level.ERROR
    failure_mode: ClassVar[FailureMode] = FailureMode.RAISES
    summary: ClassVar[str] = "a state keeps its graph from one iteration to the next"
    related: ClassVar[tuple[str, ...]] = ("DTL401", "DTL410")
    references: ClassVar[tuple[str, ...]] = ("https://docs.pytorch.org/docs/stable/generated/torch.Tensor.detach.html",)
    no_fix_reason: ClassVar[str | None] = "Where to cut is a decision about the algorithm."

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._kept: dict[Node, events.BackwardRun] = {}

    def on_backward_twice(self, event: events.BackwardTwice) -> None:
        """The graph of the last iteration hangs on the state that this one started from."""
        if event.freed.site is event.site and self.context.machine.made_in_loop(event.node):
            self._report(event, event.node, "the pass of the last iteration freed it, and torch will raise")

    def on_backward_run(self, event: events.BackwardRun) -> None:
        """``retain_graph`` keeps the last iteration's graph alive, and backward goes through it again."""
        again = [node for node in event.nodes if self._was_kept_by(node, event)]
        again = [node for node in again if node.saves.yes and self.context.machine.made_in_loop(node)]
        if again:
            oldest = max(again, key=lambda node: node.number)
            self._report(event, oldest, "`retain_graph` keeps it alive, so every step goes through all the former ones")
        if event.retain and not event.create_graph:
            self._kept.update(dict.fromkeys(event.nodes, event))

    def _was_kept_by(self, node: Node, event: events.BackwardRun) -> bool:
        """Whether the same statement kept it in an earlier iteration, not on the other side of a branch."""
        kept = self._kept.get(node)
        return kept is not None and kept.site is event.site and compatible(kept.path, event.path)

    def _report(self, event: events.BackwardTwice | events.BackwardRun, node: Node, end: str) -> None:
        if self.context.forgiven(node.result) or self.context.node_forgiven(node):
            return
        place = kept_at(self.context, event.root, node)
        name = label(node.result, "this state")
        self.context.report(
            self,
            place,
            f"{name} is carried into the next iteration with its graph: {end}",
            [
                (node.site, "computed here in one iteration"),
                (place, "kept for the next iteration here"),
                (event.site, "backward is run in every iteration"),
            ],
            "cut it between the iterations: `state = state.detach()`",
        )
