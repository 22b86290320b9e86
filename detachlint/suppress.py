"""Comments that switch findings off: ``# noqa`` in flake8's grammar, and ``# detachlint:`` directives."""

from __future__ import annotations

import re
import tokenize
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from detachlint.finding import FailureMode, Finding, Level, Location, Place
from detachlint.rules.registry import ALL, UNUSED_SUPPRESSION, closest, names
from detachlint.selection import covers_any
from detachlint.source import split_lines

NOQA = re.compile(r"# noqa(?::\s?(?P<codes>(?:[A-Z]+[0-9]+(?:[,\s]+)?)+))?", re.IGNORECASE)
NOQA_FILE = re.compile(r"# flake8[:=]\s*noqa(?P<codes>:\s?(?:[A-Z]+[0-9]+(?:[,\s]+)?)+)?\s*$", re.IGNORECASE)
DIRECTIVE = re.compile(r"#\s*detachlint:\s*(?P<word>[\w-]+)(?:\[(?P<codes>[^\]]*)\])?", re.IGNORECASE)
HINT = re.compile(r"noqa|detachlint:", re.IGNORECASE)
OURS = re.compile(r"DTL\d{1,3}", re.IGNORECASE)
WORDS = ("ignore", "ignore-file", "off", "on")
NO_CODE = frozenset({tokenize.COMMENT, tokenize.NL, tokenize.ENCODING, tokenize.INDENT, tokenize.DEDENT})


@dataclass(frozen=True)
class Comment:
    """A comment token: where it starts, and whether code stands before it in its row."""

    text: str
    row: int
    column: int
    alone: bool


@dataclass
class Suppression:
    """One comment's effect: the rows it holds for, and what it has suppressed so far."""

    place: Place
    selectors: tuple[str, ...]
    """``ALL``, or codes and prefixes."""
    rows: range | None
    """None: the rows of the statement that the comment belongs to."""
    named: bool
    """Whether codes are written out; only then can it be unused."""
    used: set[str] = field(default_factory=set)


@dataclass
class Layout:
    """Comments of a text, and the rows at which its statements (logical lines) start and end."""

    comments: list[Comment]
    starts: list[int]
    ends: list[int]

    def statement(self, row: int) -> tuple[int, int]:
        """First and last row of the statement that a row belongs to."""
        index = bisect_right(self.starts, row) - 1
        if index >= 0 and row <= self.ends[index]:
            return self.starts[index], self.ends[index]
        return row, row

    @property
    def first_code_row(self) -> int:
        """The row of the first statement."""
        return self.starts[0] if self.starts else 1 << 60


def layout_of(text: str) -> Layout:
    """Comments and statements of a text, as far as it can be cut into tokens."""
    found = Layout([], [], [])
    start = 0
    coded = 0
    for token in _tokens(text):
        if token.type == tokenize.COMMENT:
            row, column = token.start
            found.comments.append(Comment(token.string, row, column + 1, coded != row))
        elif token.type == tokenize.NEWLINE:
            if start:
                found.starts.append(start)
                found.ends.append(token.start[0])
            start = 0
        elif token.type not in NO_CODE:
            start = start or token.start[0]
            coded = token.end[0]
    return found


def _tokens(text: str) -> Iterator[tokenize.TokenInfo]:
    """Tokens; the standard library's tokenizer may be older than the syntax, and then stops early."""
    lines = iter([line.rstrip("\r\n") + "\n" for line in split_lines(text)])
    try:
        yield from tokenize.generate_tokens(lambda: next(lines, ""))
    except (tokenize.TokenError, SyntaxError):
        return


class Suppressions:
    """All suppressions of one text."""

    def __init__(self, text: str, filename: str, noqa: bool = True) -> None:
        self._filename = filename
        self.layout = layout_of(text)
        self.items: list[Suppression] = []
        self.strays: list[tuple[Place, str]] = []
        """Directives that mean nothing, with a word about each."""
        self._open: list[tuple[Suppression, int]] = []
        for comment in self.layout.comments:
            self._read_directives(comment)
            if noqa:
                self._read_noqa(comment)

    def _place(self, comment: Comment, start: int, end: int) -> Place:
        column = comment.column
        return Place(self._filename, Location(comment.row, column + start), Location(comment.row, column + end))

    def _read_noqa(self, comment: Comment) -> None:
        everywhere = NOQA_FILE.match(comment.text) if comment.alone else None
        found = everywhere or NOQA.search(comment.text)
        if found is None:
            return
        codes = tuple(code.upper() for code in re.findall(r"[A-Za-z]+[0-9]+", found["codes"] or ""))
        ours = tuple(code for code in codes if OURS.fullmatch(code))
        if codes and not ours:
            return
        place = self._place(comment, *found.span())
        rows = range(1, 1 << 60) if everywhere else None
        self.items.append(Suppression(place, ours or (ALL,), rows, bool(ours)))

    def _read_directives(self, comment: Comment) -> None:
        for found in DIRECTIVE.finditer(comment.text):
            self._read_directive(comment, found)

    def _read_directive(self, comment: Comment, found: re.Match[str]) -> None:
        place = self._place(comment, *found.span())
        word = found["word"].lower()
        written = found["codes"]
        codes = tuple(code.strip().upper() for code in (written or "").split(",") if code.strip())
        selectors = codes or (ALL,)
        if word == "ignore":
            self.items.append(Suppression(place, selectors, None, bool(codes)))
        elif word == "ignore-file" and comment.row < self.layout.first_code_row:
            self.items.append(Suppression(place, selectors, range(1, 1 << 60), bool(codes)))
        elif word == "ignore-file":
            self.strays.append((place, "`ignore-file` counts only before the first statement of the file"))
        elif word == "off":
            self._open.append((self._add_range(place, selectors, codes, comment.row), comment.row))
        elif word == "on":
            self._close(place, comment.row)
        else:
            guess = closest(word, WORDS)
            hint = f"; did you mean `{guess}`?" if guess else ""
            self.strays.append((place, f"`{word}` is no directive of detachlint{hint}"))

    def _add_range(self, place: Place, selectors: tuple[str, ...], codes: tuple[str, ...], row: int) -> Suppression:
        suppression = Suppression(place, selectors, range(row, 1 << 60), bool(codes))
        self.items.append(suppression)
        return suppression

    def _close(self, place: Place, row: int) -> None:
        if not self._open:
            self.strays.append((place, "`on` without an `off` before it"))
        for suppression, start in self._open:
            suppression.rows = range(start, row)
        self._open.clear()

    def covers(self, code: str, row: int) -> bool:
        """Whether a finding of a rule in a row is suppressed; remembers which comments did it."""
        first, last = self.layout.statement(row)
        covered = False
        for item in self.items:
            rows = item.rows
            near = row in rows if rows is not None else item.place.start.row in (first, last, row)
            if near and covers_any(item.selectors, code):
                item.used.update(selector for selector in item.selectors if covers_any((selector,), code))
                covered = True
        return covered

    def unused(self, active: frozenset[str]) -> Iterator[Finding]:
        """Findings of DTL001, once all other findings have been asked about."""
        for place, message in self.strays:
            yield unused_suppression(place, message)
        for item in self.items:
            for selector in item.selectors if item.named else ():
                reason = self._why_unused(selector, item, active)
                if reason is not None:
                    yield unused_suppression(item.place, reason)

    def _why_unused(self, selector: str, item: Suppression, active: frozenset[str]) -> str | None:
        known = [code for code in names() if code.startswith(selector)]
        if not known:
            guess = closest(selector, names())
            hint = f"; did you mean `{guess}`?" if guess else ""
            return f"`{selector}` is no rule{hint}"
        if selector in item.used or UNUSED_SUPPRESSION in known or not active.intersection(known):
            return None
        return f"`{selector}` is suppressed here, but nothing reports it"


def unused_suppression(place: Place, message: str) -> Finding:
    """A finding of DTL001."""
    return Finding(
        UNUSED_SUPPRESSION,
        names()[UNUSED_SUPPRESSION],
        Level.WARNING,
        FailureMode.NOT_APPLICABLE,
        message,
        place,
        noqa_row=place.start.row,
    )


def suppressed(
    findings: Sequence[Finding], text: str, filename: str, active: frozenset[str], noqa: bool = True
) -> list[Finding]:
    """Findings of one text without those that its comments suppress, and DTL001 for comments that suppress nothing."""
    wants_unused = UNUSED_SUPPRESSION in active
    if not findings and not (wants_unused and HINT.search(text)):
        return []
    found = Suppressions(text, filename, noqa)
    kept = [finding for finding in findings if not found.covers(finding.code, finding.place.start.row)]
    if wants_unused:
        kept += [item for item in found.unused(active) if not found.covers(item.code, item.place.start.row)]
    return [replace(finding, noqa_row=found.layout.statement(finding.place.start.row)[1]) for finding in kept]
