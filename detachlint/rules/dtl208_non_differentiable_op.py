"""DTL208: non-differentiable-op."""

from __future__ import annotations

from typing import ClassVar

from detachlint.finding import FailureMode, Level
from detachlint.interpret.events import OperatorApplied, OptimizerStepped
from detachlint.rules.base import Rule
from detachlint.rules.context import Context, label
from detachlint.rules.terms import constant_terms
from detachlint.shadow import walk
from detachlint.shadow.events import BackwardRun, GraphCut
from detachlint.shadow.graph import Node
from detachlint.shadow.tensor import Mark, Tensor


class NonDifferentiableOp(Rule):
    """The only way from some parameters to the loss leads through an operator that has no useful derivative: `argmax`,
    a comparison, `round`, `sign`, `floor`, a cast to integer, `one_hot`. Those parameters get no gradient, or one
    that is zero everywhere, and stay as they were initialised while the rest of the model trains.

    ## What torch does
    There are two kinds. Results that are integer or boolean (`argmax`, `a > b`, `.long()`, `.bool()`, `topk`
    indices, `one_hot`) do not require grad: the graph ends there, and casting back by `.float()` does not bring it
    back. `round`, `floor`, `ceil`, `trunc`, `sign` and `bernoulli` do require grad, and their backward gives zeros:
    `.grad` is then a tensor of zeros, not `None`. Torch raises only if the whole loss is cut (DTL204).

    ## How to fix
    Replace the hard decision by a soft one (`sigmoid` for a threshold, `softmax` or `F.gumbel_softmax` for
    `argmax`), or pass the gradient by hand with a straight-through estimator, `x + (x.round() - x).detach()`.

    ## When to suppress
    When the parameters are trained by another term or by hand. Accuracies that are only logged and straight-through
    estimators are not reported.
    """

    code: ClassVar[str] = "DTL208"
    name: ClassVar[str] = "non-differentiable-op"
    level: ClassVar[Level] = Level.WARNING
    failure_mode: ClassVar[FailureMode] = FailureMode.NONE
    summary: ClassVar[str] = "Parameters reach the loss only through an operator that passes no gradient"
    related: ClassVar[tuple[str, ...]] = ("DTL204", "DTL207", "DTL210")
    references: ClassVar[tuple[str, ...]] = (
        "https://docs.pytorch.org/docs/stable/generated/torch.argmax.html",
        "https://docs.pytorch.org/docs/stable/generated/torch.round.html",
    )
    no_fix_reason: ClassVar[str | None] = (
        "What stands in for the operator (a soft version, a straight-through estimator, a score-function estimate) "
        "is a modelling decision."
    )

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._cut_off: dict[Tensor, GraphCut] = {}
        self._reached: set[Tensor] = set()
        self._held: set[Tensor] = set()
        self._computed_with: set[Mark] = set()

    def on_graph_cut(self, event: GraphCut) -> None:
        """Remember the leaves behind an operation that has no gradient."""
        if event.cut.detail not in ("not differentiable", "integer") or self.context.machine.in_module_call():
            return
        for source in event.sources:
            for leaf, _ in walk.reach(self.context.engine, source, None).leaves:
                if leaf.known:
                    self._cut_off.setdefault(leaf, event)

    def on_operator_applied(self, event: OperatorApplied) -> None:
        """A result that something is computed with, rather than one that only decides a branch."""
        tensors = (item for item in event.operands if isinstance(item, Tensor))
        self._computed_with.update(item.cut for item in tensors if item.cut is not None)

    def on_optimizer_stepped(self, event: OptimizerStepped) -> None:
        """These are meant to be trained."""
        self._held.update(event.parameters)

    def on_run_ended(self, _: None) -> None:
        """Leaves that are meant to be trained, and that no gradient ever reached."""
        if not self._reached or self.context.excused(self.code):
            return
        for leaf, event in self._cut_off.items():
            wanted = leaf in self._held or (not leaf.parameter and event.cut in self._computed_with)
            if wanted and leaf not in self._reached and leaf.requires_grad.yes and not self.context.forgiven(leaf):
                self.context.report(
                    self,
                    event.cut.site,
                    f"no gradient passes this operation, and {label(leaf)} has no other way to the loss: it is never "
                    "trained",
                    [(leaf.site, f"{label(leaf)} is a leaf that requires grad"), (event.cut.site, "cut off here")],
                    "use a differentiable surrogate, or a straight-through estimator `x + (f(x) - x).detach()`",
                )

    def on_backward_run(self, event: BackwardRun) -> None:
        """A term of the loss, or all of it, has no gradient because of an operator that has none."""
        for term in constant_terms(event.root):
            cut = term.cut
            if term.cut_from is None or cut is None or cut.detail not in ("not differentiable", "integer"):
                continue
            first = cut.site
            self.context.report(
                self,
                first,
                f"{label(term, 'this term')} is added to the loss, but it is computed from {label(term.cut_from)} "
                "through an operation that has no gradient: the term trains nothing",
                [(first, "no gradient passes this operation"), (term.site, "the term"), (event.site, "backward")],
                "use a differentiable surrogate (softmax probabilities, a margin), or leave the term to the log",
            )
        self._find_cancelled(event)
        self._reached.update(event.leaves)
        blocking = self._blocking(event)
        if blocking is not None:
            self.context.report(
                self,
                blocking.site,
                f"the gradient of {blocking.operator} is zero everywhere: nothing before it is trained through "
                f"{label(blocking.result, 'this value')}",
                [(blocking.site, "the gradient is zero here"), (event.site, "backward")],
                "use a differentiable surrogate, or a straight-through estimator `x + (f(x) - x).detach()`",
            )

    def _find_cancelled(self, event: BackwardRun) -> None:
        """``x + (q - x)``: the gradient of x cancels out."""
        for node in event.nodes:
            if node.operator != "add" or len(node.operands) != 2:
                continue
            for kept, difference in (node.operands, node.operands[::-1]):
                inner = difference.node if difference is not None else None
                if (
                    inner is None
                    or inner.operator != "sub"
                    or len(inner.operands) != 2
                    or inner.operands[1] is not kept
                ):
                    continue
                if kept is None or not kept.requires_grad.yes:
                    continue
                self.context.report(
                    self,
                    node.site,
                    f"{label(kept)} is added and subtracted again, so its gradient cancels out: nothing before it is "
                    "trained through this value",
                    [(node.site, "the gradient cancels here"), (event.site, "backward")],
                    "for a straight-through estimator detach the difference: `x + (q - x).detach()`",
                )

    def _blocking(self, event: BackwardRun) -> Node | None:
        zero = [node for node in event.nodes if node.zero_gradient]
        if not zero or not event.leaves or any(node.opaque for node in event.nodes):
            return None
        left = walk.leaves_without(event.root.node, frozenset(zero))
        if all(leaf in left or not leaf.known for leaf in event.leaves):
            return None
        return min(zero, key=lambda node: node.number)
