"""DTL216: checkpoint-without-grad."""

from __future__ import annotations

from typing import ClassVar

from detachlint.finding import FailureMode, Level
from detachlint.interpret.events import CallMade
from detachlint.interpret.values import Const
from detachlint.rules.base import Rule


class CheckpointWithoutGrad(Rule):
    """`checkpoint(block, x, use_reentrant=True)` where neither `x` nor any other argument requires grad runs the block
    without a graph. The block's own parameters get no gradient. It happens to the first block of a network, which
    is fed with data, and behind a frozen embedding.

    ## What torch does
    The reentrant form is an `autograd.Function` that runs the block under `no_grad` and again during backward. A
    function none of whose inputs requires grad is not recorded, whatever the parameters inside; torch warns
    `None of the inputs have requires_grad=True. Gradients will be None`. Only tensors passed as arguments count:
    those inside a list or dictionary are not seen. The reentrant form is also what an unstated `use_reentrant`
    still means.

    ## How to fix
    `use_reentrant=False` finds the parameters by itself. If the reentrant form has to stay, let an input require
    grad, for instance `x.requires_grad_()` on the data.

    ## When to suppress
    When the block has no parameters to train.
    """

    code: ClassVar[str] = "DTL216"
    name: ClassVar[str] = "checkpoint-without-grad"
    level: ClassVar[Level] = Level.WARNING
    failure_mode: ClassVar[FailureMode] = FailureMode.NONE
    summary: ClassVar[str] = (
        "Reentrant checkpointing of a block none of whose inputs requires grad: its parameters get no gradient"
    )
    related: ClassVar[tuple[str, ...]] = ("DTL219", "DTL210")
    references: ClassVar[tuple[str, ...]] = ("https://docs.pytorch.org/docs/stable/checkpoint.html",)
    no_fix_reason: ClassVar[str | None] = (
        "Non-reentrant checkpointing is the usual cure, but it may behave differently with hooks and in-place "
        "changes in the block."
    )

    def on_call_made(self, event: CallMade) -> None:
        """The reentrant checkpoint runs without graph when no input requires grad."""
        if event.name != "torch.utils.checkpoint.checkpoint" or len(event.arguments.positional) < 2:
            return
        machine = self.context.machine
        if event.arguments.keyword("use_reentrant") != Const(True) or self.context.engine.modes.grad.no:
            return
        function, *given = event.arguments.positional
        tensors = [tensor for item in given for tensor in machine.tensors_in(item)]
        if not tensors or any(self.context.engine.requires_grad_of(item).maybe for item in tensors):
            return
        trained = [item for item in machine.trainable_in(machine.narrow(function)) if item.requires_grad.yes]
        if not trained:
            return
        self.context.excuse("DTL210")
        self.context.report(
            self,
            event.site,
            "no input of this reentrant checkpoint requires grad, so the function inside is run without a graph: its "
            "parameters get no gradient",
            [(tensors[0].site, "this input requires no grad"), (event.site, "checkpointed here")],
            "pass `use_reentrant=False`",
        )
