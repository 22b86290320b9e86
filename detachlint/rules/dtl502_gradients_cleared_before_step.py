"""DTL502: gradients cleared before step."""

from __future__ import annotations

from typing import ClassVar

from detachlint.finding import FailureMode, Level
from detachlint.interpret.events import GradientsCleared, OptimizerStepped
from detachlint.rules.base import Rule
from detachlint.rules.context import Context
from detachlint.shadow.events import BackwardRun
from detachlint.shadow.path import compatible
from detachlint.shadow.tensor import Mark, Tensor


class GradientsClearedBeforeStep(Rule):
    """`zero_grad()` stands between `backward()` and `step()`: the step finds nothing, and the model never learns.

    ## What torch does
    `zero_grad()` sets `.grad` to None, and the optimizer skips what has none.

    ## How to fix
    Clear before backward or after the step.

    ## When to suppress
    When the step on this path is meant to do nothing.
    """

    code: ClassVar[str] = "DTL502"
    name: ClassVar[str] = "gradients-cleared-before-step"
    level: ClassVar[Level] = Level.ERROR
    failure_mode: ClassVar[FailureMode] = FailureMode.NONE
    summary: ClassVar[str] = "gradients are cleared between backward and step"
    related: ClassVar[tuple[str, ...]] = ("DTL501", "DTL503")
    references: ClassVar[tuple[str, ...]] = (
        "https://docs.pytorch.org/docs/stable/generated/torch.optim.Optimizer.zero_grad.html",
    )

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._wasted: dict[Tensor, tuple[GradientsCleared, Mark]] = {}

    def on_gradients_cleared(self, event: GradientsCleared) -> None:
        """Which gradients are thrown away before any step has used them?"""
        for parameter in event.parameters:
            fresh = [mark for mark in parameter.grads if mark.path <= event.path]
            if fresh and not parameter.consumed:
                self._wasted[parameter] = (event, fresh[-1])

    def on_backward_run(self, event: BackwardRun) -> None:
        """New gradients for the next step."""
        for leaf in event.leaves:
            self._wasted.pop(leaf, None)

    def on_optimizer_stepped(self, event: OptimizerStepped) -> None:
        """A step that finds nothing."""
        for parameter in event.parameters:
            found = self._wasted.get(parameter)
            if found is None or parameter.grads or not compatible(found[0].path, event.path):
                continue
            if not self.context.reported_anywhere("DTL503"):
                self._report(found[0], found[1], event)
            return

    def _report(self, cleared: GradientsCleared, mark: Mark, step: OptimizerStepped) -> None:
        self.context.report(
            self,
            cleared.site,
            "the gradients are cleared after backward and before the step: the step has nothing to apply",
            [
                (mark.site, "the gradients are computed here"),
                (cleared.site, "thrown away here"),
                (step.site, "nothing is left for this step"),
            ],
            "clear them before backward, or after the step",
        )
