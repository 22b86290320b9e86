"""DTL603: function dirty not marked."""

from __future__ import annotations

from typing import ClassVar

from detachlint.finding import FailureMode, Level
from detachlint.interpret.events import FunctionClassRun
from detachlint.interpret.values import Unknown
from detachlint.rules.base import Rule
from detachlint.rules.context import Context, label
from detachlint.shadow.events import Written
from detachlint.shadow.tensor import Tensor


class FunctionDirtyNotMarked(Rule):
    """`forward` of a custom function writes into its input and does not call `ctx.mark_dirty`. Autograd does not know
    that the input changed: whatever else uses it computes with the new value, and gets the gradient of the old one.

    ## What torch does
    Grad mode is off inside `forward`, so the write itself is not recorded. `mark_dirty` makes the function the maker of
    the changed input, so that its other users come after it in the graph. Without it the version counter still moves,
    so an operation that had *saved* the input raises; one that had not is silently wrong. Even a leaf that requires
    grad is changed without a word, where `mark_dirty` raises "a leaf Variable that requires grad has been used in an
    in-place operation".

    ## How to fix
    Either `ctx.mark_dirty(x)` and return `x` itself (torch raises if what is marked is not returned), or compute a new
    tensor and leave the input alone.

    ## When to suppress
    When the input is scratch space that nobody reads again.
    """

    code: ClassVar[str] = "DTL603"
    name: ClassVar[str] = "function-dirty-not-marked"
    level: ClassVar[Level] = Level.ERROR
    failure_mode: ClassVar[FailureMode] = FailureMode.WRONG
    summary: ClassVar[str] = "`forward` of a custom function changes its input without `mark_dirty`"
    related: ClassVar[tuple[str, ...]] = ("DTL602", "DTL101")
    references: ClassVar[tuple[str, ...]] = ("https://docs.pytorch.org/docs/stable/notes/extending.html",)
    no_fix_reason: ClassVar[str | None] = "Whether the input should be marked or copied is the author's decision."

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._written: dict[Tensor, Written] = {}

    def on_written(self, event: Written) -> None:
        """Remember in-place writes."""
        self._written.setdefault(event.target, event)

    def on_function_class_run(self, event: FunctionClassRun) -> None:
        """``forward`` writes an input and does not say so."""
        for item in event.inputs:
            tensor = item.tensor if isinstance(item, Unknown) else None
            written = self._written.get(tensor) if tensor is not None else None
            if written is None or any(item is known or tensor is known for known in event.dirty):
                continue
            name = label(tensor)
            self.context.report(
                self,
                written.site,
                f"`{event.cls.name}.forward` changes its input {name} in place without `ctx.mark_dirty`: autograd does "
                "not know, and gradients of other users are wrong",
                [(written.site, "changed in place here")],
                f"`ctx.mark_dirty({name.strip('`')})` and return it, or work on a clone",
            )
