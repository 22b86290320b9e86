"""DTL306: non leaf optimized."""

from __future__ import annotations

from typing import ClassVar

from detachlint.finding import FailureMode, Level
from detachlint.interpret.events import OptimizerBuilt
from detachlint.rules.base import Rule
from detachlint.rules.context import label
from detachlint.shadow.tensor import Tensor


class NonLeafOptimized(Rule):
    """An optimizer is given a tensor that is the result of an operation, such as `torch.randn(3, requires_grad=True) *
    0.01`. Torch raises "can't optimize a non-leaf Tensor".

    ## What torch does
    Only leaves get a `.grad` and can be updated in place.

    ## How to fix
    Make the finished value the leaf: `(torch.randn(3) * 0.01).requires_grad_()`.

    ## When to suppress
    Never; torch raises on this path.
    """

    code: ClassVar[str] = "DTL306"
    name: ClassVar[str] = "non-leaf-optimized"
    level: ClassVar[Level] = Level.ERROR
    failure_mode: ClassVar[FailureMode] = FailureMode.RAISES
    summary: ClassVar[str] = "an optimizer is given a computed tensor"
    related: ClassVar[tuple[str, ...]] = ("DTL305", "DTL308")
    references: ClassVar[tuple[str, ...]] = ("https://docs.pytorch.org/docs/stable/optim.html",)
    no_fix_reason: ClassVar[str | None] = "Which leaf the optimizer was meant to hold cannot be told."

    def on_optimizer_built(self, event: OptimizerBuilt) -> None:
        """An optimizer is given a computed tensor."""
        for tensor in event.parameters:
            if not isinstance(tensor, Tensor) or not tensor.leaf.no or not tensor.requires_grad.yes or tensor.presumed:
                continue
            node = tensor.node
            leaves = [edge.target for edge in node.edges if isinstance(edge.target, Tensor)] if node is not None else []
            started = any(leaf.site is not None and leaf.site.row == tensor.site.row for leaf in leaves)
            name = label(tensor)
            self.context.forgive(tensor)
            self.context.report(
                self,
                tensor.site if started else event.site,
                f"{name} is computed, no leaf, and an optimizer cannot hold it: torch will raise \"can't optimize a "
                'non-leaf Tensor"',
                [(tensor.site, f"{name} is computed here"), (event.site, "given to the optimizer here")],
                f"make the result the leaf: `({tensor.site.text}).detach().requires_grad_()`",
            )
