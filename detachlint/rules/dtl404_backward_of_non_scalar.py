"""DTL404: backward of non scalar."""

from __future__ import annotations

from typing import ClassVar

from detachlint.finding import FailureMode, Level
from detachlint.rules.base import Rule
from detachlint.rules.context import label
from detachlint.shadow import events


class BackwardOfNonScalar(Rule):
    """`.backward()` without argument on a result that has more than one element, e.g. of a loss with
    `reduction='none'`. Torch raises "grad can be implicitly created only for scalar outputs".

    ## What torch does
    Backward computes a product with a gradient of the output. For a single number that gradient is one; for many
    there is no default.

    ## How to fix
    Reduce it (`loss.mean().backward()`), or pass `gradient=`.

    ## When to suppress
    When the tensor is known to have one element.
    """

    code: ClassVar[str] = "DTL404"
    name: ClassVar[str] = "backward-of-non-scalar"
    level: ClassVar[Level] = Level.ERROR
    failure_mode: ClassVar[FailureMode] = FailureMode.RAISES
    summary: ClassVar[str] = "backward of a tensor with many elements without a gradient argument"
    related: ClassVar[tuple[str, ...]] = ("DTL204",)
    references: ClassVar[tuple[str, ...]] = (
        "https://docs.pytorch.org/docs/stable/generated/torch.Tensor.backward.html",
    )
    no_fix_reason: ClassVar[str | None] = "Whether the mean or the sum is meant cannot be told."

    def on_backward_of_non_scalar(self, event: events.BackwardOfNonScalar) -> None:
        """No gradient is given, and the value has many elements."""
        name = label(event.root, "this value")
        self.context.report(
            self,
            event.site,
            f"{name} has more than one element, and backward without a `gradient` argument works for one only: torch "
            "will raise",
            [(event.root.site, f"{name} is computed here"), (event.site, "backward is run here")],
            f"reduce it first: `{name.strip('`')}.mean().backward()`",
        )
