"""What a finding is known by when its line moves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from hashlib import sha256

from detachlint.finding import Finding
from detachlint.report.lines import Lines


def content_of(finding: Finding, lines: Lines) -> str:
    """The source of a finding's place, without what formatting changes."""
    place = finding.place
    rows = range(place.start.row, min(place.end.row, place.start.row + 9) + 1)
    return " ".join(" ".join((lines.line(place, row) or "").split()) for row in rows)


def fingerprints(findings: Sequence[Finding], lines: Lines, *, with_file: bool = True) -> list[str]:
    """One fingerprint for each finding: of its rule, file and line; equal ones are told apart by their order."""
    seen: Counter[str] = Counter()
    found = []
    for finding in findings:
        filename = finding.place.filename.replace("\\", "/") if with_file else ""
        key = "\0".join((finding.code, filename, content_of(finding, lines)))
        digest = sha256(key.encode("utf-8", "surrogatepass")).hexdigest()[:32]
        number = seen[digest]
        seen[digest] += 1
        found.append(digest if number == 0 else f"{digest}:{number}")
    return found
