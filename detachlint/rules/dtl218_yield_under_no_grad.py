"""DTL218: yield-under-no-grad."""

from __future__ import annotations

from typing import ClassVar

from detachlint.finding import FailureMode, Level
from detachlint.interpret.events import YieldedUnderNoGrad
from detachlint.rules.base import Rule


class YieldUnderNoGrad(Rule):
    """A `yield` inside `with torch.no_grad():` hands control to the caller while grad mode is still off. The body of
    the caller's loop then computes without a graph: what it collects has no history, and a loss that is made in it
    cannot be differentiated.

    ## What torch does
    Grad mode belongs to the thread, not to the function. The `with` block ends only when the generator is resumed
    and leaves it; until then the mode it set is everybody's. Put on the generator function, the decorator
    `@torch.no_grad()` is different: torch wraps the generator and restores the caller's mode around each `yield`.
    In a function under `@contextlib.contextmanager` a `yield` inside `no_grad` is the very purpose.

    ## How to fix
    Compute under `no_grad`, leave the block, then yield; or use the decorator in place of the `with`.

    ## When to suppress
    When the callers only evaluate.
    """

    code: ClassVar[str] = "DTL218"
    name: ClassVar[str] = "yield-under-no-grad"
    level: ClassVar[Level] = Level.WARNING
    failure_mode: ClassVar[FailureMode] = FailureMode.NONE
    summary: ClassVar[str] = (
        "A generator yields inside `with torch.no_grad()`, so its caller runs with grad mode off between the items"
    )
    related: ClassVar[tuple[str, ...]] = ("DTL217",)
    references: ClassVar[tuple[str, ...]] = ("https://docs.pytorch.org/docs/stable/generated/torch.no_grad.html",)
    no_fix_reason: ClassVar[str | None] = (
        "What has to be computed under no_grad, and what may be handed out after it, depends on the code."
    )

    def on_yielded_under_no_grad(self, event: YieldedUnderNoGrad) -> None:
        """The caller runs between the items with grad mode off."""
        self.context.report(
            self,
            event.site,
            "this `yield` is inside a `no_grad` block: grad mode stays off in the caller until the next item is asked "
            "for",
            [(self.context.engine.modes.grad_off_site, "grad mode is off from here"), (event.site, "left here")],
            "compute under `no_grad`, leave the block, then `yield`; or decorate the generator with `@torch.no_grad()`",
        )
