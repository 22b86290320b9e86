"""Paths through the program: which way each undecided condition went.

A condition is known by a token: any hashable object, the same for the same condition. Two facts that hold on paths
which contradict each other (``if training`` and ``if not training``) can never meet.
"""

from __future__ import annotations

from collections.abc import Hashable
from functools import lru_cache

Guard = tuple[Hashable, bool]
Path = frozenset[Guard]

ANYWHERE: Path = frozenset()
LONGEST = 48


@lru_cache(maxsize=65_536)
def _negation(path: Path) -> Path:
    return frozenset((token, not taken) for token, taken in path)


def compatible(first: Path, second: Path) -> bool:
    """Whether one run of the program can take both paths."""
    if not first or not second:
        return True
    return first.isdisjoint(_negation(second))


def both(first: Path, second: Path) -> Path:
    """The path that takes both; conditions are forgotten past a bound, which only makes paths more alike."""
    if not second or first == second:
        return first
    if not first:
        return second
    union = first | second
    return union if len(union) <= LONGEST else first
