"""Applies the edits of findings: in rounds, each fix as a whole or not at all, never to what does not parse."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from detachlint.finding import Applicability, Edit, Finding, Location
from detachlint.settings import Settings
from detachlint.source import split_lines
from detachlint.syntax import check, newer_python

ROUNDS = 50
"""Far more than overlapping fixes need; two fixes that undo each other stop here."""

Lint = Callable[[str], Sequence[Finding]]
Span = tuple[int, int, str]


@dataclass
class Fixed:
    """A text after its fixes, and which findings they were for."""

    text: str
    applied: list[Finding] = field(default_factory=list)


def fix_text(text: str, filename: str, settings: Settings, lint: Lint, *, unsafe: bool = False) -> Fixed:
    """Apply every fix that may be applied until there is none left.

    Fixes that overlap wait for the next round, in which the text is linted anew. When the rounds do not come to an
    end, or the text cannot be parsed to begin with, the text is given back as it was.
    """
    if filename.endswith(".ipynb"):
        from detachlint.notebook_fixes import fix_notebook

        return fix_notebook(text, filename, settings, lint, unsafe=unsafe)
    fixed = Fixed(text)
    if not parses(text, filename):
        return fixed
    for _ in range(ROUNDS):
        wanted = [finding for finding in lint(fixed.text) if may_apply(finding, filename, settings, unsafe)]
        changed, applied = apply_round(fixed.text, wanted, lambda candidate: parses(candidate, filename))
        if not applied:
            return fixed
        fixed.text = changed
        fixed.applied += applied
    return Fixed(text)


def may_apply(finding: Finding, filename: str, settings: Settings, unsafe: bool) -> bool:
    """Whether a finding's fix may be applied to a file under the settings."""
    fix = finding.fix
    if fix is None or not fix.edits or finding.place.filename != filename or not settings.may_fix(finding.code):
        return False
    return fix.applicability is Applicability.SAFE or (unsafe and fix.applicability is Applicability.UNSAFE)


def apply_round(text: str, findings: Sequence[Finding], accepts: Callable[[str], bool]) -> tuple[str, list[Finding]]:
    """The text with all fixes that do not overlap; a fix whose result is not accepted is left out."""
    chosen = _apart(text, findings)
    changed = _edited(text, [span for _, spans in chosen for span in spans])
    if chosen and accepts(changed):
        return changed, [finding for finding, _ in chosen]
    kept: list[tuple[Finding, list[Span]]] = []
    for finding, spans in chosen:
        candidate = _edited(text, [span for _, others in kept for span in others] + spans)
        if candidate != text and accepts(candidate):
            kept.append((finding, spans))
    return _edited(text, [span for _, spans in kept for span in spans]), [finding for finding, _ in kept]


def _apart(text: str, findings: Sequence[Finding]) -> list[tuple[Finding, list[Span]]]:
    """Findings with the spans of their fixes, as many in order as do not touch each other."""
    offsets = Offsets(text)
    taken: list[Span] = []
    chosen = []
    for finding in findings:
        spans = offsets.spans(finding.fix.edits) if finding.fix is not None else None
        if not spans or any(_touch(span, other) for span in spans for other in taken):
            continue
        if all(text[start:end] == content for start, end, content in spans):
            continue
        taken += spans
        chosen.append((finding, spans))
    return chosen


def _touch(one: Span, other: Span) -> bool:
    """Whether two edits overlap, or insert at the same point."""
    return one[0] <= other[1] and other[0] <= one[1]


def _edited(text: str, spans: Sequence[Span]) -> str:
    for start, end, content in sorted(spans, reverse=True):
        text = text[:start] + content + text[end:]
    return text


class Offsets:
    """Rows and columns of a text as offsets into it."""

    def __init__(self, text: str) -> None:
        self._lines = split_lines(text)
        self._starts = [0]
        for line in self._lines:
            self._starts.append(self._starts[-1] + len(line))
        endings = [line[len(line.rstrip("\r\n")) :] for line in self._lines[:50]]
        self._ending = next((ending for ending in endings if ending), "\n")

    def spans(self, edits: Sequence[Edit]) -> list[Span] | None:
        """Edits as spans, with the line ends of the file; None when one is not inside the text or two overlap."""
        found: list[Span] = []
        for edit in sorted(edits, key=lambda edit: (edit.start, edit.end)):
            start, end = self._offset(edit.start), self._offset(edit.end)
            if start is None or end is None or start > end or (found and start < found[-1][1]):
                return None
            content = edit.content.replace("\r\n", "\n").replace("\n", self._ending)
            found.append((start, end, content))
        return found

    def _offset(self, location: Location) -> int | None:
        row = location.row
        if not 1 <= row <= len(self._starts) or location.column < 1:
            return None
        start = self._starts[row - 1]
        stop = self._starts[row] if row < len(self._starts) else start
        offset = start + location.column - 1
        return offset if offset <= stop else None


def parses(text: str, filename: str) -> bool:
    """Whether a text is Python."""
    problem = check(text, filename)
    return problem is None or (not problem.final and newer_python(text))
