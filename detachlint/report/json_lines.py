"""The stable JSON objects, one a line."""

from __future__ import annotations

import json
from collections.abc import Iterator

from detachlint.record import finding_record
from detachlint.report import Report
from detachlint.rules.registry import url


def render(report: Report) -> Iterator[str]:
    """All findings."""
    for finding in report.findings:
        yield json.dumps(finding_record(finding, url(finding.code)), separators=(",", ":")) + "\n"
