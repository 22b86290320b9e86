"""DTL904: grad-data."""

from __future__ import annotations

from typing import ClassVar

from detachlint.finding import Applicability, FailureMode, Level
from detachlint.interpret import rewriting
from detachlint.interpret.events import AttributeRead
from detachlint.rules.base import Rule
from detachlint.shadow.tensor import Tensor


class GradData(Rule):
    """`p.grad.data.zero_()`, `p.grad.data.clamp_(-1, 1)` and `p.grad.data` go through `.data` to get rid of a graph
    that is not there.

    ## What torch does
    Unless backward ran with `create_graph=True`, a `.grad` requires no grad: reading it builds no graph, and
    writing to it is not recorded. Since 0.4 gradients are ordinary tensors. `zero_grad` sets them to `None` by
    default since 2.0, which also saves the work of filling them with zeros.

    ## How to fix
    `p.grad = None` or `optimizer.zero_grad()` to clear, `torch.nn.utils.clip_grad_value_` to clamp, `p.grad` to
    read, and an in-place method on `p.grad` to change it (under `torch.no_grad()` after `create_graph=True`).

    ## When to suppress
    Rules of this level are off unless asked for.
    """

    code: ClassVar[str] = "DTL904"
    name: ClassVar[str] = "grad-data"
    level: ClassVar[Level] = Level.LEGACY
    failure_mode: ClassVar[FailureMode] = FailureMode.NOT_APPLICABLE
    summary: ClassVar[str] = "`.grad.data` is written or read, although a gradient carries no graph"
    related: ClassVar[tuple[str, ...]] = ("DTL901", "DTL905")
    references: ClassVar[tuple[str, ...]] = (
        "https://docs.pytorch.org/docs/stable/generated/torch.optim.Optimizer.zero_grad.html",
    )

    def on_attribute_read(self, event: AttributeRead) -> None:
        """``p.grad.data``."""
        tensor = event.receiver
        if event.name == "data" and isinstance(tensor, Tensor) and tensor.grad_of is not None:
            self.context.report(
                self,
                event.site,
                "`.grad.data` is legacy: a gradient has no graph unless it was asked for",
                [(event.site, "read here")],
                "use `.grad` under `torch.no_grad()`; to clear it, `zero_grad()` or `p.grad = None`",
                rewriting.without_data(event.site),
                Applicability.UNSAFE,
            )
