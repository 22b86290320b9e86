"""The three-valued logic."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product

import pytest

from detachlint.shadow.tri import Tri, any_of, join

NO, UNKNOWN, YES = Tri


@pytest.mark.parametrize(("left", "right"), list(product(Tri, Tri)))
def test_and_or_not_hold_for_whatever_the_unknown_stands_for(left: Tri, right: Tri) -> None:
    assert left & right is joined(a and b for a, b in product(meanings(left), meanings(right)))
    assert left | right is joined(a or b for a, b in product(meanings(left), meanings(right)))
    assert ~left is joined(not a for a in meanings(left))


def meanings(fact: Tri) -> tuple[bool, ...]:
    return {NO: (False,), UNKNOWN: (False, True), YES: (True,)}[fact]


def joined(values: Iterable[bool]) -> Tri:
    found = {Tri.of(value) for value in values}
    return found.pop() if len(found) == 1 else UNKNOWN


def test_any_of() -> None:
    assert any_of([]) is NO
    assert any_of([NO, UNKNOWN, NO]) is UNKNOWN
    assert any_of(iter([NO, YES, UNKNOWN])) is YES


def test_join_is_unknown_where_paths_differ() -> None:
    assert join([YES, YES]) is YES
    assert join([YES, NO]) is UNKNOWN
    assert join([NO, UNKNOWN]) is UNKNOWN
    assert join([]) is UNKNOWN
