"""DTL310: stale grad after freeze."""

from __future__ import annotations

from typing import ClassVar

from detachlint.finding import FailureMode, Level
from detachlint.interpret.events import OptimizerStepped
from detachlint.rules.base import Rule
from detachlint.rules.context import label


class StaleGradAfterFreeze(Rule):
    """Parameters are frozen after they were given gradients, and the same optimizer steps on. Their last gradient is
    never cleared, so every step applies it again.

    ## What torch does
    An optimizer looks at `.grad`, not at `requires_grad`. Freezing does not touch `.grad`.

    ## How to fix
    Set `.grad = None` when freezing, call `optimizer.zero_grad()` afterwards, or build a new optimizer.

    ## When to suppress
    When the gradient is cleared in code that is out of view.
    """

    code: ClassVar[str] = "DTL310"
    name: ClassVar[str] = "stale-grad-after-freeze"
    level: ClassVar[Level] = Level.WARNING
    failure_mode: ClassVar[FailureMode] = FailureMode.WRONG
    summary: ClassVar[str] = (
        "parameters are frozen while they still hold a gradient that the optimizer goes on applying"
    )
    related: ClassVar[tuple[str, ...]] = ("DTL501",)
    references: ClassVar[tuple[str, ...]] = ("https://docs.pytorch.org/docs/stable/optim.html",)
    no_fix_reason: ClassVar[str | None] = "Whether the stale gradient or the freezing is wrong depends on the schedule."

    def on_optimizer_stepped(self, event: OptimizerStepped) -> None:
        """A frozen parameter still holds an old gradient, and the optimizer goes on using it."""
        for parameter in event.parameters:
            cut = parameter.cut
            if not parameter.requires_grad.no or not parameter.grads or cut is None or cut.detail != "frozen":
                continue
            name = label(parameter)
            self.context.report(
                self,
                cut.site,
                f"{name} is frozen, but its last gradient is still in `.grad`, and every step goes on applying it",
                [
                    (parameter.grads[-1].site, "the gradient comes from here"),
                    (cut.site, "frozen here"),
                    (event.site, "the old gradient is applied here"),
                ],
                "set `.grad = None` when freezing, or call `optimizer.zero_grad()` afterwards",
            )
            return
