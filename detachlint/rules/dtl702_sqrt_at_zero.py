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
    """`torch.sqrt(((a - b) ** 2).sum())` or `(...) ** 0.5` where the argument can be exactly zero (equal points, a
    clamp at zero): the slope is infinite there, and the gradient NaN.

    ## What torch does
    The gradient of `sqrt` divides by the result. `torch.linalg.vector_norm` uses the subgradient zero.

    ## How to fix
    Add a small number *inside* the root, or use `vector_norm`. Adding it outside does not help.

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
