"""DTL512: clip without gradients."""

from __future__ import annotations

from typing import ClassVar

from detachlint.finding import FailureMode, Level
from detachlint.interpret.events import CallMade
from detachlint.interpret.values import IteratorValue
from detachlint.rules.base import Rule
from detachlint.rules.context import label
from detachlint.shadow.tensor import Tensor


class ClipWithoutGradients(Rule):
    """`clip_grad_norm_` is given a loss, activations or an exhausted iterator. None of these has a `.grad`, so it
    clips nothing and says nothing.

    ## What torch does
    What has no gradient is skipped.

    ## How to fix
    `clip_grad_norm_(model.parameters(), max_norm)`.

    ## When to suppress
    Never; the call does nothing.
    """

    code: ClassVar[str] = "DTL512"
    name: ClassVar[str] = "clip-without-gradients"
    level: ClassVar[Level] = Level.ERROR
    failure_mode: ClassVar[FailureMode] = FailureMode.NO_OP
    summary: ClassVar[str] = "gradient clipping is given something that has no gradients"
    related: ClassVar[tuple[str, ...]] = ("DTL504", "DTL506")
    references: ClassVar[tuple[str, ...]] = (
        "https://docs.pytorch.org/docs/stable/generated/torch.nn.utils.clip_grad_norm_.html",
    )
    no_fix_reason: ClassVar[str | None] = "Which parameters were meant cannot be told."

    def on_call_made(self, event: CallMade) -> None:
        """What is clipped has no ``.grad``."""
        if event.name not in CLIPPING or not event.arguments.all:
            return
        given = self.context.machine.narrow(event.arguments.all[0])
        items = self.context.machine.parts(given) or (given,)
        tensors = [item for item in items if isinstance(item, Tensor)]
        computed = [item for item in tensors if item.leaf.no and item.requires_grad.yes and not item.retains_grad]
        if isinstance(given, IteratorValue) or not computed or len(computed) != len(tensors):
            return
        name = label(computed[0])
        self.context.report(
            self,
            event.site,
            f"{name} is a computed value without a `.grad` of its own: clipping it clips nothing",
            [(computed[0].site, f"{name} is computed here"), (event.site, "clipped here")],
            "clip the parameters: `clip_grad_norm_(model.parameters(), max_norm)`",
        )


CLIPPING = frozenset(
    {"torch.nn.utils.clip_grad_norm_", "torch.nn.utils.clip_grad_value_", "torch.nn.utils.clip_grad_norm"}
)
