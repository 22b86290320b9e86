"""DTL604: function not static."""

from __future__ import annotations

from typing import ClassVar

from detachlint.finding import Applicability, FailureMode, Level
from detachlint.interpret import rewriting
from detachlint.interpret.events import ClassDefined
from detachlint.interpret.values import FunctionValue
from detachlint.rules.base import Rule


class FunctionNotStatic(Rule):
    """`forward` and `backward` of an `autograd.Function` are ordinary methods, as they were written in torch's first
    releases. The call that goes with them, `Fn()(x)`, raises "Legacy autograd function with non-static forward method
    is deprecated".

    ## What torch does
    A function runs through `Fn.apply(x)`, which calls `forward` and `backward` on the class, with a `ctx` and no
    instance. What `__init__` put on `self` cannot be reached from there: it ends in "'FnBackward' object has no
    attribute …". `Fn.apply` on methods that only lack the decorator happens to work, since their first argument is then
    `ctx`, whatever it is called.

    ## How to fix
    Put `@staticmethod` above both methods, take `ctx` first, pass what `__init__` was given as further arguments of
    `forward` (with a None for each in `backward`), and call `Fn.apply(...)`.

    ## When to suppress
    When the class is only ever used through `apply` and keeps nothing on `self`.
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
                rewriting.static(machine.name_site(method)),
                Applicability.UNSAFE,
            )
            machine.note_legacy_function(event.cls)
            return
