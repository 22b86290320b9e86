"""DTL510: accumulation not scaled."""

from __future__ import annotations

from typing import ClassVar

from detachlint.finding import FailureMode, Level
from detachlint.rules.base import Rule


class AccumulationNotScaled(Rule):
    """Gradients of k batches are accumulated before a step, and neither the loss nor the gradients are divided by k:
    the step is k times as large as for one batch of that size.

    ## What torch does
    Backward adds to `.grad`.

    ## How to fix
    `(loss / k).backward()`.

    ## When to suppress
    When the loss is a sum, or the learning rate accounts for it.
    """

    code: ClassVar[str] = "DTL510"
    name: ClassVar[str] = "accumulation-not-scaled"
    level: ClassVar[Level] = Level.PEDANTIC
    failure_mode: ClassVar[FailureMode] = FailureMode.WRONG
    summary: ClassVar[str] = "gradients of several batches are added up without dividing the loss"
    related: ClassVar[tuple[str, ...]] = ("DTL501",)
    references: ClassVar[tuple[str, ...]] = ("https://docs.pytorch.org/docs/stable/notes/amp_examples.html",)
    no_fix_reason: ClassVar[str | None] = "Whether the sum is meant cannot be told."
