"""One line a finding, as compilers have it."""

from __future__ import annotations

from collections.abc import Iterator

from detachlint.finding import Finding
from detachlint.report import Report
from detachlint.report.text import BOLD, LEVEL_COLORS, fix_mark, harmless, painted, position


def render(report: Report) -> Iterator[str]:
    """All findings."""
    for finding in report.findings:
        yield f"{headline(finding, report)}\n"


def headline(finding: Finding, report: Report) -> str:
    """``file:row:column: CODE message``."""
    where = painted(f"{position(finding.place)}:", BOLD, report.color)
    code = painted(finding.code, LEVEL_COLORS[finding.level], report.color)
    return f"{where} {code} {fix_mark(finding, report.unsafe_fixes)}{harmless(finding.message)}"
