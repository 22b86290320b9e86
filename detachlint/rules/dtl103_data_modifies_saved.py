"""DTL103: data modifies saved."""

from __future__ import annotations

from typing import ClassVar

from detachlint.finding import Applicability, FailureMode, Level
from detachlint.interpret import rewriting
from detachlint.rules.base import Rule
from detachlint.rules.context import label
from detachlint.rules.storage import Way, saved_line, story, way
from detachlint.shadow.events import SavedModified


class DataModifiesSaved(Rule):
    """A tensor whose value an operator saved is changed through `.data`. Nothing is raised: backward computes with the
    changed value, and the gradient is silently wrong.

    ## What torch does
    `.data` gives a tensor on the same memory with a version counter of its own, so that autograd cannot see what is
    written through it. The saved value changes, the counter that backward compares does not. Assigning `x.data =
    new` has the same effect on everything that saved the tensor object itself, such as products, matrix products and
    convolutions. What saved a view of it or kept its own result (`linear` saves its weight transposed, `exp` its
    result) still has the old memory.

    ## How to fix
    Work on a copy (`x.detach().clone()`), or compute a new tensor so that the change is part of the graph.

    ## When to suppress
    Hardly ever. If the saved value is really not needed, write under `torch.no_grad()` through the tensor itself,
    and let torch check it.
    """

    code: ClassVar[str] = "DTL103"
    name: ClassVar[str] = "data-modifies-saved"
    level: ClassVar[Level] = Level.ERROR
    failure_mode: ClassVar[FailureMode] = FailureMode.WRONG
    summary: ClassVar[str] = "a saved tensor is changed through `.data`, behind autograd's back"
    related: ClassVar[tuple[str, ...]] = ("DTL101", "DTL102", "DTL104", "DTL901")
    references: ClassVar[tuple[str, ...]] = (
        "https://docs.pytorch.org/docs/stable/generated/torch.Tensor.detach.html",
        "https://docs.pytorch.org/docs/stable/notes/autograd.html",
    )

    def on_saved_modified(self, event: SavedModified) -> None:
        """A saved value was overwritten behind autograd's back."""
        if way(event) is not Way.DATA:
            return
        name = label(event.entry.tensor)
        target = event.write.target
        alias = target.name if target is not None and target is not event.entry.tensor else None
        subject = (
            f"`{alias}` shares memory with {name}" if alias is not None else f"writing through `.data` changes {name}"
        )
        self.context.report(
            self,
            event.write.site,
            f"{subject}, whose value {saved_line(event)}: the gradient will be silently wrong",
            story(event, ", without its version counter"),
            "work on a copy: `.detach().clone()`, or compute a new tensor so that autograd sees the change",
            rewriting.detached_copy(target.site if target is not None else None, event.write.site),
            Applicability.UNSAFE,
        )
