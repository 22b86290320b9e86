"""Findings as plain JSON values and back: the stable ``json`` format, and what the cache keeps."""

from __future__ import annotations

from typing import Any

from detachlint.finding import (
    Applicability,
    Edit,
    FailureMode,
    Finding,
    Fix,
    Level,
    Location,
    Place,
    TraceStep,
)


def location_record(location: Location) -> dict[str, int]:
    """A location by its names."""
    return {"row": location.row, "column": location.column}


def fix_record(fix: Fix | None) -> dict[str, Any] | None:
    """A fix by its names."""
    if fix is None:
        return None
    edits = [
        {
            "content": edit.content,
            "location": location_record(edit.start),
            "end_location": location_record(edit.end),
        }
        for edit in fix.edits
    ]
    return {"applicability": fix.applicability.value, "message": fix.message, "edits": edits}


def finding_record(finding: Finding, url: str) -> dict[str, Any]:
    """A finding as the ``json`` format has it."""
    trace = [
        {
            "message": step.message,
            "filename": step.place.filename,
            "location": location_record(step.place.start),
            "end_location": location_record(step.place.end),
        }
        for step in finding.trace
    ]
    return {
        "code": finding.code,
        "name": finding.name,
        "level": finding.level.value,
        "failure_mode": finding.failure_mode.value,
        "message": finding.message,
        "filename": finding.place.filename,
        "location": location_record(finding.place.start),
        "end_location": location_record(finding.place.end),
        "cell": finding.place.cell,
        "trace": trace,
        "fix": fix_record(finding.fix),
        "url": url,
        "noqa_row": finding.noqa_row,
    }


# ------------------------------------------------------------------------------------------------ for the cache


def pack(finding: Finding) -> list[Any]:
    """A finding as a short list of plain values."""
    fix = finding.fix
    return [
        finding.code,
        finding.name,
        finding.level.value,
        finding.failure_mode.value,
        finding.message,
        _pack_place(finding.place),
        [[step.message, _pack_place(step.place)] for step in finding.trace],
        None if fix is None else [fix.applicability.value, fix.message, [_pack_edit(edit) for edit in fix.edits]],
        finding.noqa_row,
    ]


def unpack(values: Any) -> Finding:
    """A finding from what ``pack`` made.

    :raises ValueError: when it is anything else
    """
    code, name, level, mode, message, place, trace, fix, noqa_row = _list(values, 9)
    steps = tuple(TraceStep(_text(text), _unpack_place(at)) for text, at in (_list(step, 2) for step in _list(trace)))
    return Finding(
        _text(code),
        _text(name),
        Level(level),
        FailureMode(mode),
        _text(message),
        _unpack_place(place),
        steps,
        None if fix is None else _unpack_fix(fix),
        None if noqa_row is None else _number(noqa_row),
    )


def _pack_place(place: Place) -> list[Any]:
    return [place.filename, place.start.row, place.start.column, place.end.row, place.end.column, place.cell]


def _pack_edit(edit: Edit) -> list[Any]:
    return [edit.content, edit.start.row, edit.start.column, edit.end.row, edit.end.column]


def _unpack_place(values: Any) -> Place:
    filename, row, column, end_row, end_column, cell = _list(values, 6)
    start, end = Location(_number(row), _number(column)), Location(_number(end_row), _number(end_column))
    return Place(_text(filename), start, end, None if cell is None else _number(cell))


def _unpack_fix(values: Any) -> Fix:
    applicability, message, edits = _list(values, 3)
    return Fix(Applicability(applicability), _text(message), tuple(_unpack_edit(edit) for edit in _list(edits)))


def _unpack_edit(values: Any) -> Edit:
    content, row, column, end_row, end_column = _list(values, 5)
    start, end = Location(_number(row), _number(column)), Location(_number(end_row), _number(end_column))
    return Edit(_text(content), start, end)


def _list(values: Any, length: int | None = None) -> list[Any]:
    if not isinstance(values, list) or (length is not None and len(values) != length):
        raise ValueError("not a list of the right length")
    return values


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise ValueError("not a string")
    return value


def _number(value: Any) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise ValueError("not a number")
    return value
