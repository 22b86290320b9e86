"""Findings under the name of their file."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from detachlint.report import Report
from detachlint.report.text import BOLD, LEVEL_COLORS, fix_mark, harmless, painted, position


def render(report: Report) -> Iterator[str]:
    """All findings, file by file."""
    for filename, group in groupby(report.findings, key=lambda finding: finding.place.filename):
        found = list(group)
        yield f"{painted(harmless(filename), BOLD, report.color)}:\n"
        columns = max(len(position(finding.place, row=False)) for finding in found)
        for finding in found:
            where = position(finding.place, row=False).ljust(columns)
            code = painted(finding.code, LEVEL_COLORS[finding.level], report.color)
            yield f"  {where} {code} {fix_mark(finding, report.unsafe_fixes)}{harmless(finding.message)}\n"
        yield "\n"
