"""DTL002: unreadable-file."""

from __future__ import annotations

from typing import ClassVar

from detachlint.finding import FailureMode, Level
from detachlint.rules.base import Rule


class UnreadableFile(Rule):
    """The file could not be decoded or parsed, so nothing in it was checked. The message carries the place and the
    parser's words. Python 2 sources, merge conflicts and a wrong `coding` declaration are the usual causes.

    ## What torch does
    Nothing; the file cannot be imported either.

    ## How to fix
    Mend the syntax, save the file as UTF-8 or declare its encoding, or exclude it if it is not meant to be Python
    3.

    ## When to suppress
    Comments in such a file are not read. Use `exclude` or `per-file-ignores`.
    """

    code: ClassVar[str] = "DTL002"
    name: ClassVar[str] = "unreadable-file"
    level: ClassVar[Level] = Level.ERROR
    failure_mode: ClassVar[FailureMode] = FailureMode.NOT_APPLICABLE
    summary: ClassVar[str] = "The file cannot be read as Python: its encoding or its syntax is broken"
    no_fix_reason: ClassVar[str | None] = "What the file was meant to say is not known."
