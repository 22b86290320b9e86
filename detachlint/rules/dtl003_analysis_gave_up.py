"""DTL003: analysis-gave-up."""

from __future__ import annotations

from typing import ClassVar

from detachlint.finding import FailureMode, Level
from detachlint.interpret.events import GaveUp
from detachlint.rules.base import Rule


class AnalysisGaveUp(Rule):
    """A function was too large, too deeply nested, or called through too many levels to be followed to its end within
    the limits that keep the time and memory of a run bounded. What is reported for the rest of the file still
    holds; the absence of reports in this function means nothing.

    ## What torch does
    Nothing; this is about the linter. It is said rather than passed over in silence, so that a clean result can be
    trusted.

    ## How to fix
    Generated code is best excluded. In written code, splitting the function helps its readers too.

    ## When to suppress
    When the function is known and not worth splitting.
    """

    code: ClassVar[str] = "DTL003"
    name: ClassVar[str] = "analysis-gave-up"
    level: ClassVar[Level] = Level.WARNING
    failure_mode: ClassVar[FailureMode] = FailureMode.NOT_APPLICABLE
    summary: ClassVar[str] = "A limit of the analysis was reached, so part of the file was not checked"
    no_fix_reason: ClassVar[str | None] = "The code is not at fault."

    def on_gave_up(self, event: GaveUp) -> None:
        """A limit was reached."""
        self.context.report(
            self,
            event.site,
            f"the analysis of {event.function} was cut short ({event.limit}): misuse beyond this point may go unseen",
        )
