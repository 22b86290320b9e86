"""DTL210: unreachable-parameters."""

from __future__ import annotations

from typing import ClassVar

from detachlint.finding import FailureMode, Level
from detachlint.interpret.events import OptimizerStepped
from detachlint.rules.base import Rule
from detachlint.rules.context import Context, label
from detachlint.rules.training import cuts_entering
from detachlint.shadow import walk
from detachlint.shadow.events import BackwardRun, GraphCut
from detachlint.shadow.tensor import Mark, Tensor


class UnreachableParameters(Rule):
    """In `forward`, everything that comes from some submodule passes a `detach()`, a `no_grad` block or an operator
    without a gradient before it reaches the result. The submodule's parameters are given to an optimizer, or at
    least not frozen, yet their `.grad` is `None` for ever. The model trains, the loss falls a little, and a part of
    the network stays at its initial values.

    ## What torch does
    Backward visits what the graph connects. What lies before a `detach()` is not connected, so no `.grad` is ever
    made for it, and optimizers skip parameters whose `.grad` is `None` without a word. Under `no_grad` no graph is
    recorded at all: the layers inside the block are cut off, and so is all that comes before it. Freezing a layer
    with `requires_grad_(False)` is different: its own weights stay, but the gradient passes through to the layers
    before.

    ## How to fix
    If the part shall learn, remove the cut. If it shall not, say so: `requires_grad_(False)` on it, and an
    optimizer over `[p for p in model.parameters() if p.requires_grad]`. To stop the gradient on one branch only,
    detach that branch and leave another path.

    ## When to suppress
    When the parameters are trained by another loss that does not go through this `forward`.
    """

    code: ClassVar[str] = "DTL210"
    name: ClassVar[str] = "unreachable-parameters"
    level: ClassVar[Level] = Level.WARNING
    failure_mode: ClassVar[FailureMode] = FailureMode.NONE
    summary: ClassVar[str] = "A module's forward cuts every path to parameters that an optimizer is given"
    related: ClassVar[tuple[str, ...]] = ("DTL204", "DTL208", "DTL307")
    references: ClassVar[tuple[str, ...]] = (
        "https://docs.pytorch.org/docs/stable/notes/autograd.html",
        "https://docs.pytorch.org/docs/stable/generated/torch.nn.Module.html",
    )
    no_fix_reason: ClassVar[str | None] = (
        "Either the cut or the presence of the parameters in the optimizer is the mistake, and only the author "
        "knows which."
    )

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._cut_off: dict[Tensor, list[GraphCut]] = {}
        self._entered: frozenset[Mark] = frozenset()
        """The cuts behind which the constants of the last backward pass lie."""
        self._meant: dict[Tensor, frozenset[Mark]] = {}
        """The same, of the pass before the first step that was to train a parameter."""
        self._reached: set[Tensor] = set()
        self._held: dict[Tensor, OptimizerStepped] = {}
        self._passes = 0

    def on_graph_cut(self, event: GraphCut) -> None:
        """Remember which parameters lie behind the cut."""
        by_operation = event.cut.detail in ("not differentiable", "integer")
        if self._told_to_stop(event) or (by_operation and not self.context.machine.in_module_call()):
            return
        aliased = event.cut.detail in ("detach", "data")
        for source in event.sources:
            if aliased and source.leaf.yes:
                continue
            for leaf, _ in walk.reach(self.context.engine, source, None).leaves:
                if leaf.parameter and leaf.known:
                    self._cut_off.setdefault(leaf, []).append(event)

    @staticmethod
    def _told_to_stop(event: GraphCut) -> bool:
        return event.cut.detail not in ("detach", "no_grad", "data", "not differentiable", "integer")

    def on_backward_run(self, event: BackwardRun) -> None:
        """Remember which parameters some backward pass reaches."""
        self._reached.update(event.leaves)
        self._entered = frozenset(cuts_entering(event.nodes))
        self._passes += 1

    def on_optimizer_stepped(self, event: OptimizerStepped) -> None:
        """Remember which parameters an optimizer means to train."""
        for parameter in event.parameters:
            if parameter.requires_grad.yes:
                self._held.setdefault(parameter, event)
                self._meant.setdefault(parameter, self._entered)

    def on_run_ended(self, _: None) -> None:
        """Parameters that are stepped, used and never reached."""
        if not self._passes or self.context.machine.left_out_elements or self.context.excused("DTL210"):
            return
        by_cut: dict[Mark, list[Tensor]] = {}
        for leaf, step in self._held.items():
            event = self._cut_before(leaf)
            if event is None or self.context.forgiven(leaf):
                continue
            if leaf not in self._reached and self._trains(step):
                by_cut.setdefault(event.cut, []).append(leaf)
        for cut, leaves in by_cut.items():
            names = ", ".join(dict.fromkeys(label(leaf) for leaf in leaves[:4]))
            self.context.report(
                self,
                cut.site,
                f"{names} never get a gradient: every way from them to the loss is cut here by {_WORDS[cut.detail]}, "
                "though an optimizer holds them",
                [(leaves[0].site, "these parameters"), (cut.site, "the graph is cut here")],
                "take the cut away, or freeze the parameters and leave them out of the optimizer",
            )

    def _cut_before(self, leaf: Tensor) -> GraphCut | None:
        """The cut that kept a parameter out of the pass meant for it; the first one where that is not known."""
        events = self._cut_off.get(leaf, [])
        meant = self._meant[leaf]
        return next((event for event in events if event.cut in meant), events[0] if events else None)

    def _trains(self, step: OptimizerStepped) -> bool:
        """Whether the same optimizer trains something else, so that it did run on gradients."""
        return any(parameter in self._reached for parameter in step.parameters) or len(self._reached) > 0


_WORDS = {
    "detach": "`detach()`",
    "no_grad": "`no_grad`",
    "data": "`.data`",
    "not differentiable": "an operation without a gradient",
    "integer": "a cast to integers",
}
