"""DTL611: function method missing."""

from __future__ import annotations

from typing import ClassVar

from detachlint.finding import FailureMode, Level
from detachlint.interpret.events import FunctionApplied
from detachlint.interpret.values import FunctionValue
from detachlint.rules.base import Rule


class FunctionMethodMissing(Rule):
    """An `autograd.Function` has no `backward` (or `vjp`) and is applied to a tensor that requires grad. Torch raises
    "You must implement either the backward or vjp method" when backward reaches it. A misspelt name is the usual cause.

    ## What torch does
    `apply` records a node all the same, so the forward pass succeeds. The error (a NotImplementedError) comes from the
    backward pass and does not name the function. With a separate `setup_context`, `backward` is needed as well.

    ## How to fix
    Write `backward`, or apply the function under `torch.no_grad()`.

    ## When to suppress
    For inference-only code.
    """

    code: ClassVar[str] = "DTL611"
    name: ClassVar[str] = "function-method-missing"
    level: ClassVar[Level] = Level.ERROR
    failure_mode: ClassVar[FailureMode] = FailureMode.RAISES
    summary: ClassVar[str] = "a custom function without `backward` is applied to something that requires grad"
    related: ClassVar[tuple[str, ...]] = ("DTL601",)
    references: ClassVar[tuple[str, ...]] = ("https://docs.pytorch.org/docs/stable/notes/extending.html",)
    no_fix_reason: ClassVar[str | None] = "The missing gradient is mathematics."

    def on_function_applied(self, event: FunctionApplied) -> None:
        """A function without a backward meets something that requires grad."""
        machine = self.context.machine
        if any(isinstance(machine.class_attribute(event.cls, name), FunctionValue) for name in ("backward", "vjp")):
            return
        if machine.has_base_out_of_view(event.cls):
            return
        given = [tensor for item in event.arguments.all for tensor in machine.tensors_in(item)]
        needs = [tensor for tensor in given if tensor.requires_grad.yes and not tensor.presumed]
        if not needs or self.context.engine.modes.grad.no:
            return
        self.context.report(
            self,
            event.site,
            f"`{event.cls.name}` has no `backward`, and it is applied to something that requires grad: torch will "
            "raise when backward reaches it",
            [(event.site, "applied here")],
            "write `backward`, or apply it under `torch.no_grad()`",
        )
