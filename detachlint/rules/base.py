"""What a rule is: one class in one file, found by the registry through its base class."""

from __future__ import annotations

import re
from typing import ClassVar

from detachlint.finding import FailureMode, Level


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

    @classmethod
    def url(cls) -> str:
        """Address of the rule's page."""
        return f"https://github.com/detachlint/detachlint/blob/main/rules.md#{anchor(cls)}"


def anchor(rule: type[Rule]) -> str:
    """The heading anchor of a rule in rules.md."""
    return re.sub(r"[^a-z0-9-]", "", f"{rule.code}-{rule.name}".lower())
