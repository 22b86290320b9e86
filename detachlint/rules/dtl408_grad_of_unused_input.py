"""DTL408: grad of unused input."""

from __future__ import annotations

from typing import ClassVar

from detachlint.finding import FailureMode, Level
from detachlint.interpret.events import CallMade
from detachlint.interpret.values import ListValue, TupleValue
from detachlint.rules.base import Rule
from detachlint.rules.context import label
from detachlint.shadow import walk
from detachlint.shadow.graph import Node
from detachlint.shadow.tensor import Tensor


class GradOfUnusedInput(Rule):
    """`torch.autograd.grad(y, [x])` where `x` is not part of `y`'s graph. Torch raises "One of the differentiated
    Tensors appears to not have been used in the graph".

    ## What torch does
    There is no path along which a gradient could come. With `allow_unused=True` the result is None.

    ## How to fix
    Compute the output from that very tensor (not from a copy, a detached alias or a re-created one), or pass
    `allow_unused=True`.

    ## When to suppress
    Never; torch raises on this path.
    """

    code: ClassVar[str] = "DTL408"
    name: ClassVar[str] = "grad-of-unused-input"
    level: ClassVar[Level] = Level.ERROR
    failure_mode: ClassVar[FailureMode] = FailureMode.RAISES
    summary: ClassVar[str] = "`autograd.grad` is asked for an input that the output does not depend on"
    related: ClassVar[tuple[str, ...]] = ("DTL204", "DTL305")
    references: ClassVar[tuple[str, ...]] = ("https://docs.pytorch.org/docs/stable/generated/torch.autograd.grad.html",)
    no_fix_reason: ClassVar[str | None] = "Which tensor was meant cannot be told."

    def on_call_made(self, event: CallMade) -> None:
        """``autograd.grad`` for something that the output does not depend on."""
        if event.name != "torch.autograd.grad" or event.arguments.more:
            return
        if (
            event.arguments.get(5, "allow_unused") is not None
            or event.arguments.keyword("materialize_grads") is not None
        ):
            return
        machine = self.context.machine
        output = machine.narrow(event.arguments.get(0, "outputs"))
        inputs = machine.narrow(event.arguments.get(1, "inputs"))
        if not isinstance(output, Tensor) or not output.requires_grad.yes:
            return
        items = machine.parts(inputs) if isinstance(inputs, (ListValue, TupleValue)) else (inputs,)
        reached = walk.reach(self.context.engine, output, None)
        if any(visit.node.opaque for visit in reached.visits):
            return
        there: set[Node | Tensor] = {visit.node for visit in reached.visits} | {leaf for leaf, _ in reached.leaves}
        for item in items:
            if not isinstance(item, Tensor) or not item.known or item.presumed:
                continue
            if not item.requires_grad.yes and not item.requires_grad.no:
                continue
            if (item.node or item) in there:
                continue
            name = label(item)
            self.context.report(
                self,
                event.site,
                f"{label(output, 'the output')} does not depend on {name}, so it has no gradient to give: torch will "
                "raise",
                [(item.site, f"{name} comes from here"), (event.site, "asked for here")],
                f"leave {name} out, pass `allow_unused=True`, or compute the output from it",
            )
            return
