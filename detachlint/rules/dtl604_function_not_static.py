"""DTL604: function not static."""

from __future__ import annotations

from typing import ClassVar

from detachlint.finding import FailureMode, Level
from detachlint.interpret.events import ClassDefined
from detachlint.interpret.values import FunctionValue
from detachlint.rules.base import Rule


class FunctionNotStatic(Rule):
    """`forward` and `backward` of an `autograd.Function` are ordinary methods. Torch raises "Legacy autograd function
    with non-static forward method is deprecated".

    ## What torch does
    Since torch 1.5 functions are run through `apply`, with a `ctx` and no instance.

    ## How to fix
    Put `@staticmethod` above both, take `ctx` first, and call `Fn.apply(...)`.

    ## When to suppress
    Never; torch raises.
    """

    code: ClassVar[str] = "DTL604"
    name: ClassVar[str] = "function-not-static"
    level: ClassVar[Level] = Level.ERROR
    failure_mode: ClassVar[FailureMode] = FailureMode.RAISES
    summary: ClassVar[str] = "`forward` or `backward` of a custom function is not static"
    related: ClassVar[tuple[str, ...]] = ("DTL605",)
    references: ClassVar[tuple[str, ...]] = ("https://docs.pytorch.org/docs/stable/notes/extending.html",)

    def on_class_defined(self, event: ClassDefined) -> None:
        """``forward`` and ``backward`` of a function are static."""
        machine = self.context.machine
        if not machine.is_function_class(event.cls):
            return
        for name in ("forward", "backward", "setup_context", "vjp", "jvp", "vmap"):
            method = event.cls.attributes.get(name)
            if not isinstance(method, FunctionValue) or method.kind in ("staticmethod", "classmethod"):
                continue
            self.context.report(
                self,
                machine.name_site(method),
                f"`{event.cls.name}.{name}` is not a static method: torch runs functions through `apply` and raises on "
                "the old kind",
                [(event.site, f"`{event.cls.name}` is defined here")],
                "put `@staticmethod` above it and take `ctx` first",
            )
            machine.note_legacy_function(event.cls)
            return
