"""DTL109: no grad view modified."""

from __future__ import annotations

from typing import ClassVar

from detachlint.finding import FailureMode, Level
from detachlint.rules.base import Rule
from detachlint.rules.context import label
from detachlint.shadow.events import WriteFault, WriteRefused


class NoGradViewModified(Rule):
    """A view that was made under `no_grad` (or inference mode) is changed in place with grad mode on, by something
    that requires grad. Torch raises "A view was created in no_grad mode and is being modified inplace with grad
    mode enabled".

    ## What torch does
    The view has no place in the graph, so the write could not be recorded in the history of its base.
    Torch could keep the view apart or rewrite the base; since it cannot know which is meant, it refuses. A view made in
    inference mode is refused with words of its own.

    ## How to fix
    Make the view and write it in the same grad mode.

    ## When to suppress
    Never; torch raises on this path.
    """

    code: ClassVar[str] = "DTL109"
    name: ClassVar[str] = "no-grad-view-modified"
    level: ClassVar[Level] = Level.ERROR
    failure_mode: ClassVar[FailureMode] = FailureMode.RAISES
    summary: ClassVar[str] = "a view made under `no_grad` is changed in place with grad mode on"
    related: ClassVar[tuple[str, ...]] = ("DTL106", "DTL111")
    references: ClassVar[tuple[str, ...]] = ("https://docs.pytorch.org/docs/stable/generated/torch.no_grad.html",)
    no_fix_reason: ClassVar[str | None] = (
        "Either the view belongs under grad mode or the write under `no_grad`: the two train differently."
    )

    def on_write_refused(self, event: WriteRefused) -> None:
        """A view made without grad mode is written with it."""
        if event.fault is not WriteFault.NO_GRAD_VIEW:
            return
        self.context.report(
            self,
            event.site,
            f"{label(event.target)} is a view that was made under `no_grad`, and it is changed in place with grad mode "
            "on: torch will raise",
            [(event.target.site, "the view is made here"), (event.site, "changed in place here")],
            "make and write the view in the same grad mode",
        )
