"""DTL610: module forward called."""

from __future__ import annotations

from typing import ClassVar

from detachlint.finding import FailureMode, Level
from detachlint.rules.base import Rule


class ModuleForwardCalled(Rule):
    """`model.forward(x)` skips forward and backward hooks, and with DistributedDataParallel the reduction of
    gradients.

    ## What torch does
    Hooks run in `__call__`.

    ## How to fix
    `model(x)`.

    ## When to suppress
    When hooks are meant to be skipped.
    """

    code: ClassVar[str] = "DTL610"
    name: ClassVar[str] = "module-forward-called"
    level: ClassVar[Level] = Level.PEDANTIC
    failure_mode: ClassVar[FailureMode] = FailureMode.WRONG
    summary: ClassVar[str] = "`model.forward(x)` is called from outside, which skips hooks"
    related: ClassVar[tuple[str, ...]] = ("DTL606",)
    references: ClassVar[tuple[str, ...]] = ("https://docs.pytorch.org/docs/stable/generated/torch.nn.Module.html",)
