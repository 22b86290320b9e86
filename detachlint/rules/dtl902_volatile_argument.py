"""DTL902: volatile-argument."""

from __future__ import annotations

from typing import ClassVar

from detachlint.finding import FailureMode, Level
from detachlint.interpret.events import CallMade
from detachlint.rules.base import Rule


class VolatileArgument(Rule):
    """`Variable(x, volatile=True)` used to switch the graph off for all that is computed from it. The argument is
    still accepted and does nothing, so an evaluation written like this builds a graph for every batch, and needs
    the memory for it.

    ## What torch does
    The flag was removed in 0.4. Torch warns,
    `volatile was removed and now has no effect. Use with torch.no_grad(): instead`, and returns an ordinary tensor.
    `x.volatile = True` warns likewise.

    ## How to fix
    Put the computation under `with torch.no_grad():` and pass `x` itself.

    ## When to suppress
    Never; the argument does nothing in any release since 0.4.
    """

    code: ClassVar[str] = "DTL902"
    name: ClassVar[str] = "volatile-argument"
    level: ClassVar[Level] = Level.WARNING
    failure_mode: ClassVar[FailureMode] = FailureMode.NO_OP
    summary: ClassVar[str] = "`volatile=True` has had no effect since torch 0.4"
    related: ClassVar[tuple[str, ...]] = ("DTL903", "DTL409")
    references: ClassVar[tuple[str, ...]] = ("https://docs.pytorch.org/docs/stable/generated/torch.no_grad.html",)
    no_fix_reason: ClassVar[str | None] = (
        "What was meant to run without a graph begins here, but where it ends cannot be told."
    )

    def on_call_made(self, event: CallMade) -> None:
        """``Variable(x, volatile=True)``."""
        if event.arguments.keyword("volatile") is None or not event.name.startswith("torch."):
            return
        self.context.report(
            self,
            event.site,
            "`volatile` was removed in torch 0.4 and has no effect: the graph is built all the same",
            [(event.site, "given here")],
            "compute under `with torch.no_grad():`",
        )
        self.context.excuse("DTL409")
