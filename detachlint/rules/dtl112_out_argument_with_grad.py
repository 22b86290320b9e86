"""DTL112: out argument with grad."""

from __future__ import annotations

from typing import ClassVar

from detachlint.finding import FailureMode, Level
from detachlint.interpret.events import OutArgument
from detachlint.rules.base import Rule
from detachlint.rules.context import label


class OutArgumentWithGrad(Rule):
    """A function is called with `out=` while one of its arguments requires grad and grad mode is on. Torch raises
    "functions with out=... arguments don't support automatic differentiation".

    ## What torch does
    The result is written into memory that is there already, and the write is not recorded.

    ## How to fix
    Use the returned result, or run the call under `torch.no_grad()` where no gradient is needed.

    ## When to suppress
    Never; torch raises on this path.
    """

    code: ClassVar[str] = "DTL112"
    name: ClassVar[str] = "out-argument-with-grad"
    level: ClassVar[Level] = Level.ERROR
    failure_mode: ClassVar[FailureMode] = FailureMode.RAISES
    summary: ClassVar[str] = "`out=` is given while an argument requires grad"
    related: ClassVar[tuple[str, ...]] = ("DTL101",)
    references: ClassVar[tuple[str, ...]] = ("https://docs.pytorch.org/docs/stable/notes/autograd.html",)
    no_fix_reason: ClassVar[str | None] = "The result has to be given another name, or the call moved under `no_grad`."

    def on_out_argument(self, event: OutArgument) -> None:
        """``out=`` supports no automatic differentiation."""
        if not event.refused:
            return
        self.context.report(
            self,
            event.site,
            f"`out=` writes into {label(event.target)} while an argument requires grad: torch will raise, since "
            "functions with `out=` do not support automatic differentiation",
            [(event.site, "the result is written here")],
            "use the returned result instead of `out=`, or run this under `torch.no_grad()`",
        )
