"""DTL605: function called directly."""

from __future__ import annotations

from typing import ClassVar

from detachlint.finding import FailureMode, Level
from detachlint.interpret import events
from detachlint.rules.base import Rule


class FunctionCalledDirectly(Rule):
    """A custom function is called as `Fn()(x)` or `Fn.forward(ctx, x)` rather than through `apply`. The first raises;
    the second is worse: it runs the operations inside, autograd differentiates those, and the custom `backward` is
    never used.

    ## What torch does
    Only `apply` records the function as a node of the graph. `Fn()(x)` raises "Legacy autograd function with non-static
    forward method is deprecated", although the method is static. `Fn.forward(None, x)` is an ordinary call: a
    straight-through estimator becomes the rounding it was to hide, a reversed gradient is not reversed. `Fn().apply(x)`
    works, but torch warns that instances "will raise an error in a future version".

    ## How to fix
    `Fn.apply(x)`, or once `fn = Fn.apply` and then `fn(x)`.

    ## When to suppress
    When the plain computation without the custom gradient is meant, as in a test of `forward`.
    """

    code: ClassVar[str] = "DTL605"
    name: ClassVar[str] = "function-called-directly"
    level: ClassVar[Level] = Level.ERROR
    failure_mode: ClassVar[FailureMode] = FailureMode.WRONG
    summary: ClassVar[str] = "a custom function is called without `apply`"
    related: ClassVar[tuple[str, ...]] = ("DTL604",)
    references: ClassVar[tuple[str, ...]] = ("https://docs.pytorch.org/docs/stable/notes/extending.html",)
    no_fix_reason: ClassVar[str | None] = "The call site has to be changed to `apply` together with the methods."

    def on_function_called_directly(self, event: events.FunctionCalledDirectly) -> None:
        """Not through ``apply``."""
        self.context.report(
            self,
            event.site,
            f"`{event.cls.name}` is called without `apply`: its backward is not used",
            [(event.site, "called directly here")],
            f"`{event.cls.name}.apply(...)`",
        )
