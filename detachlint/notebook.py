"""Jupyter notebooks: the code cells in a document, and changed cells back into it, to the byte elsewhere."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from detachlint.source import split_lines

WHITESPACE = " \t\r\n"
DECODER = json.JSONDecoder()


class NotANotebook(Exception):
    """The text is no notebook, and where that shows."""

    def __init__(self, message: str, row: int = 1, column: int = 1) -> None:
        super().__init__(message)
        self.message = message
        self.row = row
        self.column = column


@dataclass(frozen=True)
class Cell:
    """A code cell: its number among all cells of the document, from 1, and its source."""

    number: int
    source: str


def code_cells(text: str) -> list[Cell]:
    """The Python code cells of a notebook of any nbformat version; none when its language is another.

    :raises NotANotebook: when the text is none
    """
    try:
        document = json.loads(text)
    except json.JSONDecodeError as error:
        raise NotANotebook(f"not a notebook: {error.msg}", error.lineno, error.colno) from None
    except RecursionError:
        raise NotANotebook("not a notebook: nested too deeply") from None
    if not isinstance(document, dict) or not _has_cells(document):
        raise NotANotebook("not a notebook: there are no cells in it")
    if not _is_python(document):
        return []
    found = []
    for number, cell in enumerate(_cells(document), start=1):
        source = _source(cell)
        if source is not None:
            found.append(Cell(number, source))
    return found


def _has_cells(document: Mapping[str, Any]) -> bool:
    return isinstance(document.get("cells", document.get("worksheets")), list)


def _cells(document: Mapping[str, Any]) -> list[Any]:
    """All cells; before nbformat 4 they stood in worksheets."""
    if isinstance(document.get("cells"), list):
        return list(document["cells"])
    sheets = [sheet.get("cells") for sheet in document["worksheets"] if isinstance(sheet, dict)]
    return [cell for cells in sheets if isinstance(cells, list) for cell in cells]


def _is_python(document: Mapping[str, Any]) -> bool:
    metadata = document.get("metadata")
    if not isinstance(metadata, dict):
        return True
    for key, name in (("language_info", "name"), ("kernelspec", "language")):
        entry = metadata.get(key)
        if isinstance(entry, dict) and isinstance(entry.get(name), str):
            return "python" in entry[name].lower()
    return True


def _source(cell: Any) -> str | None:
    """The source of a Python code cell, None for any other."""
    if not isinstance(cell, dict) or cell.get("cell_type") != "code":
        return None
    if cell.get("language", "python") != "python":
        return None
    source = cell.get("source", cell.get("input"))
    if isinstance(source, list) and all(isinstance(line, str) for line in source):
        source = "".join(source)
    return source if isinstance(source, str) else None


# ------------------------------------------------------------------------------------------------ writing back


@dataclass(frozen=True)
class Piece:
    """A JSON string in the document: its value and the stretch of text it is written in."""

    value: str
    start: int
    end: int


@dataclass(frozen=True)
class Written:
    """Where a cell's source is written: as one string, or as a list of strings."""

    pieces: tuple[Piece, ...]
    is_list: bool
    start: int
    end: int


def replace_cells(text: str, changed: Mapping[int, str]) -> str:
    """The document with other sources in some cells; all else stays as it is written."""
    edits: list[tuple[int, int, str]] = []
    for number, written in _written_cells(text).items():
        if number in changed:
            edits += _edits(text, written, changed[number])
    for start, end, replacement in sorted(edits, reverse=True):
        text = text[:start] + replacement + text[end:]
    return text


def _edits(text: str, written: Written, source: str) -> list[tuple[int, int, str]]:
    """The smallest change: only the strings of the lines that differ."""
    plain = text.isascii()
    if not written.is_list:
        piece = written.pieces[0]
        return [] if piece.value == source else [(piece.start, piece.end, json.dumps(source, ensure_ascii=plain))]
    lines = split_lines(source)
    old = [piece.value for piece in written.pieces]
    head = 0
    while head < min(len(old), len(lines)) and old[head] == lines[head]:
        head += 1
    tail = 0
    while tail < min(len(old), len(lines)) - head and old[-1 - tail] == lines[-1 - tail]:
        tail += 1
    replaced = written.pieces[head : len(old) - tail]
    literals = [json.dumps(line, ensure_ascii=plain) for line in lines[head : len(lines) - tail]]
    if len(replaced) == len(literals):
        return [(piece.start, piece.end, new) for piece, new in zip(replaced, literals, strict=True)]
    return [_whole_list(text, written, lines, head, tail, plain)]


def _whole_list(
    text: str, written: Written, lines: list[str], head: int, tail: int, plain: bool
) -> tuple[int, int, str]:
    """The list written anew, with the literals of unchanged lines and the list's own separators."""
    pieces = written.pieces
    literals = [text[piece.start : piece.end] for piece in pieces[:head]]
    literals += [json.dumps(line, ensure_ascii=plain) for line in lines[head : len(lines) - tail]]
    literals += [text[piece.start : piece.end] for piece in pieces[len(pieces) - tail :]]
    before = text[written.start + 1 : pieces[0].start] if pieces else ""
    after = text[pieces[-1].end : written.end - 1] if pieces else ""
    between = text[pieces[0].end : pieces[1].start] if len(pieces) > 1 else f",{before or ' '}"
    return written.start, written.end, f"[{before}{between.join(literals)}{after}]"


def _written_cells(text: str) -> dict[int, Written]:
    """Where the source of each code cell is written, by the cell's number."""
    root = _Reader(text).document()
    cells = root.get("cells")
    if not isinstance(cells, _List):
        sheets = root.get("worksheets")
        inner = [sheet.get("cells") for sheet in sheets.items if isinstance(sheet, dict)] if sheets else []
        cells = _List([cell for found in inner if isinstance(found, _List) for cell in found.items], 0, 0)
    found: dict[int, Written] = {}
    for number, cell in enumerate(cells.items, start=1):
        source = cell.get("source", cell.get("input")) if isinstance(cell, dict) else None
        if isinstance(source, Piece):
            found[number] = Written((source,), False, source.start, source.end)
        elif isinstance(source, _List):
            pieces = tuple(item for item in source.items if isinstance(item, Piece))
            found[number] = Written(pieces, True, source.start, source.end)
    return found


@dataclass(frozen=True)
class _List:
    items: list[Any]
    start: int
    end: int


class _Reader:
    """Reads JSON that is known to be right, keeping where its strings and lists are written."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0

    def document(self) -> dict[str, Any]:
        value = self._value()
        return value if isinstance(value, dict) else {}

    def _skip(self) -> str:
        while self._text[self._at] in WHITESPACE:
            self._at += 1
        return self._text[self._at]

    def _value(self) -> Any:
        first = self._skip()
        if first == "{":
            return self._object()
        if first == "[":
            return self._list()
        if first == '"':
            return self._string()
        while self._at < len(self._text) and self._text[self._at] not in WHITESPACE + ",]}":
            self._at += 1
        return None

    def _string(self) -> Piece:
        start = self._at
        value, self._at = DECODER.raw_decode(self._text, start)
        return Piece(value, start, self._at)

    def _list(self) -> _List:
        start = self._at
        self._at += 1
        items = []
        while self._skip() != "]":
            items.append(self._value())
            if self._skip() == ",":
                self._at += 1
        self._at += 1
        return _List(items, start, self._at)

    def _object(self) -> dict[str, Any]:
        self._at += 1
        found: dict[str, Any] = {}
        while self._skip() != "}":
            key = self._string().value
            self._skip()
            self._at += 1
            found[key] = self._value()
            if self._skip() == ",":
                self._at += 1
        self._at += 1
        return found
