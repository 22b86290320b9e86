"""DTL703: log of softmax."""

from __future__ import annotations

from typing import ClassVar

from detachlint.finding import Applicability, FailureMode, Level
from detachlint.interpret import rewriting
from detachlint.interpret.events import OperatorApplied
from detachlint.rules.base import Rule
from detachlint.rules.context import label
from detachlint.shadow.tensor import Tensor


class LogOfSoftmax(Rule):
    """`torch.log(F.softmax(x))`, `x.sigmoid().log()`: once a probability underflows to zero, the loss is infinite and
    its gradient NaN.

    ## What torch does
    `softmax` and `log` are computed one after the other. In float32 a probability is zero when its logit is about 104
    below the largest, in float16 much sooner. Its logarithm is minus infinity and the logarithm's gradient infinite,
    which the zero in the gradient of `softmax` turns into NaN for the whole row. `log_softmax` computes both in one,
    stably.

    ## How to fix
    `F.log_softmax(x, dim)`, `F.logsigmoid(x)` (and `F.logsigmoid(-x)` for the logarithm of one minus a sigmoid); for
    losses `F.cross_entropy` or `F.binary_cross_entropy_with_logits` on the logits.

    ## When to suppress
    When the logits are known to be small.
    """

    code: ClassVar[str] = "DTL703"
    name: ClassVar[str] = "log-of-softmax"
    level: ClassVar[Level] = Level.WARNING
    failure_mode: ClassVar[FailureMode] = FailureMode.WRONG
    summary: ClassVar[str] = "the logarithm of a softmax"
    related: ClassVar[tuple[str, ...]] = ("DTL701",)
    references: ClassVar[tuple[str, ...]] = (
        "https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.log_softmax.html",
    )

    def on_operator_applied(self, event: OperatorApplied) -> None:
        """``log(softmax(x))``."""
        if event.name not in ("log", "log2", "log10") or event.node is None or not event.operands:
            return
        operand = event.operands[0]
        if not isinstance(operand, Tensor) or operand.node is None or not operand.requires_grad.yes:
            return
        maker = operand.node
        if maker.operator not in ("softmax", "sigmoid") or maker.result is not operand or operand.counter.version:
            return
        safe = "log_softmax" if maker.operator == "softmax" else "logsigmoid"
        self.context.report(
            self,
            event.site,
            f"the logarithm of {label(operand)}, a {maker.operator}: once a probability underflows to zero the loss is "
            "infinite and its gradient NaN",
            [(maker.site, f"{maker.operator} here"), (event.site, "its logarithm here")],
            f"`torch.nn.functional.{safe}` computes both in one, safely",
            rewriting.log_of(event.site, "softmax", "log_softmax") if safe == "log_softmax" else (),
            Applicability.SAFE,
        )
