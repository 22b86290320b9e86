"""DTL610: module forward called."""

from __future__ import annotations

from typing import ClassVar

from detachlint.finding import FailureMode, Level
from detachlint.rules.base import Rule


class ModuleForwardCalled(Rule):
    """`model.forward(x)` is called from outside. It computes the same value and skips every hook: those that watch or
    scale gradients, those that keep features, those behind pruning and spectral norm, and the reduction of gradients in
    DistributedDataParallel.

    ## What torch does
    Hooks run in `Module.__call__`, which calls `forward`. They may be registered far away, by a library, after the call
    was written.

    ## How to fix
    `model(x)`.

    ## When to suppress
    When hooks are meant to be skipped. `super().forward(...)` is not reported.
    """

    code: ClassVar[str] = "DTL610"
    name: ClassVar[str] = "module-forward-called"
    level: ClassVar[Level] = Level.PEDANTIC
    failure_mode: ClassVar[FailureMode] = FailureMode.WRONG
    summary: ClassVar[str] = "`model.forward(x)` is called from outside, which skips hooks"
    related: ClassVar[tuple[str, ...]] = ("DTL606",)
    references: ClassVar[tuple[str, ...]] = ("https://docs.pytorch.org/docs/stable/generated/torch.nn.Module.html",)
    no_fix_reason: ClassVar[str | None] = (
        "Hooks of the module would begin to run, which may be why `forward` is called."
    )
