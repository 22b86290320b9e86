"""The source lines that findings stand in, read when a reporter needs them."""

from __future__ import annotations

from collections.abc import Callable

from detachlint.finding import Place
from detachlint.source import split_lines

Texts = Callable[[str], "str | None"]
"""Gives the text of a file by its name in findings, or None."""


class Lines:
    """Lines by file, notebook cell and row."""

    def __init__(self, texts: Texts) -> None:
        self._texts = texts
        self._lines: dict[tuple[str, int | None], list[str]] = {}

    def line(self, place: Place, row: int) -> str | None:
        """A row of the file (or cell) that a place is in, without its end; None when there is none."""
        lines = self._of(place.filename, place.cell)
        return lines[row - 1].rstrip("\r\n") if 1 <= row <= len(lines) else None

    def first(self, place: Place) -> str:
        """The line that a place starts in; empty when it is not there."""
        return self.line(place, place.start.row) or ""

    def _of(self, filename: str, cell: int | None) -> list[str]:
        key = (filename, cell)
        if key not in self._lines:
            self._load(filename)
            self._lines.setdefault(key, [])
        return self._lines[key]

    def _load(self, filename: str) -> None:
        text = self._texts(filename)
        if text is None:
            return
        self._lines[filename, None] = split_lines(text)
        if not filename.endswith(".ipynb"):
            return
        from detachlint.notebook import NotANotebook, code_cells

        try:
            cells = code_cells(text)
        except NotANotebook:
            return
        for cell in cells:
            self._lines[filename, cell.number] = split_lines(cell.source)
