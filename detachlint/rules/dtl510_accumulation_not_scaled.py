"""DTL510: accumulation not scaled."""

from __future__ import annotations

from typing import ClassVar

from detachlint.finding import FailureMode, Level
from detachlint.interpret.events import CallMade, GradientsCleared, IterationEnded, ModuleCalled, OptimizerStepped
from detachlint.interpret.values import Const, Instance
from detachlint.rules.base import Rule
from detachlint.rules.context import Context, label
from detachlint.shadow.events import BackwardRun, Written
from detachlint.shadow.graph import Node
from detachlint.shadow.path import compatible
from detachlint.shadow.tensor import Tensor


class AccumulationNotScaled(Rule):
    """Gradients of k batches are accumulated before a step, and neither the loss nor the gradients are divided by k:
    the step is k times as large as that of one batch of the same total size. Clipping and the learning rate no longer
    mean what they did, and changing k changes both.

    Reported is a loss that is a mean (`reduction="mean"`, `.mean()`), run backward in several iterations by the same
    statement before one step. A loss that is a sum is left alone, and so is `accelerator.backward(loss)`, which
    divides by itself.

    ## What torch does
    Backward adds to `.grad`. The mean of a loss is over one batch, and the sum of k such means is k times the mean over
    all of them.

    ## How to fix
    `(loss / k).backward()`, or divide the gradients once before the step.

    ## When to suppress
    When the sum is meant, or the learning rate accounts for it.
    """

    code: ClassVar[str] = "DTL510"
    name: ClassVar[str] = "accumulation-not-scaled"
    level: ClassVar[Level] = Level.PEDANTIC
    failure_mode: ClassVar[FailureMode] = FailureMode.WRONG
    summary: ClassVar[str] = "gradients of several batches are added up without dividing the loss"
    related: ClassVar[tuple[str, ...]] = ("DTL501",)
    references: ClassVar[tuple[str, ...]] = ("https://docs.pytorch.org/docs/stable/notes/amp_examples.html",)
    no_fix_reason: ClassVar[str | None] = "Whether the sum is meant cannot be told."

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._iterations = 0
        self._summed: set[Node] = set()
        self._last: BackwardRun | None = None
        self._passed: dict[Tensor, int] = {}
        """In which iteration a pass last reached a leaf."""
        self._accumulated: dict[Tensor, BackwardRun] = {}

    def on_iteration_ended(self, _: IterationEnded) -> None:
        """Another round of some loop."""
        self._iterations += 1

    def on_module_called(self, event: ModuleCalled) -> None:
        """A loss layer that sums."""
        options = event.module.hidden.get("options") if isinstance(event.module, Instance) else None
        if isinstance(options, dict) and options.get("reduction", "mean") != "mean":
            self._note_sum(event.result)

    def on_call_made(self, event: CallMade) -> None:
        """A loss function that sums, and backward passes that nobody divides."""
        reduction = event.arguments.keyword("reduction")
        if reduction is not None and reduction != Const("mean"):
            self._note_sum(event.result)
        if event.name == "Tensor.backward" and self._last is not None and self._last.root is event.receiver:
            self._note_pass(self._last)

    def _note_sum(self, result: object) -> None:
        if isinstance(result, Tensor) and result.node is not None:
            self._summed.add(result.node)

    def on_backward_run(self, event: BackwardRun) -> None:
        """The pass that the call of ``backward`` will tell of."""
        self._last = event

    def _note_pass(self, event: BackwardRun) -> None:
        whole = any(self._is_mean(node) for node in _unscaled(event.root.node))
        used = {leaf for leaf, _, _ in event.stale}
        for leaf, marks in event.accumulated:
            again = any(mark.site is event.site for mark in marks) and self._passed.get(leaf, 0) < self._iterations
            if whole and again and leaf not in used:
                self._accumulated[leaf] = event
        self._passed.update(dict.fromkeys(event.leaves, self._iterations))

    def _is_mean(self, node: Node) -> bool:
        return node.operator in MEANS and node not in self._summed

    def on_written(self, event: Written) -> None:
        """The gradients themselves are divided."""
        if event.target.grad_of is not None and event.write.kind not in ("accumulation", "zero_grad"):
            self._accumulated.pop(event.target.grad_of, None)

    def on_gradients_cleared(self, event: GradientsCleared) -> None:
        """A new sum begins."""
        for parameter in event.parameters:
            self._accumulated.pop(parameter, None)

    def on_optimizer_stepped(self, event: OptimizerStepped) -> None:
        """The sum is applied."""
        for parameter in event.parameters:
            found = self._accumulated.pop(parameter, None)
            if found is not None and not parameter.consumed and compatible(found.path, event.path):
                self._report(found, event)

    def _report(self, run: BackwardRun, step: OptimizerStepped) -> None:
        name = label(run.root, "the loss")
        self.context.report(
            self,
            run.site,
            f"the gradients of several batches are added up before the step, and {name} is a mean over one batch that "
            "nobody divides: the step grows with the number of batches",
            [(run.root.site, "a mean over one batch"), (run.site, "added up here"), (step.site, "applied here")],
            f"divide by the number of batches: `({name.strip('`')} / k).backward()`",
        )


MEANS = frozenset(
    {
        "mean",
        "mse_loss",
        "l1_loss",
        "smooth_l1_loss",
        "huber_loss",
        "cross_entropy",
        "nll_loss",
        "binary_cross_entropy",
        "binary_cross_entropy_with_logits",
        "gaussian_nll_loss",
        "poisson_nll_loss",
        "soft_margin_loss",
        "ctc_loss",
    }
)
"""Operators whose result is a mean unless told otherwise."""


def _unscaled(root: Node | None) -> list[Node]:
    """The nodes that a loss is the plain sum of."""
    pending = [root] if root is not None else []
    found: list[Node] = []
    while pending:
        node = pending.pop()
        if node.operator == "add":
            pending.extend(item.node for item in node.operands if item is not None and item.node is not None)
        else:
            found.append(node)
    return found
