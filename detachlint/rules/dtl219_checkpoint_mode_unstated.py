"""DTL219: checkpoint-mode-unstated."""

from __future__ import annotations

from typing import ClassVar

from detachlint.finding import FailureMode, Level
from detachlint.interpret.events import CallMade
from detachlint.rules.base import Rule


class CheckpointModeUnstated(Rule):
    """`torch.utils.checkpoint.checkpoint(...)` is called without `use_reentrant`. Today that means the reentrant form,
    which cuts the gradient of blocks whose inputs require no grad (DTL216) and cannot be used with
    `torch.autograd.grad`. Torch warns at each such call and announces that it will become an error.

    ## What torch does
    The parameter was added so that the default could change. The warning says that
    `the use_reentrant parameter should be passed explicitly` and that calls without it will raise an exception
    `Starting in PyTorch 2.9`; 2.13 still warns and takes the reentrant form. `checkpoint_sequential` does the same.

    ## How to fix
    `use_reentrant=False`, which torch recommends, or `use_reentrant=True` to keep the present behaviour.

    ## When to suppress
    When the release of torch is pinned and the warning is accepted.
    """

    code: ClassVar[str] = "DTL219"
    name: ClassVar[str] = "checkpoint-mode-unstated"
    level: ClassVar[Level] = Level.WARNING
    failure_mode: ClassVar[FailureMode] = FailureMode.NOT_APPLICABLE
    summary: ClassVar[str] = "`checkpoint` is called without `use_reentrant`, whose default torch says it will drop"
    related: ClassVar[tuple[str, ...]] = ("DTL216",)
    references: ClassVar[tuple[str, ...]] = ("https://docs.pytorch.org/docs/stable/checkpoint.html",)
    no_fix_reason: ClassVar[str | None] = "The two modes differ in what they allow; the author has to choose."

    def on_call_made(self, event: CallMade) -> None:
        """``checkpoint`` without saying which kind."""
        if event.name != "torch.utils.checkpoint.checkpoint" or event.arguments.more:
            return
        if event.arguments.keyword("use_reentrant") is None:
            self.context.report(
                self,
                event.site,
                "`checkpoint` without `use_reentrant`: the default will change, and torch asks for it to be stated",
                [(event.site, "not stated here")],
                "pass `use_reentrant=False`",
            )
