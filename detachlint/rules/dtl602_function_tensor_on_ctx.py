"""DTL602: function tensor on ctx."""

from __future__ import annotations

from typing import ClassVar

from detachlint.finding import FailureMode, Level
from detachlint.interpret.events import FunctionClassRun
from detachlint.interpret.values import Unknown
from detachlint.rules.base import Rule
from detachlint.shadow.tensor import Tensor


class FunctionTensorOnCtx(Rule):
    """A custom function keeps an input or an output as `ctx.x = x` for backward. There is no version check, so a
    change in place goes unseen and the gradient is wrong; an output kept so holds itself in a cycle.

    ## What torch does
    `save_for_backward` notes version counters and avoids the cycle. Attributes are plain references.

    ## How to fix
    `ctx.save_for_backward(x)` and `x, = ctx.saved_tensors`.

    ## When to suppress
    For intermediate values that are neither inputs nor outputs.
    """

    code: ClassVar[str] = "DTL602"
    name: ClassVar[str] = "function-tensor-on-ctx"
    level: ClassVar[Level] = Level.WARNING
    failure_mode: ClassVar[FailureMode] = FailureMode.WRONG
    summary: ClassVar[str] = "inputs or outputs are kept as plain attributes of `ctx`"
    related: ClassVar[tuple[str, ...]] = ("DTL101", "DTL603")
    references: ClassVar[tuple[str, ...]] = ("https://docs.pytorch.org/docs/stable/notes/extending.html",)
    no_fix_reason: ClassVar[str | None] = "The order in which backward unpacks the saved tensors has to change with it."

    def on_function_class_run(self, event: FunctionClassRun) -> None:
        """An input or output is kept as an attribute of ``ctx``."""
        machine = self.context.machine
        outputs = set(machine.tensors_in(event.returned))
        for name, value, site in event.kept:
            held = machine.narrow(value)
            is_input = any(held is item for item in event.inputs) and _is_tensor(held)
            is_output = isinstance(held, Tensor) and held in outputs
            if site is None or not (is_input or is_output):
                continue
            what = "an output" if is_output and not is_input else "an input"
            end = "it keeps itself alive" if is_output and not is_input else "a change in place goes unseen"
            self.context.report(
                self,
                site,
                f"`ctx.{name}` keeps {what} of `{event.cls.name}` outside `save_for_backward`: {end}",
                [(site, "kept as a plain attribute here")],
                "`ctx.save_for_backward(...)`, and `ctx.saved_tensors` in backward",
            )


def _is_tensor(value: object) -> bool:
    return isinstance(value, Unknown) and value.tensor is not None and value.tensor.known
