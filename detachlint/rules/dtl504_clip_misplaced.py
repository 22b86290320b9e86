"""DTL504: clip misplaced."""

from __future__ import annotations

from typing import ClassVar

from detachlint.finding import FailureMode, Level
from detachlint.interpret.events import CallMade, GradientsCleared, OptimizerStepped
from detachlint.interpret.values import Unknown
from detachlint.rules.base import Rule
from detachlint.rules.context import Context
from detachlint.shadow.events import BackwardRun
from detachlint.shadow.tensor import Site, Tensor


class ClipMisplaced(Rule):
    """`clip_grad_norm_` after the step, before backward, or on gradients that a GradScaler has scaled: the step uses
    unclipped gradients, or gradients clipped at the wrong size.

    ## What torch does
    Clipping changes `.grad` in place, once, when it is called.

    ## How to fix
    The order is: backward, `scaler.unscale_(optimizer)` where a scaler is used, clip, step.

    ## When to suppress
    When the norm is only measured.
    """

    code: ClassVar[str] = "DTL504"
    name: ClassVar[str] = "clip-misplaced"
    level: ClassVar[Level] = Level.WARNING
    failure_mode: ClassVar[FailureMode] = FailureMode.WRONG
    summary: ClassVar[str] = "gradient clipping where it has no effect on the step"
    related: ClassVar[tuple[str, ...]] = ("DTL512",)
    references: ClassVar[tuple[str, ...]] = (
        "https://docs.pytorch.org/docs/stable/generated/torch.nn.utils.clip_grad_norm_.html",
        "https://docs.pytorch.org/docs/stable/notes/amp_examples.html",
    )
    no_fix_reason: ClassVar[str | None] = "The statements have to be moved, together with what stands between them."

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._stepped: dict[Tensor, Site] = {}
        self._early: dict[Tensor, CallMade] = {}
        self._late: dict[Tensor, CallMade] = {}
        self._scaled: Site = None

    def on_call_made(self, event: CallMade) -> None:
        """Where does clipping stand?"""
        if event.name == "?.scale" and _is_scaler(event.receiver):
            self._scaled = event.site
        elif event.name == "?.unscale_":
            self._scaled = None
        elif event.name in CLIPPING:
            self._clip(event)

    def _clip(self, event: CallMade) -> None:
        if self._scaled is not None:
            self._report(event, self._scaled, "the gradients are still scaled: call `scaler.unscale_(optimizer)` first")
            return
        for tensor in self.context.machine.clipped(event.arguments):
            if tensor in self._stepped:
                self._report(event, self._stepped[tensor], "it runs after the step it was meant to limit")
                return
            if not tensor.grads and tensor.known:
                self._early[tensor] = event

    def on_backward_run(self, event: BackwardRun) -> None:
        """Gradients after clipping are not clipped."""
        for leaf in event.leaves:
            self._stepped.pop(leaf, None)
            early = self._early.pop(leaf, None)
            if early is not None:
                self._late[leaf] = early

    def on_gradients_cleared(self, event: GradientsCleared) -> None:
        """Nothing is left to clip."""
        for parameter in event.parameters:
            self._stepped.pop(parameter, None)

    def on_optimizer_stepped(self, event: OptimizerStepped) -> None:
        """The step uses what the clipping before backward could not see."""
        self._scaled = None
        for parameter in event.parameters:
            if parameter.grads:
                self._stepped[parameter] = event.site
            late = self._late.pop(parameter, None)
            if late is not None:
                self._report(late, event.site, "it runs before the backward pass whose gradients it was meant to limit")

    def _report(self, event: CallMade, other: Site, why: str) -> None:
        self.context.report(
            self,
            event.site,
            f"gradient clipping has no effect on this step: {why}",
            [(other, "the step" if "step" in why else "scaled here"), (event.site, "clipped here")],
            "the order is: backward, (unscale,) clip, step",
        )


CLIPPING = frozenset(
    {"torch.nn.utils.clip_grad_norm_", "torch.nn.utils.clip_grad_value_", "torch.nn.utils.clip_grad_norm"}
)


def _is_scaler(value: object) -> bool:
    return isinstance(value, Unknown) and value.origin == "torch.amp.GradScaler"
