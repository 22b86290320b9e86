"""DTL407: method not called."""

from __future__ import annotations

from typing import ClassVar

from detachlint.finding import Applicability, FailureMode, Level
from detachlint.interpret import rewriting
from detachlint.interpret.events import StatementEvaluated
from detachlint.interpret.values import BoundMethod, Instance, NativeMethod, Unknown
from detachlint.rules.base import Rule


class MethodNotCalled(Rule):
    """`optimizer.zero_grad`, `loss.backward` or `scheduler.step` as a statement: without parentheses Python only looks
    the method up.

    ## What torch does
    Nothing.

    ## How to fix
    Add `()`.

    ## When to suppress
    Never; the statement does nothing.
    """

    code: ClassVar[str] = "DTL407"
    name: ClassVar[str] = "method-not-called"
    level: ClassVar[Level] = Level.ERROR
    failure_mode: ClassVar[FailureMode] = FailureMode.NO_OP
    summary: ClassVar[str] = "a method such as `backward` or `zero_grad` is named and not called"
    related: ClassVar[tuple[str, ...]] = ("DTL501", "DTL213")
    references: ClassVar[tuple[str, ...]] = ("https://docs.pytorch.org/docs/stable/optim.html",)

    def on_statement_evaluated(self, event: StatementEvaluated) -> None:
        """A method is named and not called."""
        method = event.name[1:] if event.name.startswith(".") else ""
        if method not in METHODS:
            return
        value = self.context.machine.narrow(event.callee)
        if not isinstance(value, (NativeMethod, BoundMethod, Unknown)):
            return
        if isinstance(value, Unknown) and not self._acts(method, event.receiver):
            return
        self.context.report(
            self,
            event.site,
            f"`{event.site.text}` only names the method: nothing happens without `()`",
            [(event.site, "not called")],
            f"call it: `{event.site.text}()`",
            rewriting.insert_call(event.site),
            Applicability.UNSAFE,
        )
        if method == "zero_grad":
            self.context.excuse("DTL501")

    def _acts(self, method: str, receiver: object) -> bool:
        """Whether something unknown is likely to be what the method's name says."""
        if method in ("backward", "zero_grad", "step") or isinstance(receiver, Instance):
            return True
        return isinstance(receiver, Unknown) and (receiver.origin or "").startswith("torch.amp.GradScaler")


METHODS = frozenset({"backward", "step", "zero_grad", "update", "eval", "train", "detach_", "requires_grad_"})
