"""DTL106: leaf modified."""

from __future__ import annotations

from typing import ClassVar

from detachlint.finding import Applicability, FailureMode, Level
from detachlint.interpret import rewriting
from detachlint.rules.base import Rule
from detachlint.rules.context import label
from detachlint.shadow.events import WriteFault, WriteRefused


class LeafModified(Rule):
    """A leaf tensor that requires grad (a parameter, or a tensor made with `requires_grad=True`), or a view of one, is
    changed in place while grad mode is on. Torch raises "a leaf Variable that requires grad is being used in an
    in-place operation" at once.

    ## What torch does
    Recording the write would make the leaf a computed tensor, and its `.grad` would never be filled. Torch refuses.
    Hand-written optimizer steps (`w -= lr * w.grad`), initialisers and moving averages run into this.

    ## How to fix
    Write under `with torch.no_grad():`.

    ## When to suppress
    When the function is only ever called under `no_grad`; better, decorate it with `@torch.no_grad()`.
    """

    code: ClassVar[str] = "DTL106"
    name: ClassVar[str] = "leaf-modified"
    level: ClassVar[Level] = Level.ERROR
    failure_mode: ClassVar[FailureMode] = FailureMode.RAISES
    summary: ClassVar[str] = "a leaf that requires grad is changed in place with grad mode on"
    related: ClassVar[tuple[str, ...]] = ("DTL211", "DTL907")
    references: ClassVar[tuple[str, ...]] = ("https://docs.pytorch.org/docs/stable/generated/torch.no_grad.html",)

    def on_write_refused(self, event: WriteRefused) -> None:
        """Torch refuses an in-place write to a leaf that requires grad."""
        if event.fault not in (WriteFault.LEAF, WriteFault.VIEW_OF_LEAF):
            return
        target = event.target if event.fault is WriteFault.LEAF else event.target.base
        name = label(target)
        what = (
            "a leaf that requires grad"
            if event.fault is WriteFault.LEAF
            else f"a view of {name}, a leaf that requires grad"
        )
        subject = f"{name} is {what}" if event.fault is WriteFault.LEAF else f"this is {what}"
        self.context.report(
            self,
            event.site,
            f"{subject}, and it is changed in place with grad mode on: torch will raise",
            [
                (target.site if target is not None else None, f"{name} comes from here"),
                (event.site, "changed in place here"),
            ],
            "write under `with torch.no_grad():`",
            rewriting.under_no_grad(event.site),
            Applicability.UNSAFE,
        )
