"""DTL304: requires grad on integer."""

from __future__ import annotations

from typing import ClassVar

from detachlint.finding import FailureMode, Level
from detachlint.rules.base import Rule
from detachlint.rules.context import label
from detachlint.shadow.events import FlagRefused


class RequiresGradOnInteger(Rule):
    """`torch.tensor([1, 2], requires_grad=True)`, `torch.arange(5).requires_grad_()`: integers have no gradient, and
    torch raises "only Tensors of floating point and complex dtype can require gradients".

    ## What torch does
    The dtype of a factory follows from its arguments: whole numbers make an integer tensor. `nn.Parameter` is refused
    alike, while `requires_grad_()` words it "only Tensors of floating point dtype can require gradients".

    ## How to fix
    Make it floating point: `dtype=torch.float32`, `.float()`, or write `1.0` for `1`.

    ## When to suppress
    Never; torch raises on this path.
    """

    code: ClassVar[str] = "DTL304"
    name: ClassVar[str] = "requires-grad-on-integer"
    level: ClassVar[Level] = Level.ERROR
    failure_mode: ClassVar[FailureMode] = FailureMode.RAISES
    summary: ClassVar[str] = "an integer or boolean tensor is told to require grad"
    related: ClassVar[tuple[str, ...]] = ("DTL301",)
    references: ClassVar[tuple[str, ...]] = ("https://docs.pytorch.org/docs/stable/tensor_attributes.html",)
    no_fix_reason: ClassVar[str | None] = "The dtype that was meant is the author's choice."

    def on_flag_refused(self, event: FlagRefused) -> None:
        """Integers have no gradient."""
        if event.reason != "dtype":
            return
        name = label(event.tensor)
        self.context.report(
            self,
            event.site,
            f"{name} holds integers or truth values, and only floating point and complex tensors can require grad: "
            "torch will raise",
            [(event.tensor.site, "its dtype comes from here"), (event.site, "the flag is set here")],
            "make it floating point first: `dtype=torch.float32`, or `.float()`",
        )
