"""DTL102: detach alias modified."""

from __future__ import annotations

from typing import ClassVar

from detachlint.finding import Applicability, FailureMode, Level
from detachlint.interpret import rewriting
from detachlint.rules.base import Rule
from detachlint.rules.context import label
from detachlint.rules.storage import Way, saved_line, story, way
from detachlint.shadow.events import SavedModified


class DetachAliasModified(Rule):
    """The result of `detach()` shares memory and version counter with the original. Writing into it changes the value
    that an operator saved, and `backward()` raises "modified by an inplace operation".

    ## What torch does
    `detach()` returns a tensor without history on the same memory. Since the version counter is shared too, torch
    notices the write, and raises when the saved value is needed. (Through `.data` it would not notice: DTL103.)

    ## How to fix
    Take a copy before writing: `.detach().clone()`.

    ## When to suppress
    When the value is known never to be needed by a backward pass.
    """

    code: ClassVar[str] = "DTL102"
    name: ClassVar[str] = "detach-alias-modified"
    level: ClassVar[Level] = Level.ERROR
    failure_mode: ClassVar[FailureMode] = FailureMode.RAISES
    summary: ClassVar[str] = "a saved tensor is changed through its `.detach()` alias"
    related: ClassVar[tuple[str, ...]] = ("DTL101", "DTL103", "DTL105")
    references: ClassVar[tuple[str, ...]] = ("https://docs.pytorch.org/docs/stable/generated/torch.Tensor.detach.html",)

    def on_saved_modified(self, event: SavedModified) -> None:
        """A saved value was overwritten through its detached alias."""
        if way(event) is not Way.DETACH:
            return
        name = label(event.entry.tensor)
        alias = label(event.write.target)
        made = event.write.target.site if event.write.target is not None else None
        self.context.report(
            self,
            event.write.site,
            f"{alias} shares memory with {name}, whose value, which {saved_line(event)}, is needed by backward: "
            "torch will raise",
            story(event, " and version counter"),
            "work on a copy: `.detach().clone()`",
            rewriting.copied_where_made(made, event.write.site, ".clone()"),
            Applicability.UNSAFE,
        )
