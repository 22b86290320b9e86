"""DTL608: hook on no grad."""

from __future__ import annotations

from typing import ClassVar

from detachlint.finding import FailureMode, Level
from detachlint.interpret.events import CallMade
from detachlint.rules.base import Rule
from detachlint.rules.context import label
from detachlint.shadow.tensor import Tensor


class HookOnNoGrad(Rule):
    """`x.register_hook(fn)` on a tensor that does not require grad: data, a frozen parameter, something computed under
    `no_grad`. Torch raises "cannot register a hook on a tensor that doesn't require gradient".

    ## What torch does
    There is no gradient that the hook could be called with. `register_post_accumulate_grad_hook` raises the same, and
    `retain_grad()` "can't retain_grad on Tensor that has requires_grad=False".

    ## How to fix
    Call `x.requires_grad_()` on the data or the features before they are used, or register the hook on a computed value
    that requires grad.

    ## When to suppress
    Never; torch raises on this path.
    """

    code: ClassVar[str] = "DTL608"
    name: ClassVar[str] = "hook-on-no-grad"
    level: ClassVar[Level] = Level.ERROR
    failure_mode: ClassVar[FailureMode] = FailureMode.RAISES
    summary: ClassVar[str] = "`register_hook` on a tensor that does not require grad"
    related: ClassVar[tuple[str, ...]] = ("DTL606",)
    references: ClassVar[tuple[str, ...]] = (
        "https://docs.pytorch.org/docs/stable/generated/torch.Tensor.register_hook.html",
    )
    no_fix_reason: ClassVar[str | None] = "Which tensor was meant cannot be told."

    def on_call_made(self, event: CallMade) -> None:
        """A hook on something that has no gradient."""
        tensor = event.receiver
        if event.name != "Tensor.register_hook" or not isinstance(tensor, Tensor) or not tensor.known:
            return
        if not self.context.engine.requires_grad_of(tensor).no:
            return
        name = label(tensor)
        self.context.report(
            self,
            event.site,
            f"{name} does not require grad, so it takes no hook: torch will raise",
            [(tensor.site, f"{name} is made here"), (event.site, "the hook is registered here")],
            "register the hook on a tensor that requires grad",
        )
