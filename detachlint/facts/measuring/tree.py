"""Finds the options on which the facts of an operator depend."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from detachlint.facts.measuring.leaf import leaf, vagueness
from detachlint.facts.measuring.records import Record

Tree = dict[str, Any]
"""A leaf, or ``{"if": option, "given": tree, "absent": tree}``; see ``detachlint.facts.stored``."""
DEPTH = 2
PATTERN = "pattern="
"""This is no option that a call may lack: the branch of the first, everyday sample is the plain one."""
Score = tuple[int, int, int]
"""How vague the facts of the plainest call are, how vague the others, and how many splits it took."""


def tree(records: Sequence[Record]) -> Tree:
    """Split by the options that make most certain, the plainest call first."""
    return _best(records, DEPTH)[1]


def _best(records: Sequence[Record], depth: int) -> tuple[Score, Tree]:
    whole = leaf(records)
    best: tuple[Score, Tree] = (vagueness(whole), 0, 0), whole
    if depth == 0 or best[0][0] == 0:
        return best
    for option in _options(records):
        parts = _split(records, option)
        given, absent = (_best(part, depth - 1) for part in parts)
        plain_is_given = option.startswith(PATTERN) and option in records[0].layout.given
        plain, other = (given, absent) if plain_is_given else (absent, given)
        score = (plain[0][0], plain[0][1] + sum(other[0][:2]), 1 + plain[0][2] + other[0][2])
        if score < best[0]:
            made: Tree = {"if": option, "given": given[1], "absent": absent[1]}
            best = score, {**made, "plain": "given"} if plain_is_given else made
    return best


def _options(records: Sequence[Record]) -> list[str]:
    found = {option for record in records for option in record.layout.given}
    always = frozenset.intersection(*(record.layout.given for record in records))
    return sorted(found - always)


def _split(records: Sequence[Record], option: str) -> tuple[list[Record], list[Record]]:
    given = [record for record in records if option in record.layout.given]
    return given, [record for record in records if option not in record.layout.given]
