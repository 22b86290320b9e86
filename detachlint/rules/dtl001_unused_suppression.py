"""DTL001: unused-suppression."""

from __future__ import annotations

from typing import ClassVar

from detachlint.finding import FailureMode, Level
from detachlint.rules.base import Rule


class UnusedSuppression(Rule):
    """A `# noqa: DTL101`, `# detachlint: ignore[DTL101]`, `# detachlint: ignore-file` or `# detachlint: off` names a
    code that is not reported there. Either the code was mended and the comment stayed, or the comment stands on the
    wrong line and what it was meant for is reported elsewhere.

    ## What torch does
    Nothing; this rule is about the linter's own comments. Only codes of this linter are looked at. It is off unless
    asked for by name.

    ## How to fix
    Remove the code from the comment, or the comment. On a statement of several lines it may stand on the first or
    on the last.

    ## When to suppress
    When the same file is linted under several settings or versions of torch and the comment is needed under one of
    them.
    """

    code: ClassVar[str] = "DTL001"
    name: ClassVar[str] = "unused-suppression"
    level: ClassVar[Level] = Level.WARNING
    failure_mode: ClassVar[FailureMode] = FailureMode.NOT_APPLICABLE
    summary: ClassVar[str] = "A suppression comment suppresses nothing"
    no_fix_reason: ClassVar[str | None] = (
        "The comment may name codes of other tools as well, and text around it may belong to it."
    )
