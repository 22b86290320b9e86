"""What a rule is: one class in one file, found by the registry through its base class."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, ClassVar

from detachlint.finding import FailureMode, Level

if TYPE_CHECKING:
    from detachlint.rules.context import Context


class Rule:
    """Base of all rules.

    The class docstring is the rule's page, in Markdown: a first paragraph that says what the misuse is,
    then the sections ``## What torch does``, ``## How to fix`` and ``## When to suppress``.
    """

    code: ClassVar[str]
    name: ClassVar[str]
    level: ClassVar[Level]
    failure_mode: ClassVar[FailureMode]
    summary: ClassVar[str]
    """One line for tables, without the final stop."""
    related: ClassVar[tuple[str, ...]] = ()
    """Codes of related rules."""
    references: ClassVar[tuple[str, ...]] = ()
    """URLs of torch's documentation pages."""
    no_fix_reason: ClassVar[str | None] = None
    """Why there is no automatic fix, as a sentence; None when the rule has one."""

    def __init__(self, context: Context) -> None:
        """A rule lives as long as one run over one file; its ``on_<event>`` methods are called for each event."""
        self.context = context

    @classmethod
    def url(cls) -> str:
        """Address of the rule's page."""
        return f"https://github.com/detachlint/detachlint/blob/main/rules.md#{anchor(cls)}"


def anchor(rule: type[Rule]) -> str:
    """The heading anchor of a rule in rules.md."""
    return re.sub(r"[^a-z0-9-]", "", f"{rule.code}-{rule.name}".lower())
