"""DTL903: variable-wrapper."""

from __future__ import annotations

from typing import ClassVar

from detachlint.finding import Applicability, FailureMode, Level
from detachlint.interpret import rewriting
from detachlint.interpret.events import CallMade
from detachlint.rules.base import Rule


class VariableWrapper(Rule):
    """`torch.autograd.Variable` and `Tensor` were merged in 0.4. `Variable(x)` around data returns a plain tensor that
    shares `x`'s memory, and can go.

    ## What torch does
    `type(Variable(x))` is `torch.Tensor`. The call is not quite the identity: it returns a new leaf without
    history, with `requires_grad=False` unless asked otherwise. Around data that changes nothing. Around a computed
    tensor or a parameter it cuts the graph, just as `detach()` does.

    ## How to fix
    Use `x` for `Variable(x)`, `x.requires_grad_()` or `torch.tensor(..., requires_grad=True)` for
    `Variable(x, requires_grad=True)`, and `x.detach()` where the cut was intended.

    ## When to suppress
    Rules of this level are off unless asked for. Suppress in code that has to run on torch 0.3.
    """

    code: ClassVar[str] = "DTL903"
    name: ClassVar[str] = "variable-wrapper"
    level: ClassVar[Level] = Level.LEGACY
    failure_mode: ClassVar[FailureMode] = FailureMode.NO_OP
    summary: ClassVar[str] = "`Variable(x)` is a tensor; the wrapper has done nothing for data since torch 0.4"
    related: ClassVar[tuple[str, ...]] = ("DTL902", "DTL206")
    references: ClassVar[tuple[str, ...]] = ("https://docs.pytorch.org/docs/stable/autograd.html",)

    def on_call_made(self, event: CallMade) -> None:
        """``Variable(x)``."""
        if event.name == "torch.autograd.Variable":
            self.context.report(
                self,
                event.site,
                "`Variable` has been the same as `Tensor` since torch 0.4: the wrapper returns a tensor",
                [(event.site, "wrapped here")],
                "use the tensor itself",
                rewriting.unwrapped(event.site),
                Applicability.SAFE,
            )
