"""DTL212: grad-mode-not-called."""

from __future__ import annotations

from typing import ClassVar

from detachlint.finding import Applicability, FailureMode, Level
from detachlint.interpret import rewriting
from detachlint.interpret.events import ManagerEntered
from detachlint.interpret.values import External
from detachlint.rules.base import Rule


class GradModeNotCalled(Rule):
    """`with torch.no_grad:`, `with torch.inference_mode:`, `with torch.enable_grad:` and
    `with torch.set_grad_enabled:` lack the parentheses. The statement raises as soon as it runs, often long after
    training began, when the first evaluation is due.

    ## What torch does
    These names are classes, and a class object is no context manager. Python says
    `'type' object does not support the context manager protocol` (3.11 and newer) or `AttributeError: __enter__`
    (3.10). As decorators, `@torch.no_grad`, `@torch.enable_grad` and `@torch.inference_mode` do work without
    parentheses in current releases, older ones need them.

    ## How to fix
    Write `with torch.no_grad():`. For `set_grad_enabled` the argument is needed too:
    `with torch.set_grad_enabled(False):`.

    ## When to suppress
    Never; the statement cannot succeed.
    """

    code: ClassVar[str] = "DTL212"
    name: ClassVar[str] = "grad-mode-not-called"
    level: ClassVar[Level] = Level.ERROR
    failure_mode: ClassVar[FailureMode] = FailureMode.RAISES
    summary: ClassVar[str] = "`with torch.no_grad:` names the class and does not make a context"
    related: ClassVar[tuple[str, ...]] = ("DTL213",)
    references: ClassVar[tuple[str, ...]] = (
        "https://docs.pytorch.org/docs/stable/generated/torch.no_grad.html",
        "https://docs.pytorch.org/docs/stable/generated/torch.autograd.grad_mode.inference_mode.html",
    )

    def on_manager_entered(self, event: ManagerEntered) -> None:
        """The class is used as context manager, not an object of it."""
        if not isinstance(event.value, External) or event.value.name not in MANAGERS:
            return
        short = event.value.name
        argument = "False" if "set_grad" in short else ""
        self.context.report(
            self,
            event.site,
            f"`{short}` is the class, not a context manager made from it: `with` will raise",
            [(event.site, "not called")],
            f"call it: `with {event.site.text}({argument}):`",
            () if argument else rewriting.insert_call(event.site),
            Applicability.SAFE,
        )


NAMES = ("no_grad", "inference_mode", "enable_grad", "set_grad_enabled")
MANAGERS = frozenset(f"{module}.{name}" for module in ("torch", "torch.autograd") for name in NAMES)
