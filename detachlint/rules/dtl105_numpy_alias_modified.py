"""DTL105: numpy alias modified."""

from __future__ import annotations

from typing import ClassVar

from detachlint.finding import Applicability, FailureMode, Level
from detachlint.interpret import rewriting
from detachlint.rules.base import Rule
from detachlint.rules.context import label
from detachlint.rules.storage import Way, saved_line, story, way
from detachlint.shadow.events import SavedModified


class NumpyAliasModified(Rule):
    """`x.detach().numpy()`, `np.asarray(x.detach())` and `torch.from_numpy(a)` share memory between array and tensor.
    Writing the array changes a value that an operator saved, and the gradient is silently wrong.

    ## What torch does
    NumPy knows nothing of version counters, so backward cannot notice the change.

    ## How to fix
    Write into a copy: `x.detach().cpu().numpy().copy()`, or `torch.tensor(a)` in place of `torch.from_numpy(a)`.

    ## When to suppress
    When the tensor was on another device, so that `.cpu()` made a copy.
    """

    code: ClassVar[str] = "DTL105"
    name: ClassVar[str] = "numpy-alias-modified"
    level: ClassVar[Level] = Level.ERROR
    failure_mode: ClassVar[FailureMode] = FailureMode.WRONG
    summary: ClassVar[str] = "a saved tensor is changed through a NumPy array that shares its memory"
    related: ClassVar[tuple[str, ...]] = ("DTL102", "DTL103", "DTL209")
    references: ClassVar[tuple[str, ...]] = ("https://docs.pytorch.org/docs/stable/generated/torch.from_numpy.html",)

    def on_saved_modified(self, event: SavedModified) -> None:
        """A saved value was overwritten through an array."""
        if way(event) is not Way.ARRAY:
            return
        name = label(event.entry.tensor)
        made = event.write.target.site if event.write.target is not None else None
        self.context.report(
            self,
            event.write.site,
            f"this array shares memory with {name}, whose value, which {saved_line(event)}, is needed by backward: "
            "the gradient will be silently wrong",
            story(event, ", and NumPy has no version counter"),
            "write into a copy of the array: `.numpy().copy()`",
            rewriting.copied_where_made(made, event.write.site, ".copy()"),
            Applicability.UNSAFE,
        )
