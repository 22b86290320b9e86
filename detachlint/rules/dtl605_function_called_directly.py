"""DTL605: function called directly."""

from __future__ import annotations

from typing import ClassVar

from detachlint.finding import FailureMode, Level
from detachlint.interpret import events
from detachlint.rules.base import Rule


class FunctionCalledDirectly(Rule):
    """`Fn()(x)` or `Fn.forward(ctx, x)`: the custom backward is not used. Autograd differentiates the operations
    inside, or torch raises.

    ## What torch does
    Only `apply` records the function as a node of the graph.

    ## How to fix
    `Fn.apply(x)`.

    ## When to suppress
    When the plain computation without the custom gradient is meant.
    """

    code: ClassVar[str] = "DTL605"
    name: ClassVar[str] = "function-called-directly"
    level: ClassVar[Level] = Level.ERROR
    failure_mode: ClassVar[FailureMode] = FailureMode.WRONG
    summary: ClassVar[str] = "a custom function is called without `apply`"
    related: ClassVar[tuple[str, ...]] = ("DTL604",)
    references: ClassVar[tuple[str, ...]] = ("https://docs.pytorch.org/docs/stable/notes/extending.html",)

    def on_function_called_directly(self, event: events.FunctionCalledDirectly) -> None:
        """Not through ``apply``."""
        self.context.report(
            self,
            event.site,
            f"`{event.cls.name}` is called without `apply`: its backward is not used",
            [(event.site, "called directly here")],
            f"`{event.cls.name}.apply(...)`",
        )
