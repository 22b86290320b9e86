"""DTL502: gradients cleared before step."""

from __future__ import annotations

from typing import ClassVar

from detachlint.finding import FailureMode, Level
from detachlint.interpret.events import GradientsCleared, OptimizerStepped
from detachlint.rules.base import Rule
from detachlint.rules.context import Context
from detachlint.shadow.events import BackwardRun
from detachlint.shadow.path import compatible
from detachlint.shadow.tensor import Mark, Site, Tensor


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
    no_fix_reason: ClassVar[str | None] = (
        "Where the gradients should be cleared depends on how many rounds belong to one step."
    )

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._wasted: dict[Tensor, tuple[GradientsCleared, Mark]] = {}
        self._seen: set[Tensor] = set()
        self._early: set[Site] = set()
        """Steps that came before any backward pass: DTL503 is about those."""
        self._discarded: dict[Tensor, tuple[GradientsCleared, Mark, int]] = {}
        """Gradients thrown away unused, and how many loops were running then."""

    def on_gradients_cleared(self, event: GradientsCleared) -> None:
        """Which gradients are thrown away before any step has used them?"""
        for parameter in event.parameters:
            fresh = [mark for mark in parameter.grads if mark.path <= event.path]
            if fresh and not parameter.consumed:
                self._wasted[parameter] = (event, fresh[-1])
            if fresh and self._kept_from_step(parameter, event):
                self._discarded[parameter] = (event, fresh[-1], self.context.machine.loop_depth())

    def _kept_from_step(self, parameter: Tensor, event: GradientsCleared) -> bool:
        """Whether no step used the gradients because a counter says that it is not yet time."""
        if not parameter.known or not self.context.machine.in_loop():
            return False
        used = [mark for mark in parameter.consumed if compatible(mark.path, event.path)]
        if any(mark.path <= event.path for mark in used):
            return False
        return not used or any(self.context.machine.counts(mark.path) for mark in used)

    def on_backward_run(self, event: BackwardRun) -> None:
        """New gradients for the next step."""
        self._seen.update(event.leaves)
        for leaf in event.leaves:
            self._wasted.pop(leaf, None)

    def on_optimizer_stepped(self, event: OptimizerStepped) -> None:
        """A step that finds nothing."""
        self._find_discarded(event)
        if self._seen.isdisjoint(event.parameters):
            self._early.add(event.site)
        if event.site in self._early or any(parameter.grads for parameter in event.parameters):
            return
        for parameter in event.parameters:
            found = self._wasted.get(parameter)
            if found is None or not compatible(found[0].path, event.path):
                continue
            self._report(found[0], found[1], event)
            return

    def _find_discarded(self, event: OptimizerStepped) -> None:
        """Gradients of the same backward statement were thrown away on the way to this step."""
        for parameter in event.parameters:
            found = self._discarded.pop(parameter, None)
            if found is None or not parameter.grads or parameter.grads[-1].site is not found[1].site:
                continue
            if parameter.grads[-1] is found[1] or not self._now_and_then(event, found[2]):
                continue
            self.context.report(
                self,
                found[0].site,
                "the gradients are cleared in every round, but the step comes only in some: what the other rounds have "
                "added up is thrown away",
                [
                    (found[1].site, "gradients are added up here"),
                    (found[0].site, "thrown away here"),
                    (event.site, "the step comes only now and then"),
                ],
                "clear the gradients right after the step",
            )

    def _now_and_then(self, step: OptimizerStepped, depth: int) -> bool:
        """Whether a step comes in some rounds only, by the count: not one that has merely begun late.

        What is cleared before a loop that counts for itself (left over from an epoch) is not cleared in every round.
        """
        machine = self.context.machine
        if machine.loop_depth() > depth:
            return False
        return machine.loop_depth() < depth or machine.counted_branches > 0 or machine.counts(step.path)

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
