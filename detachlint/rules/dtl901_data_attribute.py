"""DTL901: data-attribute."""

from __future__ import annotations

from typing import ClassVar

from detachlint.finding import Applicability, FailureMode, Level
from detachlint.interpret import rewriting
from detachlint.interpret.events import AttributeRead
from detachlint.rules.base import Rule
from detachlint.rules.context import label
from detachlint.shadow.tensor import Tensor


class DataAttribute(Rule):
    """`x.data` is how one got at the tensor inside a `Variable` before the two were merged in 0.4. Today `x.detach()`
    gives the same values without history and, unlike `.data`, tells autograd about changes that are made through
    it.

    ## What torch does
    Both share memory with `x` and require no grad. A detached tensor also shares `x`'s version counter, so a later
    change makes backward raise if the old value was needed. `.data` starts a counter of its own, and the gradient
    is silently wrong in the same situation (DTL103).

    ## How to fix
    `x.detach()` to read, a block under `torch.no_grad()` to write. `output.data.max(1)[1]` is `output.argmax(1)`.

    ## When to suppress
    Rules of this level are off unless asked for. `.data` of things that are no tensors (datasets, responses) is not
    reported. A gradient's `.data` is DTL904, a write to a parameter through it DTL907.
    """

    code: ClassVar[str] = "DTL901"
    name: ClassVar[str] = "data-attribute"
    level: ClassVar[Level] = Level.LEGACY
    failure_mode: ClassVar[FailureMode] = FailureMode.NOT_APPLICABLE
    summary: ClassVar[str] = "`.data` is read where `.detach()` does the same and keeps the version check"
    related: ClassVar[tuple[str, ...]] = ("DTL103", "DTL104", "DTL904", "DTL907")
    references: ClassVar[tuple[str, ...]] = (
        "https://docs.pytorch.org/docs/stable/notes/autograd.html",
        "https://docs.pytorch.org/docs/stable/generated/torch.Tensor.detach.html",
    )

    def on_attribute_read(self, event: AttributeRead) -> None:
        """Any read of ``.data`` on a known tensor."""
        tensor = event.receiver
        if event.name != "data" or not isinstance(tensor, Tensor) or not tensor.known or tensor.grad_of is not None:
            return
        name = label(tensor)
        self.context.report(
            self,
            event.site,
            f"`.data` of {name} shares its memory without the version check that `.detach()` keeps",
            [(event.site, "read here")],
            f"`{name.strip('`')}.detach()`",
            rewriting.detach_for_data(event.site),
            Applicability.UNSAFE,
        )
