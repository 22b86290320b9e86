"""DTL401: backward twice."""

from __future__ import annotations

from typing import ClassVar

from detachlint.finding import FailureMode, Level
from detachlint.interpret.events import Collected
from detachlint.rules.base import Rule
from detachlint.rules.context import Context, label
from detachlint.rules.keeping import users
from detachlint.shadow import events, walk
from detachlint.shadow.graph import Node
from detachlint.shadow.tensor import Site, Tensor


class BackwardTwice(Rule):
    """A graph, or a part that two losses share, is run backward twice without `retain_graph=True` the first time.
    Torch raises "Trying to backward through the graph a second time". Typical: a GAN's `fake` used for both losses
    without detach; advantages or old log-probabilities that keep their graph over several epochs.

    ## What torch does
    Backward frees what the operators saved, to save memory. Parts that saved nothing can be run again.

    ## How to fix
    Detach what should be a constant, compute it anew for each pass, or add the losses and run backward once.
    `retain_graph=True` is right only when both passes are meant to go through the same graph, with no step between.

    ## When to suppress
    Never; torch raises on this path.
    """

    code: ClassVar[str] = "DTL401"
    name: ClassVar[str] = "backward-twice"
    level: ClassVar[Level] = Level.ERROR
    failure_mode: ClassVar[FailureMode] = FailureMode.RAISES
    summary: ClassVar[str] = "a graph is run backward a second time after the first pass freed it"
    related: ClassVar[tuple[str, ...]] = ("DTL402", "DTL113")
    references: ClassVar[tuple[str, ...]] = (
        "https://docs.pytorch.org/docs/stable/generated/torch.Tensor.backward.html",
    )
    no_fix_reason: ClassVar[str | None] = "Whether to detach, to recompute or to sum is a decision about the algorithm."

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._collected: dict[Node, Site] = {}
        """Where results were put into lists and dicts."""
        self._raising: set[Tensor] = set()
        """The losses that were reported: torch raises once."""

    def on_collected(self, event: Collected) -> None:
        """``memory.append(value)``."""
        for tensor in self.context.machine.tensors_in(event.value, 1):
            if tensor.node is not None:
                self._collected[tensor.node] = event.site

    def on_backward_twice(self, event: events.BackwardTwice) -> None:
        """A graph that an earlier backward pass has freed is needed again."""
        node, freed = event.node, event.freed
        if self.context.machine.made_in_loop(node) and freed.site is event.site:
            return
        if self.context.forgiven(node.result) or event.root in self._raising:
            return
        self._raising.add(event.root)
        name = label(node.result, node.operator)
        again = freed.site is event.site
        place = self._kept_at(event) if again and node.site is not None else event.site
        where = "in every round of the loop" if again else f"at line {freed.site.row}"
        self.context.report(
            self,
            place,
            f"{name} is part of a graph that is run backward more than once ({where}, then at line {event.site.row}): "
            "the first pass frees what it saved, and torch will raise",
            [
                (node.site, f"{name} is computed here, once"),
                (freed.site, "this backward pass frees its graph"),
                (event.site, "this one needs it again"),
            ],
            "detach what should be a constant, compute it anew for each pass, or add the losses and run backward once",
        )

    def _kept_at(self, event: events.BackwardTwice) -> Site:
        """The statement that first kept the graph, unless that was in a function which has ended since."""
        machine = self.context.machine
        if not any(leaf.parameter for leaf in walk.leaves_without(event.node, frozenset())):
            return event.node.site
        for node in users(self.context, event.root, event.node):
            if machine.made_in_loop(node):
                break
            if node in self._collected:
                return self._collected[node]
            if node.bound_site is not None:
                return node.bound_site if machine.is_running(node.bound_in) else event.node.site
        return event.node.site
