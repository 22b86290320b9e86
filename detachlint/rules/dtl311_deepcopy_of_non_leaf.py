"""DTL311: deepcopy of non leaf."""

from __future__ import annotations

from typing import ClassVar

from detachlint.finding import FailureMode, Level
from detachlint.interpret.events import CallMade
from detachlint.rules.base import Rule
from detachlint.rules.context import label


class DeepcopyOfNonLeaf(Rule):
    """`copy.deepcopy` of a tensor that is computed from something that requires grad, or of an object that holds one.
    Torch raises "Only Tensors created explicitly by the user (graph leaves) support the deepcopy protocol at the
    moment".

    ## What torch does
    A copy of a computed tensor would need a copy of its graph.

    ## How to fix
    Copy the value: `x.detach().clone()`. Do not keep computed tensors as attributes of modules that are copied.

    ## When to suppress
    Never; torch raises on this path.
    """

    code: ClassVar[str] = "DTL311"
    name: ClassVar[str] = "deepcopy-of-non-leaf"
    level: ClassVar[Level] = Level.ERROR
    failure_mode: ClassVar[FailureMode] = FailureMode.RAISES
    summary: ClassVar[str] = "`copy.deepcopy` of a computed tensor"
    related: ClassVar[tuple[str, ...]] = ("DTL410",)
    references: ClassVar[tuple[str, ...]] = ("https://docs.pytorch.org/docs/stable/notes/autograd.html",)
    no_fix_reason: ClassVar[str | None] = "What should be copied, the value or the graph, only the author knows."

    def on_call_made(self, event: CallMade) -> None:
        """Only leaves can be deep-copied."""
        if event.name != "copy.deepcopy" or not event.arguments.positional:
            return
        machine = self.context.machine
        for tensor in machine.deep_tensors(event.arguments.positional[0]):
            if not tensor.known or not tensor.leaf.no or not tensor.requires_grad.yes or tensor.presumed:
                continue
            name = label(tensor)
            self.context.report(
                self,
                event.site,
                f"{name} is computed from something that requires grad, and only leaves can be deep-copied: torch will "
                "raise",
                [(tensor.site, f"{name} is computed here"), (event.site, "deep-copied here")],
                f"`{name.strip('`')}.detach().clone()`",
            )
            return
