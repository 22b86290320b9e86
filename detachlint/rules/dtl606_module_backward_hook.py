"""DTL606: module backward hook."""

from __future__ import annotations

from typing import ClassVar

from detachlint.finding import Applicability, FailureMode, Level
from detachlint.interpret import rewriting
from detachlint.interpret.events import CallMade
from detachlint.rules.base import Rule


class ModuleBackwardHook(Rule):
    """`module.register_backward_hook(fn)` is deprecated: for a module of several operations, `grad_input` belongs to
    the last operation and not to the module. Its shape can be another one altogether.

    ## What torch does
    The old hook is attached to the `grad_fn` of the module's output. For `Sequential(Linear, Linear)` that is the last
    `addmm`, whose first input is the bias, so `grad_input[0]` is the gradient of a bias; for a residual block it is
    that of the final addition. `register_full_backward_hook` (torch 1.8) puts a node around the whole module and gives
    the gradients of its inputs and outputs. A module takes hooks of one kind only.

    ## How to fix
    `register_full_backward_hook`. With it, neither inputs nor outputs of the module may be changed in place: follow the
    module with `ReLU(inplace=False)`.

    ## When to suppress
    For modules that are a single operation whose first input is the module's.
    """

    code: ClassVar[str] = "DTL606"
    name: ClassVar[str] = "module-backward-hook"
    level: ClassVar[Level] = Level.WARNING
    failure_mode: ClassVar[FailureMode] = FailureMode.WRONG
    summary: ClassVar[str] = "`register_backward_hook` sees only part of a module"
    related: ClassVar[tuple[str, ...]] = ("DTL608", "DTL609")
    references: ClassVar[tuple[str, ...]] = (
        "https://docs.pytorch.org/docs/stable/generated/torch.nn.Module.html#torch.nn.Module.register_full_backward_hook",
    )

    def on_call_made(self, event: CallMade) -> None:
        """The old module hook."""
        if event.name not in ("Module.register_backward_hook", "?.register_backward_hook"):
            return
        self.context.report(
            self,
            event.site,
            "`register_backward_hook` sees only the last operation of a module: `grad_input` is not the gradient of "
            "the module's input",
            [(event.site, "registered here")],
            "`register_full_backward_hook`",
            rewriting.rename_method(event.site, "register_full_backward_hook"),
            Applicability.UNSAFE,
        )
