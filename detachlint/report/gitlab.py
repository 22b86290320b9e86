"""GitLab's Code Quality report."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from detachlint.finding import Finding, Level
from detachlint.report import Report
from detachlint.report.fingerprints import fingerprints
from detachlint.report.text import harmless

SEVERITIES = {Level.ERROR: "major", Level.WARNING: "minor", Level.LEGACY: "info", Level.PEDANTIC: "info"}


def render(report: Report) -> Iterator[str]:
    """All findings."""
    known_by = fingerprints(report.findings, report.lines)
    issues = [_issue(finding, key) for finding, key in zip(report.findings, known_by, strict=True)]
    yield json.dumps(issues, indent=2) + "\n"


def _issue(finding: Finding, fingerprint: str) -> dict[str, Any]:
    place = finding.place
    cell = f"cell {place.cell}: " if place.cell is not None else ""
    return {
        "description": f"{finding.code} {cell}{harmless(finding.message)}",
        "check_name": finding.code,
        "fingerprint": fingerprint,
        "severity": SEVERITIES[finding.level],
        "location": {
            "path": place.filename.replace("\\", "/"),
            "positions": {
                "begin": {"line": place.start.row, "column": place.start.column},
                "end": {"line": place.end.row, "column": place.end.column},
            },
        },
    }
