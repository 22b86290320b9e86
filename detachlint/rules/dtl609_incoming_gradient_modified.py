"""DTL609: incoming gradient modified."""

from __future__ import annotations

from typing import ClassVar

from detachlint.finding import FailureMode, Level
from detachlint.interpret.events import FunctionClassRun, HookRun
from detachlint.rules.base import Rule
from detachlint.rules.context import Context, label
from detachlint.shadow.events import Written
from detachlint.shadow.tensor import Tensor


class IncomingGradientModified(Rule):
    """A tensor or module hook, or a custom `backward`, writes into the gradient it is given. The same tensor can be the
    gradient of other branches of the graph, which then get the changed value.

    ## What torch does
    Gradients are passed on without copying where the operation allows it: an addition gives one and the same tensor to
    all its operands, so that a residual branch and its skip connection share it. Whoever runs first changes it for the
    others, and the order depends on which branch was computed last. The documentation forbids changing gradients in
    place.

    ## How to fix
    Return a new tensor (`return grad * 0.5`, `return grad * mask, None`), or clone first. For a module's incoming
    gradient return a tuple from a `register_full_backward_pre_hook`.

    ## When to suppress
    When the gradient is known to have no other user.
    """

    code: ClassVar[str] = "DTL609"
    name: ClassVar[str] = "incoming-gradient-modified"
    level: ClassVar[Level] = Level.WARNING
    failure_mode: ClassVar[FailureMode] = FailureMode.WRONG
    summary: ClassVar[str] = "a hook or a custom backward changes the gradient it is given in place"
    related: ClassVar[tuple[str, ...]] = ("DTL602", "DTL606")
    references: ClassVar[tuple[str, ...]] = (
        "https://docs.pytorch.org/docs/stable/notes/extending.html",
        "https://docs.pytorch.org/docs/stable/generated/torch.Tensor.register_hook.html",
    )
    no_fix_reason: ClassVar[str | None] = (
        "The new gradient has to be returned from the hook, which may have several ends."
    )

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._written: dict[Tensor, Written] = {}

    def on_written(self, event: Written) -> None:
        """Remember in-place writes."""
        self._written.setdefault(event.target, event)

    def on_function_class_run(self, event: FunctionClassRun) -> None:
        """``backward`` changes the gradient it is given."""
        for gradient in event.gradients:
            self._check(gradient, f"`{event.cls.name}.backward`")

    def on_hook_run(self, event: HookRun) -> None:
        """A hook changes the gradient it is given."""
        for gradient in event.gradients:
            self._check(gradient, "this hook")

    def _check(self, gradient: object, who: str) -> None:
        written = self._written.get(gradient) if isinstance(gradient, Tensor) else None
        if written is None:
            return
        self.context.report(
            self,
            written.site,
            f"{who} changes the gradient it is given in place: other branches of the graph share it",
            [(written.site, f"{label(written.target)} is changed here")],
            "return a new gradient, or clone it first",
        )
