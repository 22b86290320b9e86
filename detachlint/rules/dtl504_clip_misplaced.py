"""DTL504: clip misplaced."""

from __future__ import annotations

import math
from typing import ClassVar

from detachlint.finding import FailureMode, Level
from detachlint.interpret.events import CallMade, GradientsCleared, OptimizerStepped
from detachlint.interpret.values import Const, External, Unknown, Value
from detachlint.rules.base import Rule
from detachlint.rules.context import Context
from detachlint.shadow.events import BackwardRun, Written
from detachlint.shadow.path import compatible
from detachlint.shadow.tensor import Mark, Site, Tensor


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
        self._stepped: dict[Tensor, Mark] = {}
        self._early: dict[Tensor, CallMade] = {}
        self._late: dict[Tensor, CallMade] = {}
        self._scaling: tuple[Value, Site] | None = None
        """The last call of ``scaler.scale``, until a backward pass is run."""
        self._scaled: dict[Tensor, Mark] = {}

    def on_call_made(self, event: CallMade) -> None:
        """Where does clipping stand?"""
        if event.name == "?.scale" and is_scaler(event.receiver):
            self._scaling = (event.receiver, event.site)
        elif event.name == "?.unscale_":
            self._unscale(event)
        elif event.name in CLIPPING and not _measures_only(self.context.machine.narrow(_limit(event))):
            self._clip(event)

    def _unscale(self, event: CallMade) -> None:
        held = set(self.context.machine.held(self.context.machine.narrow(_first(event))))
        for leaf, mark in list(self._scaled.items()):
            if (not held or leaf in held) and compatible(mark.path, event.path):
                del self._scaled[leaf]

    def on_written(self, event: Written) -> None:
        """``p.grad.clamp_(...)`` after the step."""
        leaf = event.target.grad_of
        step = self._stepped.get(leaf) if leaf is not None and event.write.kind == "`clamp_`" else None
        if step is not None and compatible(step.path, event.path):
            self._report(event.site, step.site, TOO_LATE)

    def _clip(self, event: CallMade) -> None:
        clipped = self.context.machine.clipped(event.arguments)
        steps = [self._stepped.get(tensor) for tensor in clipped if tensor.grads]
        late = [step for step in steps if step is not None and compatible(step.path, event.path)]
        if late and len(late) == len(steps):
            self._report(event.site, late[0].site, TOO_LATE)
            return
        for tensor in clipped:
            scaled = self._scaled.get(tensor)
            if scaled is not None and compatible(scaled.path, event.path):
                self._report(event.site, scaled.site, STILL_SCALED)
                return
        if not any(tensor.grads for tensor in clipped):
            self._early.update((tensor, event) for tensor in clipped if tensor.known)
            return
        for tensor in clipped:
            self._late.pop(tensor, None)

    def on_backward_run(self, event: BackwardRun) -> None:
        """Gradients after clipping are not clipped."""
        for leaf in event.leaves:
            self._stepped.pop(leaf, None)
            early = self._early.pop(leaf, None)
            if early is not None:
                self._late[leaf] = early
            if self._scaling is not None:
                self._scaled[leaf] = Mark(self._scaling[1], event.path)
        self._scaling = None

    def on_gradients_cleared(self, event: GradientsCleared) -> None:
        """Nothing is left to clip."""
        for parameter in event.parameters:
            self._stepped.pop(parameter, None)
            self._scaled.pop(parameter, None)

    def on_optimizer_stepped(self, event: OptimizerStepped) -> None:
        """The step uses what the clipping before backward could not see."""
        for parameter in event.parameters:
            self._scaled.pop(parameter, None)
            if parameter.grads:
                self._stepped[parameter] = Mark(event.site, event.path)
            late = self._late.pop(parameter, None)
            if late is not None and compatible(late.path, event.path):
                self._report(late.site, event.site, TOO_EARLY)

    def _report(self, site: Site, other: Site, why: str) -> None:
        what = "scaled here" if why is STILL_SCALED else "the step"
        self.context.report(
            self,
            site,
            f"gradient clipping has not the effect on the step that it should have: {why}",
            [(other, what), (site, "clipped here")],
            "the order is: backward, (unscale,) clip, step",
        )


CLIPPING = frozenset(
    {"torch.nn.utils.clip_grad_norm_", "torch.nn.utils.clip_grad_value_", "torch.nn.utils.clip_grad_norm"}
)


TOO_LATE = "it runs after the step it was meant to limit"
TOO_EARLY = "it runs before the backward pass whose gradients it was meant to limit"
STILL_SCALED = "the gradients are still scaled: call `scaler.unscale_(optimizer)` first"


def is_scaler(value: object) -> bool:
    """Whether something is a GradScaler, or is called one by the user."""
    if not isinstance(value, Unknown):
        return False
    if value.origin is not None:
        return value.origin == "torch.amp.GradScaler"
    name = value.attribute or (value.site.text if value.site is not None else "")
    return name.lower().endswith("scaler")


def _first(event: CallMade) -> Value:
    return event.arguments.get(0, "optimizer")


def _limit(event: CallMade) -> Value:
    return event.arguments.get(1, "max_norm")


def _measures_only(limit: Value) -> bool:
    """Whether the limit is infinite, so that the call only measures the norm."""
    if isinstance(limit, Const):
        return limit.value in (math.inf, "inf")
    return isinstance(limit, External) and limit.name.rsplit(".", 1)[-1] == "inf"
