"""DTL113: step between backwards."""

from __future__ import annotations

from typing import ClassVar

from detachlint.finding import FailureMode, Level
from detachlint.rules.base import Rule
from detachlint.rules.context import label
from detachlint.rules.storage import Way, story, way
from detachlint.shadow.events import SavedModified


class StepBetweenBackwards(Rule):
    """Two losses are built, the first is run backward and the optimizer steps, then the second is run backward. The
    step has changed weights in place that the second graph saved: torch raises "modified by an inplace operation".

    ## What torch does
    `step()` writes the parameters in place and moves their version counters. Layers save their weights to compute
    the gradient of their input. An update by hand under `no_grad` does the same. Up to torch 1.4 a step was silently
    wrong here.

    ## How to fix
    Run all backward passes before any step, or compute the second loss again after the first step.

    ## When to suppress
    Never; torch raises on this path.
    """

    code: ClassVar[str] = "DTL113"
    name: ClassVar[str] = "step-between-backwards"
    level: ClassVar[Level] = Level.ERROR
    failure_mode: ClassVar[FailureMode] = FailureMode.RAISES
    summary: ClassVar[str] = "an optimizer step changes weights that a graph built before still needs"
    related: ClassVar[tuple[str, ...]] = ("DTL101", "DTL401")
    references: ClassVar[tuple[str, ...]] = ("https://docs.pytorch.org/docs/stable/notes/autograd.html",)
    no_fix_reason: ClassVar[str | None] = (
        "Both backward passes before either step, or the second loss computed anew: the two train differently."
    )

    def on_saved_modified(self, event: SavedModified) -> None:
        """An optimizer step changed weights that a graph built before still needs."""
        if way(event) is not Way.STEP or self.context.reported("DTL101", event.write.site):
            return
        name = label(event.entry.tensor)
        self.context.report(
            self,
            event.write.site,
            f"this update changes {name} before the backward pass of a graph that was built with its old value: "
            "torch will raise",
            story(event),
            "run all backward passes before any update, or compute the second loss again after it",
        )
