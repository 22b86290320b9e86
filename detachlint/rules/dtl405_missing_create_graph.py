"""DTL405: missing create graph."""

from __future__ import annotations

from typing import ClassVar

from detachlint.finding import FailureMode, Level
from detachlint.rules.base import Rule
from detachlint.rules.context import label
from detachlint.rules.terms import constant_terms
from detachlint.shadow import events
from detachlint.shadow.tensor import Mark, Site, Tensor


class MissingCreateGraph(Rule):
    """A penalty is built from `torch.autograd.grad(...)` or from `.grad` and added to a loss, but the gradient was
    computed without `create_graph=True`. It is a constant: the penalty trains nothing, or, alone, cannot be run
    backward. WGAN-GP, MAML and Hessian products need second-order gradients.

    ## What torch does
    By default the backward pass itself is not recorded.

    ## How to fix
    Pass `create_graph=True`.

    ## When to suppress
    For first-order methods, where the gradient is meant to be a constant.
    """

    code: ClassVar[str] = "DTL405"
    name: ClassVar[str] = "missing-create-graph"
    level: ClassVar[Level] = Level.ERROR
    failure_mode: ClassVar[FailureMode] = FailureMode.NONE
    summary: ClassVar[str] = "a gradient used in a loss was computed without `create_graph=True`"
    related: ClassVar[tuple[str, ...]] = ("DTL204", "DTL401")
    references: ClassVar[tuple[str, ...]] = ("https://docs.pytorch.org/docs/stable/generated/torch.autograd.grad.html",)
    no_fix_reason: ClassVar[str | None] = (
        "With `create_graph=True` the pass costs more time and memory, and other terms may need it too."
    )

    def on_backward_run(self, event: events.BackwardRun) -> None:
        """A term of the loss is made of gradients that have no graph."""
        for term in constant_terms(event.root):
            if term.gradient_used is not None and not term.gradient_detached:
                self._report(term.gradient_used, event.root, event.site, "the term trains nothing")

    def on_backward_without_graph(self, event: events.BackwardWithoutGraph) -> None:
        """The whole loss is made of such gradients."""
        cut = event.root.cut
        if event.root.gradient_used is not None and (cut is None or cut.detail != "no_grad"):
            self._report(event.root.gradient_used, event.root, event.site, "torch will raise")

    def _report(self, used: tuple[Tensor, Mark], root: Tensor, backward: Site, end: str) -> None:
        of, mark = used
        self.context.report(
            self,
            mark.site,
            f"the gradient of {label(of)} goes into {label(root, 'the loss')}, but it was computed without "
            f"`create_graph=True` and is a constant: {end}",
            [(mark.site, "the gradient is computed here, without a graph"), (backward, "backward is run here")],
            "pass `create_graph=True`",
        )
