"""DTL213: grad-mode-discarded."""

from __future__ import annotations

from typing import ClassVar

from detachlint.finding import Applicability, FailureMode, Level
from detachlint.interpret import rewriting
from detachlint.interpret.events import CallMade, StatementEvaluated
from detachlint.interpret.models.managers import Manager
from detachlint.interpret.values import ArrayValue, Unknown
from detachlint.rules.base import Rule
from detachlint.shadow.tensor import Tensor


class GradModeDiscarded(Rule):
    """`torch.no_grad()`, `torch.enable_grad()` or `torch.inference_mode()` as a statement creates a context manager
    and drops it. Grad mode is what it was before: the evaluation builds a graph, the target gets a gradient, the
    attack inside `no_grad` has none.

    ## What torch does
    The three act when they are entered, by `with` or as a decorator. Creating one has no effect.
    `torch.set_grad_enabled(False)` is the exception: it switches when it is called, so it works as a statement, and
    stays in force (see DTL217).

    ## How to fix
    `with torch.no_grad():` around the lines that need it, or `@torch.no_grad()` on the function.

    ## When to suppress
    Never; remove the statement if grad mode is to stay on.
    """

    code: ClassVar[str] = "DTL213"
    name: ClassVar[str] = "grad-mode-discarded"
    level: ClassVar[Level] = Level.ERROR
    failure_mode: ClassVar[FailureMode] = FailureMode.NO_OP
    summary: ClassVar[str] = "`torch.no_grad()` stands as a statement of its own and switches nothing"
    related: ClassVar[tuple[str, ...]] = ("DTL212", "DTL203", "DTL217")
    references: ClassVar[tuple[str, ...]] = (
        "https://docs.pytorch.org/docs/stable/generated/torch.no_grad.html",
        "https://docs.pytorch.org/docs/stable/generated/torch.set_grad_enabled.html",
    )

    def on_statement_evaluated(self, event: StatementEvaluated) -> None:
        """A manager that nobody enters."""
        if isinstance(event.value, Manager) and event.value.name in MANAGERS:
            self.context.report(
                self,
                event.site,
                f"`{event.value.name}()` as a statement does nothing: it works only as `with` block or decorator",
                [(event.site, "made and dropped here")],
                f"`with {event.value.name}():` around what is meant, or `torch.set_grad_enabled(...)` as a statement",
                rewriting.with_rest_of_block(event.site),
                Applicability.UNSAFE,
            )

    def on_call_made(self, event: CallMade) -> None:
        """A manager wrapped around a value, as ``volatile`` once was."""
        if event.name not in MANAGERS or event.name == "torch.inference_mode" or not event.arguments.positional:
            return
        given = self.context.machine.narrow(event.arguments.positional[0])
        if isinstance(given, (Tensor, ArrayValue)) or (isinstance(given, Unknown) and given.kind in ("any", "tensor")):
            self.context.report(
                self,
                event.site,
                f"`{event.name}(...)` does not take a tensor: it wraps what it is given as if it were a function, and "
                "the result is no tensor",
                [(event.site, "wrapped here")],
                f"`with {event.name}():` around the computation",
            )
            self.context.excuse("DTL409")


MANAGERS = frozenset({"torch.no_grad", "torch.inference_mode", "torch.enable_grad"})
