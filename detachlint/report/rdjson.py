"""Reviewdog's diagnostic format, in which columns count UTF-8 bytes."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from detachlint.finding import Applicability, Finding, Level, Location, Place
from detachlint.report import Report
from detachlint.report.lines import Lines
from detachlint.rules.registry import url

SEVERITIES = {Level.ERROR: "ERROR", Level.WARNING: "WARNING", Level.LEGACY: "INFO", Level.PEDANTIC: "INFO"}


def render(report: Report) -> Iterator[str]:
    """All findings."""
    document = {
        "source": {"name": "detachlint", "url": "https://github.com/detachlint/detachlint"},
        "severity": "WARNING",
        "diagnostics": [_diagnostic(finding, report.lines) for finding in report.findings],
    }
    yield json.dumps(document, indent=2) + "\n"


def _diagnostic(finding: Finding, lines: Lines) -> dict[str, Any]:
    cell = f"cell {finding.place.cell}: " if finding.place.cell is not None else ""
    found: dict[str, Any] = {
        "message": f"{cell}{finding.message}",
        "location": _location(finding.place, lines),
        "severity": SEVERITIES[finding.level],
        "code": {"value": finding.code, "url": url(finding.code)},
    }
    if finding.trace:
        found["relatedLocations"] = [
            {"message": step.message, "location": _location(step.place, lines)} for step in finding.trace
        ]
    fix = finding.fix
    if fix is not None and fix.edits and fix.applicability is not Applicability.DISPLAY:
        found["suggestions"] = [
            {"range": _range(finding.place, edit.start, edit.end, lines), "text": edit.content} for edit in fix.edits
        ]
    return found


def _location(place: Place, lines: Lines) -> dict[str, Any]:
    return {"path": place.filename.replace("\\", "/"), "range": _range(place, place.start, place.end, lines)}


def _range(place: Place, start: Location, end: Location, lines: Lines) -> dict[str, Any]:
    return {"start": _position(place, start, lines), "end": _position(place, end, lines)}


def _position(place: Place, location: Location, lines: Lines) -> dict[str, int]:
    line = lines.line(place, location.row) or ""
    before = line[: location.column - 1]
    missing = location.column - 1 - len(before)
    return {"line": location.row, "column": len(before.encode("utf-8", "replace")) + missing + 1}
