"""The default format: the story of each finding, told in the source."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from detachlint.finding import Finding, Place
from detachlint.report import Report
from detachlint.report.concise import headline
from detachlint.report.text import (
    GUTTER,
    HELP,
    LEVEL_COLORS,
    character_width,
    fix_mark,
    harmless,
    harmless_line,
    how_to_apply,
    painted,
    position,
    width,
    wrap,
)

TAB = 4
WIDEST = 160
"""Columns of a source line that are shown where no terminal says how many there are."""
NARROWEST_LABEL = 24
CONTINUED = "    "
"""Before the rest of a message that is broken."""


@dataclass(frozen=True)
class Label:
    """A place to underline, and a few words."""

    place: Place
    text: str
    primary: bool


def render(report: Report) -> Iterator[str]:
    """All findings, each followed by an empty line."""
    for finding in report.findings:
        yield f"{_headline(finding, report)}\n"
        for line in Frame(finding, report).lines():
            yield f"{line.rstrip()}\n"
        yield "\n"


def _headline(finding: Finding, report: Report) -> str:
    """The line that the concise format has, broken between words where it is too long for the terminal."""
    line = headline(finding, report)
    if report.width is None:
        return line
    message = harmless(finding.message)
    head = line.removesuffix(message)
    taken = len(f"{position(finding.place)}: {finding.code} {fix_mark(finding, report.unsafe_fixes)}")
    return head + f"\n{CONTINUED}".join(wrap(message, report.width - len(CONTINUED), taken))


def labels_of(finding: Finding) -> list[Label]:
    """The finding's own place, under the words of the trace that stand there, and the rest of the trace."""
    own = [step.message for step in finding.trace if step.place == finding.place]
    labels = [Label(step.place, step.message, False) for step in finding.trace if step.place != finding.place]
    labels.append(Label(finding.place, own[-1] if own else "", True))
    return labels


class Frame:
    """The source around one finding."""

    def __init__(self, finding: Finding, report: Report) -> None:
        self._finding = finding
        self._report = report
        self._labels = labels_of(finding)
        last = max(label.place.start.row for label in self._labels)
        self._gutter = max(len(str(last)), 5)
        self._room = max((report.width or WIDEST) - self._gutter - 3, 30)

    def lines(self) -> Iterator[str]:
        """The lines of the frame, the help last."""
        here = (self._finding.place.filename, self._finding.place.cell)
        groups: dict[tuple[str, int | None], list[Label]] = {here: []}
        for label in self._labels:
            groups.setdefault((label.place.filename, label.place.cell), []).append(label)
        for key, labels in groups.items():
            if key != here:
                yield self._elsewhere(labels[0].place)
            yield from self._file(sorted(labels, key=lambda label: (label.place.start, label.primary)))
        yield from self._help()

    def _elsewhere(self, place: Place) -> str:
        return f"{' ' * (self._gutter - 2)}{self._paint('-->', GUTTER)} {position(place)}"

    def _file(self, labels: Sequence[Label]) -> Iterator[str]:
        """Labels of one file, by row; rows between are left out unless it is one."""
        before = None
        rows = sorted({label.place.start.row for label in labels})
        for row in rows:
            place = labels[0].place
            line = self._report.lines.line(place, row)
            if line is None:
                continue
            if before is not None and row == before + 2:
                yield self._source(before + 1, Shown(self._report.lines.line(place, before + 1) or "", self._room, 1))
            elif before is not None and row > before + 2:
                yield self._paint("...".rjust(self._gutter), GUTTER)
            before = row
            yield from self._row(row, line, [label for label in labels if label.place.start.row == row])

    def _row(self, row: int, line: str, labels: Sequence[Label]) -> Iterator[str]:
        """A row and its labels; where it is cut, it is shown again for a label outside of what was kept."""
        shown: Shown | None = None
        for label in labels:
            column = label.place.start.column
            if shown is None or not shown.shows(column):
                shown = Shown(line, self._room, column)
                yield self._source(row, shown)
            yield from self._underline(label, shown)

    def _source(self, row: int, shown: Shown) -> str:
        return f"{self._paint(f'{row:>{self._gutter}} |', GUTTER)} {shown.text}"

    def _underline(self, label: Label, shown: Shown) -> Iterator[str]:
        place = label.place
        end = place.end.column if place.end.row == place.start.row else shown.last_column
        start, stop = shown.column(place.start.column), shown.column(end)
        length = max(stop - start, 1)
        color = LEVEL_COLORS[self._finding.level] if label.primary else GUTTER
        margin = self._paint(f"{'':>{self._gutter}} |", GUTTER)
        mark = ("^" if label.primary else "-") * length
        first, *rest = self._wrapped(harmless(label.text), start, length)
        yield f"{margin} {' ' * start}{self._paint(f'{mark} {first}'.rstrip(), color)}"
        for text in rest:
            yield f"{margin} {' ' * self._indent(start)}{self._paint(text, color)}"

    def _wrapped(self, text: str, start: int, length: int) -> list[str]:
        """A label on the line of its mark where there is room, else below it."""
        free = self._room - start - length - 1
        if self._report.width is None or width(text) <= free:
            return [text]
        return ["", *wrap(text, self._room - self._indent(start))]

    def _indent(self, start: int) -> int:
        return max(min(start, self._room - 2 * NARROWEST_LABEL), 0)

    def _help(self) -> Iterator[str]:
        fix = self._finding.fix
        if fix is None:
            return
        option = how_to_apply(self._finding)
        text = harmless(fix.message) + (f" ({option})" if option else "")
        margin = " " * (self._gutter - 2)
        lines = [text] if self._report.width is None else wrap(text, self._report.width - len(margin) - len("help: "))
        yield f"{margin}{self._paint('help:', HELP)} {lines[0]}"
        for line in lines[1:]:
            yield f"{margin}{' ' * len('help: ')}{line}"

    def _paint(self, text: str, code: str) -> str:
        return painted(text, code, self._report.color)


class Shown:
    """A source line as a terminal can show it: tabs spread, harmful characters boxed, cut to the room there is."""

    def __init__(self, line: str, room: int, focus: int) -> None:
        self._columns = [0]
        self.last_column = len(line.rstrip()) + 1
        cells: list[str] = []
        for character in harmless_line(line):
            at = self._columns[-1]
            size = TAB - at % TAB if character == "\t" else character_width(character)
            cells.append(" " * size if character == "\t" else character)
            self._columns.append(at + size)
        self._offset = 0
        if self._columns[-1] > room:
            self._cut(cells, room, min(focus, len(line) + 1))
        else:
            self.text = "".join(cells)

    def _cut(self, cells: list[str], room: int, focus: int) -> None:
        """Keep what is around a column, with an ellipsis for what is left out."""
        wanted = self._columns[focus - 1]
        start = 0 if wanted < room * 2 // 3 else wanted - room // 3
        kept = [cell for cell, at in zip(cells, self._columns, strict=False) if start <= at < start + room - 2]
        head = "…" if start else ""
        tail = "…" if start + room - 2 < self._columns[-1] else ""
        self._offset = start - len(head)
        self.text = f"{head}{''.join(kept)}{tail}"

    def shows(self, column: int) -> bool:
        """Whether a column of the source is in what was kept."""
        at = self._columns[min(column, len(self._columns)) - 1] - self._offset
        return 0 <= at <= width(self.text)

    def column(self, column: int) -> int:
        """Where a column of the source (from 1) is on the screen (from 0)."""
        at = self._columns[min(column, len(self._columns)) - 1] - self._offset
        return max(0, min(at, width(self.text)))
