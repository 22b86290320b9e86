"""Lint a notebook: its code cells joined into one source, and what is found mapped back to cells and rows."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, replace

from detachlint.finding import Edit, Finding, Fix, Location, Place, TraceStep
from detachlint.lint import FindProject, active_codes, lint_python, unreadable
from detachlint.magics import to_python
from detachlint.notebook import Cell, NotANotebook, code_cells
from detachlint.settings import Settings
from detachlint.source import split_lines
from detachlint.syntax import Problem, check, newer_python


def lint_notebook(text: str, filename: str, settings: Settings, find_project: FindProject | None) -> list[Finding]:
    """All findings in a notebook, placed by cell and row within the cell."""
    try:
        cells = code_cells(text.removeprefix("\ufeff"))
    except NotANotebook as error:
        finding = unreadable(Problem(error.message, error.row, error.column), filename)
        return [finding] if finding.code in active_codes(settings, filename) else []
    joined = join(cells, filename)
    found = lint_python(joined.text, filename, settings, find_project)
    if joined.broken:
        active = active_codes(settings, filename)
        found += [finding for finding in joined.broken if finding.code in active]
    return sorted((joined.placed(finding) for finding in found), key=lambda finding: finding.sort_key)


@dataclass
class Joined:
    """The cells of a notebook as one source, and the way back."""

    filename: str
    text: str
    numbers: list[int]
    """Each cell's number."""
    starts: list[int]
    """The row of the joined source at which each cell starts."""
    changed: set[int]
    """Rows whose text is not what the cell says."""
    broken: list[Finding]
    """Cells that are no Python, which were left out; placed already."""

    def placed(self, finding: Finding) -> Finding:
        """A finding in the joined source, placed in its cell."""
        if finding.place.filename != self.filename or finding.place.cell is not None:
            return finding
        place = self._place(finding.place)
        trace = tuple(TraceStep(step.message, self._place(step.place)) for step in finding.trace)
        first = self.starts[self._index(finding.place.start.row)]
        noqa_row = None if finding.noqa_row is None else finding.noqa_row - first + 1
        return replace(finding, place=place, trace=trace, noqa_row=noqa_row, fix=self._fix(finding.fix, place.cell))

    def _index(self, row: int) -> int:
        return max(bisect_right(self.starts, row) - 1, 0)

    def _place(self, place: Place) -> Place:
        if place.filename != self.filename or not self.starts:
            return place
        index = self._index(place.start.row)
        first = self.starts[index] - 1
        start = Location(place.start.row - first, place.start.column)
        end = Location(place.end.row - first, place.end.column)
        return Place(place.filename, start, end, self.numbers[index])

    def _fix(self, fix: Fix | None, cell: int | None) -> Fix | None:
        """A fix within the finding's cell; one that reaches further, or into a magic, is only shown."""
        if fix is None or not fix.edits:
            return fix
        edits = []
        for edit in fix.edits:
            index = self._index(edit.start.row)
            rows = range(edit.start.row, edit.end.row + 1)
            if self.numbers[index] != cell or self._index(edit.end.row) != index or self.changed.intersection(rows):
                return replace(fix, edits=())
            first = self.starts[index] - 1
            start = Location(edit.start.row - first, edit.start.column)
            edits.append(Edit(edit.content, start, Location(edit.end.row - first, edit.end.column)))
        return replace(fix, edits=tuple(edits))


def join(cells: list[Cell], filename: str) -> Joined:
    """The Python of all cells in one source; a cell that is no Python is left out and reported."""
    joined = Joined(filename, "", [], [], set(), [])
    parts = []
    row = 1
    for cell in cells:
        python, changed = to_python(cell.source)
        problem = check(python, filename)
        if problem is not None and (problem.final or not newer_python(python)):
            joined.broken.append(_broken(problem, filename, cell))
            python = "".join(line[len(line.rstrip("\r\n")) :] for line in split_lines(python))
        if not python.endswith(("\n", "\r")):
            python += "\n"
        joined.numbers.append(cell.number)
        joined.starts.append(row)
        joined.changed |= {row + line - 1 for line in changed}
        parts.append(python)
        row += len(split_lines(python))
    joined.text = "".join(parts)
    return joined


def _broken(problem: Problem, filename: str, cell: Cell) -> Finding:
    finding = unreadable(problem, filename, cell.source)
    return replace(finding, place=replace(finding.place, cell=cell.number))
