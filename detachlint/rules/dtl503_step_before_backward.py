"""DTL503: step before backward."""

from __future__ import annotations

from typing import ClassVar

from detachlint.finding import FailureMode, Level
from detachlint.interpret.events import GradientsCleared, OptimizerStepped
from detachlint.rules.base import Rule
from detachlint.rules.context import Context
from detachlint.shadow.events import BackwardRun
from detachlint.shadow.tensor import Site, Tensor


class StepBeforeBackward(Rule):
    """In the loop `step()` precedes `backward()`, and the gradients are cleared between one round's backward and the
    next round's step: no gradient is ever applied.

    ## What torch does
    The optimizer applies what `.grad` holds at that moment.

    ## How to fix
    The order is: `zero_grad`, `backward`, `step`.

    ## When to suppress
    Never; nothing is trained.
    """

    code: ClassVar[str] = "DTL503"
    name: ClassVar[str] = "step-before-backward"
    level: ClassVar[Level] = Level.ERROR
    failure_mode: ClassVar[FailureMode] = FailureMode.NONE
    summary: ClassVar[str] = "the step comes before backward and its gradients are cleared in between"
    related: ClassVar[tuple[str, ...]] = ("DTL502",)
    references: ClassVar[tuple[str, ...]] = ("https://docs.pytorch.org/docs/stable/optim.html",)
    no_fix_reason: ClassVar[str | None] = "The statements have to be moved, together with what stands between them."

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._empty: dict[Site, OptimizerStepped] = {}
        self._seen: set[Tensor] = set()
        self._thrown: dict[Tensor, GradientsCleared] = {}

    def on_backward_run(self, event: BackwardRun) -> None:
        """Gradients are there."""
        self._seen.update(event.leaves)
        for leaf in event.leaves:
            self._thrown.pop(leaf, None)

    def on_gradients_cleared(self, event: GradientsCleared) -> None:
        """Gradients are gone before a step could use them."""
        for parameter in event.parameters:
            if parameter.grads and not parameter.consumed:
                self._thrown[parameter] = event

    def on_optimizer_stepped(self, event: OptimizerStepped) -> None:
        """A step that came first and found nothing, and finds nothing again."""
        known = [parameter for parameter in event.parameters if parameter.known]
        if not known or any(parameter.grads for parameter in known):
            return
        cleared = next((self._thrown[item] for item in known if item in self._thrown), None)
        if event.site in self._empty and cleared is not None:
            self._report(event, cleared)
        if self._seen.isdisjoint(known):
            self._empty.setdefault(event.site, event)

    def _report(self, event: OptimizerStepped, cleared: GradientsCleared) -> None:
        self.context.report(
            self,
            event.site,
            "the step comes before the loop's backward pass, and the gradients of the last round are cleared in "
            "between: no gradient is ever applied",
            [(cleared.site, "cleared here"), (event.site, "nothing is left for this step")],
            "the order is: zero_grad, backward, step",
        )
