"""DTL906: zero-dim-indexed."""

from __future__ import annotations

from typing import ClassVar

from detachlint.finding import FailureMode, Level
from detachlint.interpret.events import ItemRead
from detachlint.interpret.values import Const
from detachlint.rules.base import Rule
from detachlint.rules.context import label
from detachlint.shadow.tensor import Tensor


class ZeroDimIndexed(Rule):
    """`loss[0]` or `loss.data[0]` on a result that has no dimension raises
    `IndexError: invalid index of a 0-dim tensor`. It is how one read a loss before 0.4.

    ## What torch does
    Full reductions (`sum()`, `mean()`), losses and `item`-like selections return tensors with no dimension since
    0.4; before they had one element in one dimension. Indexing them by a number was a warning at first and has been
    an error since the next major release. `t[...]`, `t[()]` and `t[None]` are allowed.

    ## How to fix
    `loss.item()` for the number.

    ## When to suppress
    When the exception is expected, for instance in a test.
    """

    code: ClassVar[str] = "DTL906"
    name: ClassVar[str] = "zero-dim-indexed"
    level: ClassVar[Level] = Level.ERROR
    failure_mode: ClassVar[FailureMode] = FailureMode.RAISES
    summary: ClassVar[str] = "A result without dimensions is indexed, as in `loss.data[0]`"
    related: ClassVar[tuple[str, ...]] = ("DTL901", "DTL403")
    references: ClassVar[tuple[str, ...]] = ("https://docs.pytorch.org/docs/stable/generated/torch.Tensor.item.html",)
    no_fix_reason: ClassVar[str | None] = (
        "The number (`loss.item()`) and the tensor (`loss`) are both possible and differ in whether the graph is kept."
    )

    def on_item_read(self, event: ItemRead) -> None:
        """``loss.data[0]``."""
        tensor = event.receiver
        if not isinstance(tensor, Tensor) or not tensor.known or not isinstance(event.key, Const):
            return
        source = tensor.alias_of if tensor.alias is not None and tensor.alias_of is not None else tensor
        if not source.no_dimension or not isinstance(event.key.value, int):
            return
        name = label(source)
        self.context.report(
            self,
            event.site,
            f"{name} has no dimension to index: torch raises IndexError since 0.5",
            [(source.site, f"{name} is computed here"), (event.site, "indexed here")],
            f"`{name.strip('`')}.item()`",
        )
