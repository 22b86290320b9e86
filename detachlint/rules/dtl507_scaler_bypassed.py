"""DTL507: scaler bypassed."""

from __future__ import annotations

from typing import ClassVar

from detachlint.finding import FailureMode, Level
from detachlint.interpret.events import CallMade, GradientsCleared
from detachlint.interpret.values import Unknown
from detachlint.rules.base import Rule
from detachlint.rules.context import Context
from detachlint.shadow.events import BackwardRun
from detachlint.shadow.path import compatible
from detachlint.shadow.tensor import Tensor


class ScalerBypassed(Rule):
    """`scaler.step(optimizer)` after `loss.backward()` without `scaler.scale(loss)`.

    ## What torch does
    The scaler divides the gradients by its scale before the optimizer steps. A scaler that has scaled nothing so far
    has no scale yet: torch raises `Attempted step but _scale is None`. One that has scaled another loss, of another
    optimizer or an earlier batch, divides gradients that were never multiplied: nothing raises, and with the usual
    scale of 65536 the step comes to nothing. Where the optimizer has no gradients at all, torch raises
    `No inf checks were recorded for this optimizer`.

    ## How to fix
    `scaler.scale(loss).backward()`, or `optimizer.step()` for what is not scaled.

    ## When to suppress
    When the scaler is switched off in a way that cannot be seen (`enabled=False` can).
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
        self._scaled: list[Tensor] = []
        """What the scaler has scaled and no backward pass has been run of yet."""
        self._ever = False
        self._plain: dict[Tensor, BackwardRun] = {}

    def on_call_made(self, event: CallMade) -> None:
        """Was the loss scaled before this scaler steps?"""
        if not (isinstance(event.receiver, Unknown) and event.receiver.origin == "torch.amp.GradScaler"):
            return
        if event.name == "?.scale":
            self._ever = True
            self._scaled.extend(self.context.machine.tensors_in(event.result))
        elif event.name == "?.step":
            self._find(event)

    def on_backward_run(self, event: BackwardRun) -> None:
        """Which gradients come from a loss that nobody has scaled?"""
        if event.inputs is not None:
            return
        used = [item for item in self._scaled if item is event.root or item.node in event.nodes]
        self._scaled = [item for item in self._scaled if item not in used]
        for leaf in event.leaves:
            if used or self._unseen(event):
                self._plain.pop(leaf, None)
            else:
                self._plain[leaf] = event

    def _unseen(self, event: BackwardRun) -> bool:
        """Whether the loss may have been scaled out of view."""
        return any(node.opaque and node.operator == "out of view" for node in event.nodes)

    def on_gradients_cleared(self, event: GradientsCleared) -> None:
        """Nothing is left of a plain pass."""
        for parameter in event.parameters:
            self._plain.pop(parameter, None)

    def _find(self, event: CallMade) -> None:
        machine = self.context.machine
        for parameter in machine.held(machine.narrow(event.arguments.get(0, "optimizer"))):
            run = self._plain.pop(parameter, None)
            if run is not None and compatible(run.path, event.path):
                self._report(event, run)
                return

    def _report(self, event: CallMade, run: BackwardRun) -> None:
        end = (
            "the step divides the gradients by a scale they never had"
            if self._ever
            else 'torch raises "Attempted step but _scale is None"'
        )
        self.context.report(
            self,
            event.site,
            f"the scaler steps, but the loss was differentiated without `scaler.scale(...)`: {end}",
            [(run.site, "backward of the loss as it is"), (event.site, "stepped through the scaler")],
            "`scaler.scale(loss).backward()`",
        )
