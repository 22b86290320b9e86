"""DTL512: clip without gradients."""

from __future__ import annotations

from typing import ClassVar

from detachlint.finding import FailureMode, Level
from detachlint.interpret.events import CallMade
from detachlint.interpret.values import IteratorValue
from detachlint.rules.base import Rule
from detachlint.rules.context import label
from detachlint.shadow.tensor import Alias, Tensor


class ClipWithoutGradients(Rule):
    """`clip_grad_norm_` is given a loss, activations, detached copies or the gradients themselves. None of these has a
    `.grad`, so it clips nothing and says nothing. (An iterator over the parameters that is exhausted is the same
    mistake; DTL506 reports it where the iterator is made.)

    ## What torch does
    What has no gradient is skipped, and the norm of nothing is 0. `clip_grad_value_` of nothing but such tensors
    raises an internal error (seen in 2.13).

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
        computed = [item for item in tensors if _keeps_no_gradient(item)]
        if isinstance(given, IteratorValue) or not computed or len(computed) != len(tensors):
            return
        name = label(computed[0])
        self.context.report(
            self,
            event.site,
            f"{name} is no parameter and has no `.grad` of its own: clipping it clips nothing",
            [(computed[0].site, f"{name} comes from here"), (event.site, "clipped here")],
            "clip the parameters: `clip_grad_norm_(model.parameters(), max_norm)`",
        )


def _keeps_no_gradient(tensor: Tensor) -> bool:
    """Whether it is computed, a gradient itself, or a detached alias, and so has no ``.grad``."""
    if tensor.grads or tensor.retains_grad:
        return False
    cut_off = tensor.grad_of is not None or tensor.alias in (Alias.DETACH, Alias.DATA)
    return cut_off or (tensor.leaf.no and tensor.requires_grad.yes)


CLIPPING = frozenset(
    {"torch.nn.utils.clip_grad_norm_", "torch.nn.utils.clip_grad_value_", "torch.nn.utils.clip_grad_norm"}
)
