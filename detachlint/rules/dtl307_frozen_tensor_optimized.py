"""DTL307: frozen tensor optimized."""

from __future__ import annotations

from typing import ClassVar

from detachlint.finding import FailureMode, Level
from detachlint.interpret.events import OptimizerBuilt, OptimizerStepped
from detachlint.rules.base import Rule
from detachlint.rules.context import Context, label
from detachlint.shadow.tensor import Tensor


class FrozenTensorOptimized(Rule):
    """An optimizer is given plain tensors, such as `SGD([torch.randn(3)])`, that do not require grad. It steps, and
    they never change.

    ## What torch does
    An optimizer skips what has no gradient.

    ## How to fix
    `requires_grad=True` where the tensor is made, or `nn.Parameter`.

    ## When to suppress
    When gradients are put into `.grad` by hand.
    """

    code: ClassVar[str] = "DTL307"
    name: ClassVar[str] = "frozen-tensor-optimized"
    level: ClassVar[Level] = Level.WARNING
    failure_mode: ClassVar[FailureMode] = FailureMode.NONE
    summary: ClassVar[str] = "an optimizer is given a tensor that never requires grad"
    related: ClassVar[tuple[str, ...]] = ("DTL306", "DTL308")
    references: ClassVar[tuple[str, ...]] = ("https://docs.pytorch.org/docs/stable/optim.html",)
    no_fix_reason: ClassVar[str | None] = "Either the tensor should train or the optimizer should not hold it."

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._built: dict[object, OptimizerBuilt] = {}

    def on_optimizer_built(self, event: OptimizerBuilt) -> None:
        """Remember what it was given."""
        self._built[event.optimizer] = event

    def on_optimizer_stepped(self, event: OptimizerStepped) -> None:
        """It steps, and one of its tensors still requires no grad."""
        built = self._built.get(event.optimizer)
        if built is None:
            return
        for tensor in built.parameters:
            if not isinstance(tensor, Tensor) or tensor.parameter or not tensor.leaf.yes or not tensor.known:
                continue
            if tensor.requires_grad.no and not tensor.grads and tensor.gradient is None and tensor.cut is None:
                name = label(tensor)
                self.context.report(
                    self,
                    built.site,
                    f"{name} does not require grad, so the optimizer never changes it",
                    [(tensor.site, f"{name} is made here"), (built.site, "given to the optimizer here")],
                    f"`{name.strip('`')}.requires_grad_()`, or `requires_grad=True` where it is made",
                )
