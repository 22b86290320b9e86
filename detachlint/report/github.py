"""GitHub workflow commands, which become annotations."""

from __future__ import annotations

from collections.abc import Iterator

from detachlint.finding import Finding, Level
from detachlint.report import Report
from detachlint.report.text import HARMFUL, position

COMMANDS = {Level.ERROR: "error", Level.WARNING: "warning", Level.LEGACY: "notice", Level.PEDANTIC: "notice"}


def render(report: Report) -> Iterator[str]:
    """All findings."""
    for finding in report.findings:
        properties = ",".join(f"{key}={escape_property(value)}" for key, value in _properties(finding).items())
        message = f"{position(finding.place)}: {finding.code} {finding.message}"
        if finding.fix is not None:
            message += f"\nhelp: {finding.fix.message}"
        yield f"::{COMMANDS[finding.level]} {properties}::{escape_data(message)}\n"


def _properties(finding: Finding) -> dict[str, str]:
    """Columns are given only within one row: GitHub refuses them otherwise."""
    place = finding.place
    found = {"title": f"detachlint ({finding.code})", "file": place.filename, "line": str(place.start.row)}
    if place.start.row == place.end.row:
        found |= {"col": str(place.start.column)}
    found |= {"endLine": str(place.end.row)}
    if place.start.row == place.end.row:
        found |= {"endColumn": str(place.end.column)}
    return found


def escape_data(text: str) -> str:
    """What stands after the command: one line, in which nothing is a command."""
    kept = text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")
    return HARMFUL.sub("\ufffd", kept)


def escape_property(text: str) -> str:
    """A value among the properties."""
    return escape_data(text).replace(":", "%3A").replace(",", "%2C")
