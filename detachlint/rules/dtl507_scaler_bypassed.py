"""DTL507: scaler bypassed."""

from __future__ import annotations

from typing import ClassVar

from detachlint.finding import FailureMode, Level
from detachlint.interpret.events import CallMade
from detachlint.interpret.values import Unknown
from detachlint.rules.base import Rule
from detachlint.rules.context import Context
from detachlint.shadow.events import BackwardRun


class ScalerBypassed(Rule):
    """`scaler.step(optimizer)` after `loss.backward()` without `scaler.scale(loss)`. Torch raises "No inf checks were
    recorded for this optimizer".

    ## What torch does
    The scaler unscales gradients that it has scaled.

    ## How to fix
    `scaler.scale(loss).backward()`.

    ## When to suppress
    When the scaler is disabled.
    """

    code: ClassVar[str] = "DTL507"
    name: ClassVar[str] = "scaler-bypassed"
    level: ClassVar[Level] = Level.ERROR
    failure_mode: ClassVar[FailureMode] = FailureMode.RAISES
    summary: ClassVar[str] = "a GradScaler steps after a plain backward"
    related: ClassVar[tuple[str, ...]] = ("DTL504",)
    references: ClassVar[tuple[str, ...]] = ("https://docs.pytorch.org/docs/stable/notes/amp_examples.html",)
    no_fix_reason: ClassVar[str | None] = "Where the loss should be scaled depends on what else uses it."

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._scaled = False
        self._plain: BackwardRun | None = None

    def on_call_made(self, event: CallMade) -> None:
        """Was the loss scaled before this scaler steps?"""
        if not (isinstance(event.receiver, Unknown) and event.receiver.origin == "torch.amp.GradScaler"):
            return
        if event.name == "?.scale":
            self._scaled = True
        elif event.name == "?.step":
            if not self._scaled and self._plain is not None:
                self.context.report(
                    self,
                    event.site,
                    "the scaler steps, but the loss was differentiated without `scaler.scale(...)`: torch will raise "
                    '"No inf checks were recorded for this optimizer"',
                    [(self._plain.site, "backward of the loss as it is"), (event.site, "stepped through the scaler")],
                    "`scaler.scale(loss).backward()`",
                )
            self._plain = None

    def on_backward_run(self, event: BackwardRun) -> None:
        """A pass of a loss that nobody has scaled."""
        if not self._scaled:
            self._plain = event
