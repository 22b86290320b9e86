"""Paths through the program: which way each undecided condition went.

A condition is known by a token: any hashable object, the same for the same condition. Two facts that hold on paths
which contradict each other (``if training`` and ``if not training``) can never meet.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
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


Ways = tuple[Path, ...]
"""Several paths, for what holds on any of them."""
MOST_WAYS = 8


def with_way(ways: Ways, path: Path) -> Ways:
    """One way more. One that another implies is left out; two that differ in one condition only become one."""
    if any(known <= path for known in ways):
        return ways
    kept = [known for known in ways if not path <= known]
    for known in kept:
        if _is_other_branch(known, path):
            return with_way(tuple(other for other in kept if other is not known), known & path)
    kept.append(path)
    return tuple(kept) if len(kept) <= MOST_WAYS else (shared(kept),)


def shared(ways: Iterable[Path]) -> Path:
    """What all ways have in common."""
    first, *others = ways
    return first.intersection(*others)


def _is_other_branch(first: Path, second: Path) -> bool:
    different = first ^ second
    return len(first) == len(second) and len({token for token, _ in different}) == 1
