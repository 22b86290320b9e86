"""DTL111: inference tensor used."""

from __future__ import annotations

from typing import ClassVar

from detachlint.finding import FailureMode, Level
from detachlint.rules.base import Rule
from detachlint.rules.context import label
from detachlint.shadow.events import FlagRefused, InferenceSaved, WriteFault, WriteRefused
from detachlint.shadow.tensor import Site, Tensor


class InferenceTensorUsed(Rule):
    """A tensor that was made under `torch.inference_mode()` enters a computation that needs gradients, is changed in
    place outside of it, or is told to require grad. Torch raises "Inference tensors cannot be saved for backward"
    (or its kin).

    ## What torch does
    Inference tensors have no version counter and can never be recorded. `no_grad` does not have this restriction.

    ## How to fix
    Make the tensor under `torch.no_grad()`, or `clone()` it outside inference mode before it is used.

    ## When to suppress
    Never; torch raises on this path.
    """

    code: ClassVar[str] = "DTL111"
    name: ClassVar[str] = "inference-tensor-used"
    level: ClassVar[Level] = Level.ERROR
    failure_mode: ClassVar[FailureMode] = FailureMode.RAISES
    summary: ClassVar[str] = "a tensor made under `inference_mode` is used where autograd needs it"
    related: ClassVar[tuple[str, ...]] = ("DTL109",)
    references: ClassVar[tuple[str, ...]] = (
        "https://docs.pytorch.org/docs/stable/generated/torch.autograd.grad_mode.inference_mode.html",
    )
    no_fix_reason: ClassVar[str | None] = (
        "`no_grad` in place of `inference_mode`, or a clone where the tensor is used: it depends on who else uses it."
    )

    def on_inference_saved(self, event: InferenceSaved) -> None:
        """An inference tensor would be saved for backward."""
        self._report(event.site, event.tensor, f"{event.operator} would have to save it for backward")

    def on_write_refused(self, event: WriteRefused) -> None:
        """An inference tensor is written outside inference mode."""
        if event.fault is WriteFault.INFERENCE:
            self._report(event.site, event.target, "it is changed in place outside inference mode")

    def on_flag_refused(self, event: FlagRefused) -> None:
        """An inference tensor is to require grad."""
        if event.reason == "inference":
            self._report(event.site, event.tensor, "it is made to require grad outside inference mode")

    def _report(self, site: Site, tensor: Tensor, why: str) -> None:
        self.context.report(
            self,
            site,
            f"{label(tensor)} was made under `inference_mode`, and {why}: torch will raise",
            [(tensor.site, "made under inference mode here"), (site, "used here")],
            "make it under `torch.no_grad()`, or use `.clone()` of it outside inference mode",
        )
