"""The stable JSON format: one array of objects."""

from __future__ import annotations

import json
from collections.abc import Iterator

from detachlint.record import finding_record
from detachlint.report import Report
from detachlint.rules.registry import url


def render(report: Report) -> Iterator[str]:
    """All findings; written one by one, so that many take no more memory than one."""
    if not report.findings:
        yield "[]\n"
        return
    for number, finding in enumerate(report.findings):
        record = json.dumps(finding_record(finding, url(finding.code)), indent=2)
        indented = record.replace("\n", "\n  ")
        yield f"{',' if number else '['}\n  {indented}"
    yield "\n]\n"
