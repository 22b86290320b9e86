"""DTL602: function tensor on ctx."""

from __future__ import annotations

from typing import ClassVar

from detachlint.finding import FailureMode, Level
from detachlint.interpret.events import FunctionClassRun
from detachlint.interpret.values import Unknown
from detachlint.rules.base import Rule
from detachlint.shadow.tensor import Tensor


class FunctionTensorOnCtx(Rule):
    """A custom function keeps an input or an output for backward as `ctx.x = x`. If the tensor is then changed in
    place, nothing notices and the gradient is computed from the changed value; and an output kept so is never freed by
    reference counting, since it holds the node that holds it.

    ## What torch does
    `ctx.save_for_backward` notes the version of each tensor, and `ctx.saved_tensors` raises "modified by an inplace
    operation" when it has moved. It also knows which of them is the function's own output, and keeps that without a
    cycle. An attribute of `ctx` is a plain reference: it is not checked, not freed after backward, and not seen by
    `saved_tensors_hooks` (so not by offloading or checkpointing either).

    ## How to fix
    `ctx.save_for_backward(x)` in `forward` or `setup_context`, and `x, = ctx.saved_tensors` in `backward`.

    ## When to suppress
    For tensors that are neither inputs nor outputs, such as masks and intermediate values, if nobody writes to them.
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
