"""DTL303: requires grad misspelt."""

from __future__ import annotations

from typing import ClassVar

from detachlint.finding import Applicability, FailureMode, Level
from detachlint.interpret import rewriting
from detachlint.interpret.events import AttributeSet, CallMade
from detachlint.interpret.values import Instance, Unknown
from detachlint.rules.base import Rule
from detachlint.shadow.tensor import Tensor


class RequiresGradMisspelt(Rule):
    """`p.require_grad = False` and the like: Python accepts any attribute on a tensor or module, so a misspelt flag
    changes nothing.

    ## What torch does
    Nothing: it never looks at the attribute. As a keyword of a torch function the misspelling raises TypeError.

    ## How to fix
    Write `requires_grad`.

    ## When to suppress
    When the attribute is your own and read by your own code.
    """

    code: ClassVar[str] = "DTL303"
    name: ClassVar[str] = "requires-grad-misspelt"
    level: ClassVar[Level] = Level.ERROR
    failure_mode: ClassVar[FailureMode] = FailureMode.NO_OP
    summary: ClassVar[str] = "`requires_grad` is misspelt"
    related: ClassVar[tuple[str, ...]] = ("DTL302",)
    references: ClassVar[tuple[str, ...]] = (
        "https://docs.pytorch.org/docs/stable/generated/torch.Tensor.requires_grad.html",
    )

    def on_attribute_set(self, event: AttributeSet) -> None:
        """A misspelt flag on a tensor or a module."""
        if event.name not in MISSPELT:
            return
        receiver = self.context.machine.narrow(event.receiver)
        is_module = isinstance(receiver, Instance) and self.context.machine.is_module(receiver)
        if isinstance(receiver, Tensor) or is_module or (isinstance(receiver, Unknown) and receiver.tensor is not None):
            self._report(event, event.name)
        if isinstance(receiver, Tensor):
            self.context.forgive(receiver)

    def on_call_made(self, event: CallMade) -> None:
        """A misspelt keyword of a torch function."""
        if not event.name.startswith("torch."):
            return
        for name in event.arguments.keywords or {}:
            if name in MISSPELT:
                self._report(event, name)

    def _report(self, event: AttributeSet | CallMade, name: str) -> None:
        self.context.report(
            self,
            event.site,
            f"`{name}` means nothing to torch: the flag is called `requires_grad`",
            [(event.site, "misspelt here")],
            f"write `requires_grad` for `{name}`",
            rewriting.rename_word(event.site, name, "requires_grad"),
            Applicability.UNSAFE,
        )


MISSPELT = frozenset(
    [
        "require_grad",
        "requires_gradient",
        "require_gradient",
        "required_grad",
        "requires_grads",
        "require_grads",
        "requiers_grad",
        "requres_grad",
        "requiresgrad",
        "requires_gard",
        "reqiures_grad",
        "required_gradient",
    ]
)
