"""Answers what is saved from the stored rows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Any

from detachlint.facts.stored import field
from detachlint.shadow.tri import Tri, join

Row = tuple[tuple[Tri, ...], Tri, Tri, tuple[Tri, ...]]
"""Which tensors of the pattern are saved; is anything; does the result require grad; which results are saved."""
TENSOR, ABSENT = "T", "-"
MOST_UNKNOWN = 6
"""With more arguments of unknown requires_grad nothing is said."""


def pattern_of(is_tensor: Sequence[bool]) -> str:
    """The key of a stored pattern."""
    return "".join(TENSOR if item else ABSENT for item in is_tensor).rstrip(ABSENT)


def row(leaf: Mapping[str, Any], requires: Sequence[Tri], is_tensor: Sequence[bool]) -> Row:
    """What one call saves."""
    pattern = pattern_of(is_tensor)
    flags = [flag for flag, tensor in zip(requires, is_tensor, strict=True) if tensor]
    if all(flag.no for flag in flags):
        return nothing(len(flags))
    rows = leaf["patterns"].get(pattern)
    if rows is None:
        return _without_pattern(leaf, pattern, flags)
    if sum(flag is Tri.UNKNOWN for flag in flags) > MOST_UNKNOWN:
        return not_known(len(flags))
    return join_rows([_certain_row(rows, completion) for completion in _completions(flags)])


def nothing(tensors: int) -> Row:
    """A call that adds no node to the graph."""
    return ((Tri.NO,) * tensors, Tri.NO, Tri.NO, (Tri.NO,))


def not_known(tensors: int) -> Row:
    """A call nothing was measured of."""
    return ((Tri.UNKNOWN,) * tensors, Tri.UNKNOWN, Tri.UNKNOWN, (Tri.UNKNOWN,))


def join_rows(rows: Sequence[Row]) -> Row:
    """What holds in each of several cases."""
    if len(rows) == 1:
        return rows[0]
    outputs = max(len(item[3]) for item in rows)
    return (
        tuple(join(column) for column in zip(*(item[0] for item in rows), strict=True)),
        join(item[1] for item in rows),
        join(item[2] for item in rows),
        tuple(join(item[3][index] if index < len(item[3]) else Tri.NO for item in rows) for index in range(outputs)),
    )


def _completions(flags: Sequence[Tri]) -> Iterator[tuple[bool, ...]]:
    choices = [(False, True) if flag is Tri.UNKNOWN else (flag.yes,) for flag in flags]
    return product(*choices)


def _certain_row(rows: Mapping[str, str], flags: Sequence[bool]) -> Row:
    """The row where it is known which tensors require grad; those no gradient goes to do not count."""
    counting = [flag and _is_differentiable(rows, index, len(flags)) for index, flag in enumerate(flags)]
    if not any(counting):
        return nothing(len(flags))
    stored = rows.get("".join("1" if flag else "0" for flag in counting))
    if stored is not None:
        return _read(stored)
    return _union([_read(rows[key]) for key in _smaller(rows, counting)], len(flags))


def _is_differentiable(rows: Mapping[str, str], index: int, size: int) -> bool:
    alone = rows.get("0" * index + "1" + "0" * (size - index - 1))
    return alone is not None and alone.split("|")[1][1] != "0"


def _smaller(rows: Mapping[str, str], flags: Sequence[bool]) -> list[str]:
    """Measured choices within this one: what each of them saves, they save together."""
    return [key for key in rows if all(flag or sign == "0" for flag, sign in zip(flags, key, strict=True))]


def _union(rows: Sequence[Row], tensors: int) -> Row:
    if not rows:
        return not_known(tensors)
    made = rows[0]
    for other in rows[1:]:
        made = (
            tuple(left | right for left, right in zip(made[0], other[0], strict=True)),
            made[1] | other[1],
            made[2] | other[2],
            tuple(left | right for left, right in zip(made[3], other[3], strict=True)),
        )
    return made


def _read(stored: str) -> Row:
    inputs, whole, outputs = stored.split("|")
    return _tris(inputs), Tri(int(whole[0])), Tri(int(whole[1])), _tris(outputs) or (Tri.NO,)


def _tris(digits: str) -> tuple[Tri, ...]:
    return tuple(Tri(int(digit)) for digit in digits)


def _without_pattern(leaf: Mapping[str, Any], pattern: str, flags: Sequence[Tri]) -> Row:
    """A form of the call that was not measured, such as a longer list."""
    measured = [_read(stored) for rows in leaf["patterns"].values() for stored in rows.values()]
    if not measured:
        return not_known(len(flags))
    if all(_saves_nothing(item) for item in measured):
        return ((Tri.NO,) * len(flags), Tri.NO, join(item[2] for item in measured), (Tri.NO,))
    if field(leaf, "spread") == 0 and "TT" in leaf["patterns"] and ABSENT not in pattern:
        return _longer_list(leaf["patterns"]["TT"], flags)
    return not_known(len(flags))


def _saves_nothing(found: Row) -> bool:
    return all(item.no for item in (*found[0], found[1], *found[3]))


def _longer_list(rows: Mapping[str, str], flags: Sequence[Tri]) -> Row:
    """A longer list of tensors: each member against the others taken together, as in a list of two."""
    members = [_member(rows, flag, [*flags[:index], *flags[index + 1 :]]) for index, flag in enumerate(flags)]
    return (
        tuple(member[0][0] for member in members),
        join(member[1] for member in members),
        join(member[2] for member in members),
        (join(member[3][0] for member in members),),
    )


def _member(rows: Mapping[str, str], flag: Tri, others: Sequence[Tri]) -> Row:
    """What is saved of one member, wherever it stands."""
    rest = Tri.YES if any(other.yes for other in others) else join(others)
    first = join_rows([_certain_row(rows, done) for done in _completions((flag, rest))])
    last = join_rows([_certain_row(rows, done) for done in _completions((rest, flag))])
    return join_rows([(first[0][:1], *first[1:]), (last[0][1:], *last[1:])])
