"""DTL701: where hides nan."""

from __future__ import annotations

from typing import ClassVar

from detachlint.finding import FailureMode, Level
from detachlint.interpret.events import OperatorApplied
from detachlint.rules.base import Rule
from detachlint.rules.slopes import ancestors, risky_nodes
from detachlint.shadow.tensor import Tensor


class WhereHidesNan(Rule):
    """`torch.where(x > 0, torch.log(x), 0)`, `mask * torch.sqrt(x)` and `torch.log(x)[x > 0]` hide the values where the
    function is infinite or NaN. The gradient that comes back there is zero, and zero times an infinite slope is NaN:
    the loss is finite, its gradient is not, and one NaN spreads to every parameter above it.

    ## What torch does
    Both branches of `where` are computed for all elements, and both are differentiated; the branch that was not chosen
    gets a gradient of zeros. `masked_fill`, boolean indexing and `nan_to_num` behind the function are no different.
    `torch.autograd.set_detect_anomaly(True)` names the function: "Function 'LogBackward0' returned nan values".

    ## How to fix
    Make the argument safe *inside* the function: `torch.log(torch.where(x > 0, x, 1.0))`,
    `torch.log(x.clamp(min=eps))`. The outer `where` may stay.

    ## When to suppress
    When the argument is never on the edge of the function's domain.
    """

    code: ClassVar[str] = "DTL701"
    name: ClassVar[str] = "where-hides-nan"
    level: ClassVar[Level] = Level.WARNING
    failure_mode: ClassVar[FailureMode] = FailureMode.WRONG
    summary: ClassVar[str] = "`torch.where` or a mask hides a value, not its NaN gradient"
    related: ClassVar[tuple[str, ...]] = ("DTL702", "DTL703")
    references: ClassVar[tuple[str, ...]] = ("https://docs.pytorch.org/docs/stable/generated/torch.where.html",)
    no_fix_reason: ClassVar[str | None] = "What a safe argument is depends on the formula."

    def on_operator_applied(self, event: OperatorApplied) -> None:
        """``where`` (or a product with a mask) chooses values, not gradients."""
        if event.node is None:
            return
        tensors = [item for item in event.operands if isinstance(item, Tensor)]
        if event.name == "where" and len(tensors) >= 2:
            condition = tensors[0]
            hiding = {"gt": 0, "ge": 0, "ne": 0, "lt": 1, "le": 1, "eq": 1}.get(condition.compared or "")
            chosen = event.operands[1 + hiding] if hiding is not None and len(event.operands) > 1 + hiding else None
            self._check(event, condition, [chosen] if isinstance(chosen, Tensor) else [])
        elif event.name == "mul" and len(tensors) == 2:
            for mask, value in (tensors, tensors[::-1]):
                if mask.requires_grad.no and mask.cut_from is not None and mask.compared in ("gt", "ge", "ne"):
                    self._check(event, mask, [value])

    def _check(self, event: OperatorApplied, condition: Tensor, branches: list[Tensor]) -> None:
        if condition.cut_from is None:
            return
        for branch in branches:
            for node in risky_nodes(branch):
                if self.context.node_forgiven(node) or not branch.requires_grad.yes:
                    continue
                if not ancestors(node.result) & ancestors(condition.cut_from):
                    continue
                self.context.report(
                    self,
                    event.site,
                    f"`{event.name}` hides the value of {node.operator} at line {node.site.row if node.site else '?'}, "
                    "not its gradient: where the condition is false, zero times an infinite slope is NaN",
                    [(node.site, f"{node.operator} is computed for all elements here"), (event.site, "chosen here")],
                    f"make the argument of {node.operator} safe inside: `clamp`, `+ eps`, or a `where` before it",
                )
                return
