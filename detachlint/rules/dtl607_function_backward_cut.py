"""DTL607: function backward cut."""

from __future__ import annotations

from typing import ClassVar

from detachlint.finding import FailureMode, Level
from detachlint.rules.base import Rule


class FunctionBackwardCut(Rule):
    """`backward` of a custom function goes through `detach()`, `.data` or NumPy without `once_differentiable`. The
    first derivative is right. A second one (gradient penalty, MAML, Hessian product) takes the cut part for a constant:
    it is missing or wrong, and nothing is raised as long as another part of the graph survives.

    ## What torch does
    With `create_graph=True` the operations in `backward` are recorded like any others, and differentiated as they
    stand. `@once_differentiable` runs `backward` without recording and raises when a second derivative is asked for.

    ## How to fix
    Compute with differentiable operations on `ctx.saved_tensors`, call another custom function for what NumPy does, or
    decorate `backward` with `@once_differentiable` below `@staticmethod`. `torch.autograd.gradgradcheck(Fn.apply,
    inputs)` tells whether it is right.

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
