"""Python's own syntax for operators on tensors."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

from detachlint.facts.measuring.own_samples import Table, material, positive
from detachlint.facts.measuring.sample import Sample, call
from detachlint.facts.measuring.spellings import Spelling

PREFIX = "operator "
ARITHMETIC: dict[str, Callable[..., Any]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.truediv,
    "//": operator.floordiv,
    "%": operator.mod,
    "**": operator.pow,
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
IN_PLACE: dict[str, Callable[..., Any]] = {
    "+=": operator.iadd,
    "-=": operator.isub,
    "*=": operator.imul,
    "/=": operator.itruediv,
    "//=": operator.ifloordiv,
    "%=": operator.imod,
    "**=": operator.ipow,
}
LOGICAL: dict[str, Callable[..., Any]] = {"&": operator.and_, "|": operator.or_, "^": operator.xor}
LOGICAL_IN_PLACE: dict[str, Callable[..., Any]] = {"&=": operator.iand, "|=": operator.ior, "^=": operator.ixor}
SHIFTS: dict[str, Callable[..., Any]] = {"<<": operator.lshift, ">>": operator.rshift}
SHIFTS_IN_PLACE: dict[str, Callable[..., Any]] = {"<<=": operator.ilshift, ">>=": operator.irshift}
UNARY: dict[str, Callable[..., Any]] = {"unary-": operator.neg, "unary+": operator.pos, "abs": operator.abs}


def _set_item(tensor: Any, key: Any, value: Any) -> Any:
    tensor[key] = value
    return tensor


def _get_item(tensor: Any, key: Any) -> Any:
    return tensor[key]


def _contains(tensor: Any, item: Any) -> Any:
    return item in tensor


def _iterate(tensor: Any) -> Any:
    return list(tensor)


def operator_spellings() -> list[tuple[Spelling, list[Sample]]]:
    """Each operator with its samples."""
    m = material()
    three = positive(2, 4)
    both = [call(m.x, m.y), call(m.x, m.row), call(m.x, m.scalar), call(m.x, 2.0), call(m.x, 2), call(m.x, 0.5)]
    reflected = [*both, call(2.0, m.x), call(2, m.x)]
    logical = [call(m.mask, ~m.mask), call(m.mask, True), call(m.index, m.index + 1)]
    shifts = [call(m.index, m.index), call(m.index, 1)]
    table: Table = {
        **dict.fromkeys(ARITHMETIC, reflected),
        **dict.fromkeys(IN_PLACE, both),
        **dict.fromkeys((*LOGICAL, *LOGICAL_IN_PLACE), logical),
        **dict.fromkeys((*SHIFTS, *SHIFTS_IN_PLACE), shifts),
        **{symbol: [call(m.x), call(m.wavy)] for symbol in UNARY},
        "@": [call(m.x, m.w.T), call(m.x, m.row), call(m.batch, m.w.T), call(m.batch, m.batch.mT)],
        "~": [call(m.mask), call(m.index)],
        "[]basic": [
            call(m.x, 0),
            call(m.x, slice(0, 2)),
            call(m.x, (..., 0)),
            call(m.x, (None, slice(None))),
            call(m.x, (0, slice(1, 3))),
        ],
        "[]advanced": [
            call(m.x, m.rows),
            call(m.x, m.mask),
            call(m.x, [0, 2]),
            call(m.x, (m.rows, m.rows)),
            call(m.x, (slice(None), m.rows)),
        ],
        "in": [call(m.x, 0.5), call(m.x, m.scalar)],
        "iter": [call(m.x)],
    }
    calls: dict[str, Callable[..., Any]] = {
        **ARITHMETIC,
        **IN_PLACE,
        **LOGICAL,
        **LOGICAL_IN_PLACE,
        **SHIFTS,
        **SHIFTS_IN_PLACE,
        **UNARY,
        "@": operator.matmul,
        "~": operator.invert,
        "[]basic": _get_item,
        "[]advanced": _get_item,
        "in": _contains,
        "iter": _iterate,
    }
    made = [(Spelling(PREFIX + symbol, calls[symbol]), samples) for symbol, samples in table.items()]
    made.append(
        (
            Spelling(f"{PREFIX}[]=basic", _set_item),
            [
                call(m.x, 0, m.row),
                call(m.x, 0, 0.5),
                call(m.x, slice(0, 2), three),
                call(m.x, ..., m.y),
                call(m.x, 0, m.scalar),
            ],
        )
    )
    made.append(
        (
            Spelling(f"{PREFIX}[]=advanced", _set_item),
            [
                call(m.x, m.rows, three),
                call(m.x, m.mask, 0.5),
                call(m.x, m.rows, 0.5),
                call(m.x, m.mask, m.scalar),
                call(m.x, [0, 2], three),
            ],
        )
    )
    return made
