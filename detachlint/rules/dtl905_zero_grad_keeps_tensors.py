"""DTL905: zero-grad-keeps-tensors."""

from __future__ import annotations

from typing import ClassVar

from detachlint.finding import Applicability, FailureMode, Level
from detachlint.interpret import rewriting
from detachlint.interpret.events import GradientsCleared
from detachlint.rules.base import Rule


class ZeroGradKeepsTensors(Rule):
    """`zero_grad(set_to_none=False)` keeps every gradient tensor and writes zeros into it. Dropping the tensors, the
    default since 2.0, needs less memory and less time, and lets optimizers skip what got no gradient.

    ## What torch does
    With zeros in `.grad`, an optimizer still updates the parameter: momentum and weight decay go on to move weights
    that received no gradient in this step. With `None` it skips them. A reference kept to the old gradient changes
    under the one form and not under the other.

    ## How to fix
    `zero_grad()`. Code that reads `p.grad` after it has to expect `None`.

    ## When to suppress
    Rules of this level are off unless asked for. Suppress where the gradient tensors must stay in place, as for
    CUDA graphs or hand-made gradient buckets.
    """

    code: ClassVar[str] = "DTL905"
    name: ClassVar[str] = "zero-grad-keeps-tensors"
    level: ClassVar[Level] = Level.LEGACY
    failure_mode: ClassVar[FailureMode] = FailureMode.NOT_APPLICABLE
    summary: ClassVar[str] = "`zero_grad(set_to_none=False)` fills gradients with zeros where dropping them is cheaper"
    related: ClassVar[tuple[str, ...]] = ("DTL904", "DTL310")
    references: ClassVar[tuple[str, ...]] = (
        "https://docs.pytorch.org/docs/stable/generated/torch.optim.Optimizer.zero_grad.html",
    )

    def on_gradients_cleared(self, event: GradientsCleared) -> None:
        """``zero_grad(set_to_none=False)``."""
        if event.keeps_tensors:
            self.context.report(
                self,
                event.site,
                "`set_to_none=False` keeps the gradient tensors and fills them with zeros: memory and time for nothing",
                [(event.site, "given here")],
                "`zero_grad()`",
                rewriting.without_argument(event.site, "set_to_none"),
                Applicability.UNSAFE,
            )
