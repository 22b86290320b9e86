"""DTL607: function backward cut."""

from __future__ import annotations

from typing import ClassVar

from detachlint.finding import FailureMode, Level
from detachlint.rules.base import Rule


class FunctionBackwardCut(Rule):
    """`backward` of a custom function goes through `detach()`, `.data` or NumPy without `once_differentiable`. A
    second derivative through it is silently zero or wrong.

    ## What torch does
    With `create_graph=True` the backward pass is recorded like any other code.

    ## How to fix
    Compute with differentiable operations, or decorate `backward` with `@once_differentiable`, so that a second
    derivative raises.

    ## When to suppress
    When no second derivative is ever taken.
    """

    code: ClassVar[str] = "DTL607"
    name: ClassVar[str] = "function-backward-cut"
    level: ClassVar[Level] = Level.PEDANTIC
    failure_mode: ClassVar[FailureMode] = FailureMode.NONE
    summary: ClassVar[str] = "a custom backward cuts the graph, so double backward is silently wrong"
    related: ClassVar[tuple[str, ...]] = ("DTL405",)
    references: ClassVar[tuple[str, ...]] = ("https://docs.pytorch.org/docs/stable/notes/extending.html",)
    no_fix_reason: ClassVar[str | None] = "Whether a second derivative is wanted is the author's decision."
