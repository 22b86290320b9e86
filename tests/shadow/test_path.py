"""Paths: which runs of a program two facts share."""

from __future__ import annotations

from itertools import product

import pytest

from detachlint.shadow.path import ANYWHERE, LONGEST, MOST_WAYS, Path, Ways, both, compatible, shared, with_way

TOKENS = ("a", "b", "c")


def path(*guards: str) -> Path:
    """``path("a", "!b")``: where ``a`` holds and ``b`` does not."""
    return frozenset((guard.lstrip("!"), not guard.startswith("!")) for guard in guards)


def runs(given: Path) -> set[tuple[bool, ...]]:
    """All runs of a program with three conditions that take a path."""
    wanted = dict(given)
    return {
        taken
        for taken in product((True, False), repeat=len(TOKENS))
        if all(wanted.get(token, value) == value for token, value in zip(TOKENS, taken, strict=True))
    }


PATHS = [
    frozenset((token, value) for token, value in zip(TOKENS, values, strict=True) if value is not None)
    for values in product((True, False, None), repeat=len(TOKENS))
]


@pytest.mark.parametrize("first", PATHS)
def test_paths_are_sets_of_runs(first: Path) -> None:
    for second in PATHS:
        common = runs(first) & runs(second)
        assert compatible(first, second) == bool(common)
        if common:
            assert runs(both(first, second)) == common


def test_a_path_that_is_too_long_forgets_conditions() -> None:
    long = frozenset((f"t{index}", True) for index in range(LONGEST))
    assert both(long, path("a")) == long
    assert both(ANYWHERE, long) == long


@pytest.mark.parametrize("first", PATHS)
def test_ways_are_unions_of_runs(first: Path) -> None:
    for second, third in product(PATHS, PATHS):
        ways = with_way(with_way((first,), second), third)
        assert set().union(*map(runs, ways)) == runs(first) | runs(second) | runs(third)


def test_two_branches_of_one_condition_become_one_way() -> None:
    assert with_way((path("a", "b"),), path("a", "!b")) == (path("a"),)
    assert with_way((path("a"), path("!a", "b")), path("!a", "!b")) == (ANYWHERE,)


def test_a_way_that_another_implies_is_left_out() -> None:
    assert with_way((path("a"),), path("a", "b")) == (path("a"),)
    assert with_way((path("a", "b"), path("c")), path("a")) == (path("c"), path("a"))


def test_too_many_ways_keep_what_they_share() -> None:
    ways: Ways = ()
    for index in range(MOST_WAYS + 1):
        ways = with_way(ways, path("a", f"t{index}"))
    assert ways == (path("a"),)
    assert shared((path("a", "b"), path("a", "c"))) == path("a")
