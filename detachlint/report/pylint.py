"""Pylint's own shape, as flake8 and Ruff have it too."""

from __future__ import annotations

from collections.abc import Iterator

from detachlint.report import Report
from detachlint.report.text import harmless


def render(report: Report) -> Iterator[str]:
    """All findings."""
    for finding in report.findings:
        place = finding.place
        cell = f"cell {place.cell}:" if place.cell is not None else ""
        yield f"{harmless(place.filename)}:{cell}{place.start.row}: [{finding.code}] {harmless(finding.message)}\n"
