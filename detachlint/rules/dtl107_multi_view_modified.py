"""DTL107: multi view modified."""

from __future__ import annotations

from typing import ClassVar

from detachlint.finding import FailureMode, Level
from detachlint.rules.base import Rule
from detachlint.rules.context import label
from detachlint.shadow.events import WriteFault, WriteRefused


class MultiViewModified(Rule):
    """An output of `unbind`, `split` or `chunk`, or a row met while iterating over a tensor, is changed in place while
    gradients are needed. Torch raises "Output 0 of UnbindBackward0 is a view and is being modified inplace".

    ## What torch does
    A function that returns several views makes one graph node for all of them. Writing to one would have to rewrite
    the history of the others, which torch does not do. A view by index (`x[0]`) has its own node and can be
    written.

    ## How to fix
    Index the tensor where it is written (`x[i].add_(1)`), or build a new tensor from the parts.

    ## When to suppress
    Never; torch raises on this path.
    """

    code: ClassVar[str] = "DTL107"
    name: ClassVar[str] = "multi-view-modified"
    level: ClassVar[Level] = Level.ERROR
    failure_mode: ClassVar[FailureMode] = FailureMode.RAISES
    summary: ClassVar[str] = "one of several views made at once is changed in place"
    related: ClassVar[tuple[str, ...]] = ("DTL106", "DTL202")
    references: ClassVar[tuple[str, ...]] = ("https://docs.pytorch.org/docs/stable/tensor_view.html",)
    no_fix_reason: ClassVar[str | None] = (
        "The views can be written one by one by index, copied, or put together anew: which is meant depends "
        "on what comes after."
    )

    def on_write_refused(self, event: WriteRefused) -> None:
        """Torch refuses in-place writes to one of several views made at once."""
        if event.fault is not WriteFault.MULTI_VIEW:
            return
        self.context.report(
            self,
            event.site,
            f"{label(event.target)} is one of several views made at once (`unbind`, `split`, `chunk`, iteration), and "
            "torch refuses to change such a view in place when gradients are needed",
            [(event.target.site, "the view is made here"), (event.site, "changed in place here")],
            "index the tensor (`x[i]`) where it is written, or build a new tensor from the parts",
        )
