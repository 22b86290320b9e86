"""DTL509: bootstrapped target with grad."""

from __future__ import annotations

from typing import ClassVar

from detachlint.finding import FailureMode, Level
from detachlint.rules.base import Rule


class BootstrappedTargetWithGrad(Rule):
    """The target of a regression is computed with the same module as the prediction, without detach or `no_grad`. The
    gradient then moves the target towards the prediction as well.

    ## What torch does
    Both sides of the loss are differentiated.

    ## How to fix
    Compute the target under `torch.no_grad()`, or detach it.

    ## When to suppress
    For residual-gradient methods, where this is meant.
    """

    code: ClassVar[str] = "DTL509"
    name: ClassVar[str] = "bootstrapped-target-with-grad"
    level: ClassVar[Level] = Level.PEDANTIC
    failure_mode: ClassVar[FailureMode] = FailureMode.WRONG
    summary: ClassVar[str] = "a regression target keeps the graph of the module it is compared with"
    related: ClassVar[tuple[str, ...]] = ("DTL508",)
    references: ClassVar[tuple[str, ...]] = ("https://docs.pytorch.org/docs/stable/generated/torch.no_grad.html",)
    no_fix_reason: ClassVar[str | None] = (
        "Whether the target is meant to be a constant is a decision about the algorithm."
    )
