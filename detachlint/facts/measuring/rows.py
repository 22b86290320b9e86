"""The stored form of what calls save; see ``detachlint.facts.stored``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from detachlint.facts.measuring.saving import Saving

NO, UNKNOWN, YES = "0", "1", "2"
OUTPUTS_TOLD = 4


def rows(savings: Mapping[frozenset[int], Saving], order: Sequence[int]) -> dict[str, str]:
    """By the flags of the pattern's tensors: what is saved of them, anything, requires grad, what of the results."""
    made: dict[str, str] = {}
    for requires, saving in savings.items():
        key = "".join("1" if index in requires else "0" for index in order)
        made[key] = _row(saving, order)
    return made


def joined(left: str, right: str) -> str:
    """Digit by digit; where they differ it is not known."""
    if left == right:
        return left
    parts = zip(left.split("|"), right.split("|"), strict=True)
    return "|".join("".join(_join_digit(*pair) for pair in _padded(one, other)) for one, other in parts)


def _row(saving: Saving, order: Sequence[int]) -> str:
    inputs = "".join(YES if saving.inputs[index] else NO for index in order)
    outputs = "".join(YES if item else NO for item in saving.outputs[:OUTPUTS_TOLD])
    return f"{inputs}|{YES if saving.anything else NO}{YES if saving.requires_grad else NO}|{outputs}"


def _join_digit(left: str, right: str) -> str:
    return left if left == right else UNKNOWN


def _padded(left: str, right: str) -> Iterator[tuple[str, str]]:
    size = max(len(left), len(right))
    return zip(left.ljust(size, NO), right.ljust(size, NO), strict=True)
