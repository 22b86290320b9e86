"""DTL101: saved tensor modified."""

from __future__ import annotations

from typing import ClassVar

from detachlint.finding import Applicability, FailureMode, Level
from detachlint.interpret import rewriting
from detachlint.rules.base import Rule
from detachlint.rules.context import label
from detachlint.rules.storage import Way, saved_line, story, way
from detachlint.shadow.events import SavedModified


class SavedTensorModified(Rule):
    """A tensor is changed in place although an earlier operator saved its value for the backward pass, and that pass
    is still to come. `backward()` raises "one of the variables needed for gradient computation has been modified by
    an inplace operation".

    ## What torch does
    Many operators keep their input (`pow`, `sin`), their result (`sigmoid`, `relu`, `softmax`, `exp`) or the other
    operand (`mul`, `matmul`) to compute gradients from. With each saved tensor torch notes the version counter of
    its memory. Every in-place operation moves that counter, also under `no_grad`, and also when it goes through a
    view, the base of a view, `out=`, an `inplace=True` layer or `nn.init`. Backward compares the counters and
    refuses to compute a wrong gradient. Operators such as `add`, `linear` in its output, `cat` or `mean` save
    nothing of their result, so the same statement can be right after one operator and fatal after another.

    ## How to fix
    Compute a new tensor instead of writing into the old one (`x = x + 1` for `x += 1`, `torch.relu(x)` for
    `relu_`), or write into a `clone()`. A value that is written step by step into a buffer is better collected in a
    list and joined with `torch.stack`.

    ## When to suppress
    When backward is never run through the saved value on the path that writes.
    """

    code: ClassVar[str] = "DTL101"
    name: ClassVar[str] = "saved-tensor-modified"
    level: ClassVar[Level] = Level.ERROR
    failure_mode: ClassVar[FailureMode] = FailureMode.RAISES
    summary: ClassVar[str] = "a tensor that an operator saved for backward is changed in place"
    related: ClassVar[tuple[str, ...]] = ("DTL102", "DTL103", "DTL113")
    references: ClassVar[tuple[str, ...]] = (
        "https://docs.pytorch.org/docs/stable/notes/autograd.html#in-place-correctness-checks",
    )

    def on_saved_modified(self, event: SavedModified) -> None:
        """A backward pass needs a value that was overwritten."""
        if way(event) is not Way.DIRECT or self.context.reported("DTL113", event.write.site):
            return
        name = label(event.entry.tensor)
        self.context.report(
            self,
            event.write.site,
            f"{name} is changed in place, but its value, which {saved_line(event)}, is needed by backward: "
            "torch will raise",
            story(event),
            f"make a new tensor instead of writing into {name}, or write into `{name.strip('`')}.clone()`",
            rewriting.out_of_place(event.write.site),
            Applicability.UNSAFE,
        )
