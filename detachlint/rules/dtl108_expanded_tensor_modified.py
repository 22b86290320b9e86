"""DTL108: expanded tensor modified."""

from __future__ import annotations

from typing import ClassVar

from detachlint.finding import Applicability, FailureMode, Level
from detachlint.interpret import rewriting
from detachlint.rules.base import Rule
from detachlint.rules.context import label
from detachlint.shadow.events import WriteFault, WriteRefused


class ExpandedTensorModified(Rule):
    """The result of `expand`, `expand_as` or `broadcast_to` is changed in place. Several of its elements are one piece
    of memory, and torch raises "unsupported operation: more than one element of the written-to tensor refers to a
    single memory location".

    ## What torch does
    Expanding sets a stride to zero and copies nothing. A write would have to give one memory cell several values.
    Arithmetic in place, `copy_`, slice assignment and random fills are refused. `fill_`, `zero_`, `masked_fill_` and
    writes by index tensor go through, and change every row at once.

    ## How to fix
    Make it real memory first: `.clone()` or `.contiguous()`, or use `repeat`.

    ## When to suppress
    When the expanded dimensions are known to have size one.
    """

    code: ClassVar[str] = "DTL108"
    name: ClassVar[str] = "expanded-tensor-modified"
    level: ClassVar[Level] = Level.ERROR
    failure_mode: ClassVar[FailureMode] = FailureMode.RAISES
    summary: ClassVar[str] = "an expanded tensor, whose elements share memory, is changed in place"
    related: ClassVar[tuple[str, ...]] = ("DTL101",)
    references: ClassVar[tuple[str, ...]] = ("https://docs.pytorch.org/docs/stable/generated/torch.Tensor.expand.html",)

    def on_write_refused(self, event: WriteRefused) -> None:
        """Several elements of an expanded tensor are one piece of memory."""
        if event.fault is not WriteFault.EXPANDED:
            return
        self.context.report(
            self,
            event.site,
            f"{label(event.target)} is expanded: several of its elements share one piece of memory, so torch refuses "
            "to write it in place",
            [(event.target.site, "expanded here"), (event.site, "changed in place here")],
            "make it real memory first: `.clone()` or `.contiguous()`",
            rewriting.copied_where_made(event.target.site, event.site, ".clone()"),
            Applicability.UNSAFE,
        )
