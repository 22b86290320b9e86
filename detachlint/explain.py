"""``detachlint explain`` and ``detachlint rules``."""

from __future__ import annotations

import json
import sys
from typing import Any

import click

from detachlint.pages import full_page, markdown_page, table
from detachlint.rules.base import Rule
from detachlint.rules.registry import closest_name, find_code, nearest, rule, rules
from detachlint.terminal import terminal_width, wants_color
from detachlint.terminal_page import formatted

WIDEST = 100
"""Columns of a page, however wide the terminal is: longer lines are hard to read."""
NO_TERMINAL = 80


def explained(wanted: str, output_format: str, color: str) -> str:
    """The page of one rule: ``text`` for a terminal, ``markdown`` or ``json``.

    :raises click.UsageError: when there is no such rule, naming the nearest
    """
    code = find_code(wanted)
    if code is None:
        guess = closest_name(wanted) or nearest(wanted)
        hint = f" Did you mean {guess}?" if guess is not None else " `detachlint rules` lists them all."
        raise click.UsageError(f"There is no rule {wanted!r}.{hint}")
    if output_format == "json":
        return json.dumps({**_record(rule(code)), "explanation": markdown_page(rule(code))}, indent=2) + "\n"
    page = full_page(rule(code))
    if output_format == "markdown":
        return page
    width = min(terminal_width(sys.stdout) or NO_TERMINAL, WIDEST)
    return formatted(page, width, wants_color(color, sys.stdout))


def listed(output_format: str) -> str:
    """All rules."""
    if output_format == "json":
        return json.dumps([_record(rule) for rule in rules().values()], indent=2) + "\n"
    return table()


def _record(rule: type[Rule]) -> dict[str, Any]:
    return {
        "code": rule.code,
        "name": rule.name,
        "level": rule.level.value,
        "failure_mode": rule.failure_mode.value,
        "summary": rule.summary,
        "fixable": rule.no_fix_reason is None,
        "related": list(rule.related),
        "references": list(rule.references),
        "url": rule.url(),
    }
