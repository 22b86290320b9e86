"""DTL702: sqrt at zero."""

from __future__ import annotations

from typing import ClassVar

from detachlint.finding import FailureMode, Level
from detachlint.interpret.events import OperatorApplied
from detachlint.rules.base import Rule
from detachlint.rules.context import label
from detachlint.rules.slopes import reaches_zero
from detachlint.shadow.tensor import Tensor


class SqrtAtZero(Rule):
    """The square root of something that can be exactly zero: `torch.sqrt(((a - b) ** 2).sum())` of equal points, `(...)
    ** 0.5`, the deviation of a constant signal. The slope is infinite there, and the gradient infinite or NaN.

    ## What torch does
    The gradient of `sqrt` divides by the result. What comes next in the backward pass often multiplies by zero (the
    difference itself), which makes NaN. `torch.linalg.vector_norm`, `dist`, `cdist` and `std` take zero for the slope
    at zero instead. `clamp(min=0)` passes the gradient on at exactly zero, `relu` does not.

    ## How to fix
    Add a small number *inside* the root: `torch.sqrt(squares.sum() + 1e-12)`. Outside of it, it does not help. For
    distances use `torch.linalg.vector_norm(a - b)` or `torch.cdist`.

    ## When to suppress
    When the argument is known to be positive.
    """

    code: ClassVar[str] = "DTL702"
    name: ClassVar[str] = "sqrt-at-zero"
    level: ClassVar[Level] = Level.WARNING
    failure_mode: ClassVar[FailureMode] = FailureMode.WRONG
    summary: ClassVar[str] = "the square root of something that can be exactly zero"
    related: ClassVar[tuple[str, ...]] = ("DTL701",)
    references: ClassVar[tuple[str, ...]] = (
        "https://docs.pytorch.org/docs/stable/generated/torch.linalg.vector_norm.html",
    )
    no_fix_reason: ClassVar[str | None] = "How large the added number may be depends on the scale of the values."

    def on_operator_applied(self, event: OperatorApplied) -> None:
        """The square root of something that can be exactly zero."""
        node = event.node
        if node is None or not event.operands or not isinstance(event.operands[0], Tensor):
            return
        root = event.name == "sqrt" or (event.name == "pow" and any(0 < scalar < 1 for scalar in node.scalars))
        operand = event.operands[0]
        if not root or not operand.requires_grad.yes or not reaches_zero(operand):
            return
        self.context.report(
            self,
            event.site,
            f"the slope of the square root is infinite at zero, and {label(operand, 'its argument')} can be exactly "
            "zero: the gradient becomes NaN",
            [(operand.site, "can be zero"), (event.site, "its square root is taken here")],
            "add a small number inside the root, or use `torch.linalg.vector_norm`",
        )
        self.context.forgive_node(node)
