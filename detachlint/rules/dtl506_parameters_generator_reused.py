"""DTL506: parameters generator reused."""

from __future__ import annotations

from typing import ClassVar

from detachlint.finding import Applicability, FailureMode, Level
from detachlint.interpret import rewriting
from detachlint.interpret.events import IteratorReused
from detachlint.interpret.values import TupleValue
from detachlint.rules.base import Rule
from detachlint.shadow.tensor import Tensor


class ParametersGeneratorReused(Rule):
    """`params = model.parameters()` (or a `filter`, `chain` or generator expression) is consumed twice. The first
    consumer, often the optimizer, takes everything; the second (clipping, freezing, a second optimizer, EMA) gets
    nothing, silently.

    ## What torch does
    `parameters()` returns a generator.

    ## How to fix
    `list(model.parameters())`.

    ## When to suppress
    Never; the second loop does nothing.
    """

    code: ClassVar[str] = "DTL506"
    name: ClassVar[str] = "parameters-generator-reused"
    level: ClassVar[Level] = Level.ERROR
    failure_mode: ClassVar[FailureMode] = FailureMode.NONE
    summary: ClassVar[str] = "a one-shot iterator over parameters is used twice"
    related: ClassVar[tuple[str, ...]] = ("DTL512", "DTL505")
    references: ClassVar[tuple[str, ...]] = (
        "https://docs.pytorch.org/docs/stable/generated/torch.nn.Module.html#torch.nn.Module.parameters",
    )

    def on_iterator_reused(self, event: IteratorReused) -> None:
        """An iterator over parameters is asked again, and has nothing left."""
        items = (*event.iterator.items, event.iterator.rest)
        if event.iterator.site is None or not any(_is_parameter(item) for item in items):
            return
        first = event.spent[0]
        self.context.report(
            self,
            event.iterator.site,
            f"`{event.iterator.site.text}` can be consumed once: line {first.site.row} takes everything, and line "
            f"{event.site.row} gets nothing",
            [
                (event.iterator.site, "a one-shot iterator"),
                (first.site, "consumed here"),
                (event.site, "empty here"),
            ],
            f"make it a list: `list({event.iterator.site.text})`",
            rewriting.wrapped(event.iterator.site, "list"),
            Applicability.UNSAFE,
        )


def _is_parameter(item: object) -> bool:
    if isinstance(item, TupleValue):
        return any(_is_parameter(part) for part in item.items)
    return isinstance(item, Tensor) and item.parameter
