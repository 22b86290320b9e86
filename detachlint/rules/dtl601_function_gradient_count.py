"""DTL601: function gradient count."""

from __future__ import annotations

from typing import ClassVar

from detachlint.finding import FailureMode, Level
from detachlint.interpret.events import FunctionClassRun
from detachlint.rules.base import Rule


class FunctionGradientCount(Rule):
    """`backward` of an `autograd.Function` returns a different number of values than `forward` was given. Torch raises
    "function ScaleBackward returned an incorrect number of gradients (expected 2, got 1)". It is met when an argument
    is added to `forward` and `backward` is forgotten.

    ## What torch does
    When the backward pass reaches the function, it counts the values against the arguments that `apply` was given,
    tensors or not, `ctx` left out. Each needs one value, None where there is no gradient. Trailing `None`s beyond that
    number are accepted, so an optional argument may have its None whether it was given or not. A gradient for an
    argument that is no tensor raises too ("returned a gradient different than None at position 2").

    ## How to fix
    Return one value for each argument in the order of `forward`: `return grad * ctx.factor, None`.

    ## When to suppress
    When every call of `apply` gives fewer arguments than `forward` declares.
    """

    code: ClassVar[str] = "DTL601"
    name: ClassVar[str] = "function-gradient-count"
    level: ClassVar[Level] = Level.ERROR
    failure_mode: ClassVar[FailureMode] = FailureMode.RAISES
    summary: ClassVar[str] = (
        "`backward` of a custom function returns another number of gradients than `forward` has inputs"
    )
    related: ClassVar[tuple[str, ...]] = ("DTL604", "DTL611")
    references: ClassVar[tuple[str, ...]] = ("https://docs.pytorch.org/docs/stable/notes/extending.html",)
    no_fix_reason: ClassVar[str | None] = "Which input the missing gradient belongs to cannot be told."

    def on_function_class_run(self, event: FunctionClassRun) -> None:
        """``backward`` gives fewer (or more) gradients than ``forward`` has inputs."""
        if event.open_ended:
            return
        expected = len(event.inputs)
        for site, count, needed in event.gradient_counts:
            if count is None or site is None or needed <= expected <= count:
                continue
            self.context.report(
                self,
                site,
                f"`{event.cls.name}.backward` returns {count} gradient{'s' if count != 1 else ''}, but `forward` has "
                f"{expected} input{'s' if expected != 1 else ''}: torch will raise",
                [(event.site, f"`{event.cls.name}` is defined here"), (site, f"returns {count}")],
                "return one value for each input of `forward` (after `ctx`), None where there is no gradient",
            )
