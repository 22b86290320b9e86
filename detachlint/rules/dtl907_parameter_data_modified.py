"""DTL907: parameter-data-modified."""

from __future__ import annotations

from typing import ClassVar

from detachlint.finding import FailureMode, Level
from detachlint.rules.base import Rule
from detachlint.rules.context import label
from detachlint.shadow.events import Written
from detachlint.shadow.tensor import Alias


class ParameterDataModified(Rule):
    """`p.data.mul_(...)`, `w.data.normal_()`, `p.data = ...` on a parameter while no graph that was built from it
    waits for its backward. Initialisers, hand-written optimizer steps, weight clamping and moving averages are
    often written like this. It gives the right result. It also switches off the check that would tell if a graph
    were pending.

    ## What torch does
    A write through `.data` does not move the version counter. If a graph saved the old value and is run backward
    later, the gradient is computed from the new one and is wrong without a word (DTL103). Under `torch.no_grad()`
    the same write to the parameter itself is allowed, moves the counter, and makes torch raise in that case.

    ## How to fix
    `with torch.no_grad(): p.mul_(...)`, or the functions of `torch.nn.init`, which do that themselves.

    ## When to suppress
    Rules of this level are off unless asked for.
    """

    code: ClassVar[str] = "DTL907"
    name: ClassVar[str] = "parameter-data-modified"
    level: ClassVar[Level] = Level.LEGACY
    failure_mode: ClassVar[FailureMode] = FailureMode.NOT_APPLICABLE
    summary: ClassVar[str] = "A parameter is written through `.data` with no graph pending: it works, unchecked"
    related: ClassVar[tuple[str, ...]] = ("DTL103", "DTL104", "DTL901")
    references: ClassVar[tuple[str, ...]] = (
        "https://docs.pytorch.org/docs/stable/generated/torch.no_grad.html",
        "https://docs.pytorch.org/docs/stable/nn.init.html",
    )
    no_fix_reason: ClassVar[str | None] = (
        "The write has to move into a no_grad block, which may take more than one line with it."
    )

    def on_written(self, event: Written) -> None:
        """A parameter is written through ``.data``."""
        target = event.target
        source = target if event.write.kind == "data assignment" else target.alias_of
        if source is None or (event.write.kind != "data assignment" and target.alias is not Alias.DATA):
            return
        if source.grad_of is not None or not source.known or event.pending:
            return
        if not (source.parameter or (source.leaf.yes and source.requires_grad.yes)):
            return
        name = label(source)
        self.context.report(
            self,
            event.site,
            f"{name} is written through `.data`: it works, but the version counter does not see it",
            [(event.site, "written here")],
            f"write {name} itself under `with torch.no_grad():` (`nn.init` functions do so already)",
        )
