"""What several branches left at one place becomes one fact that holds whichever was taken."""

from __future__ import annotations

from typing import Any

import pytest

from detachlint.shadow.engine import Engine
from detachlint.shadow.graph import Node
from detachlint.shadow.path import Path
from detachlint.shadow.region import Region, overlapping
from detachlint.shadow.tensor import Count, Counter, Dtype, Mark, Storage, Write
from detachlint.shadow.tri import Tri

YES: Path = frozenset({("a", True)})
NO: Path = frozenset({("a", False)})


@pytest.fixture
def engine() -> Engine:
    return Engine()


def join(engine: Engine, left: Any, right: Any) -> Any:
    return engine.join([(YES, left), (NO, right)])


@pytest.mark.parametrize(
    ("left", "right", "wanted"),
    [
        (Tri.YES, Tri.NO, Tri.UNKNOWN),
        (Tri.YES, Tri.YES, Tri.YES),
        (Tri.YES, None, Tri.UNKNOWN),
        (Dtype.FLOAT, Dtype.INTEGER, Dtype.UNKNOWN),
        (Count.ONE, Count.MANY, Count.UNKNOWN),
        (True, False, False),
        (3, 5, 5),
        (None, None, None),
    ],
)
def test_plain_facts(engine: Engine, left: Any, right: Any, wanted: Any) -> None:
    assert join(engine, left, right) is wanted


def test_histories_become_a_node_that_leads_to_each_on_its_path(engine: Engine) -> None:
    first, second = engine.new_node("exp", None), engine.new_node("sin", None)
    node = join(engine, first, second)
    assert isinstance(node, Node)
    assert [(edge.target, edge.path) for edge in node.edges] == [(first, YES), (second, NO)]
    assert node.number > max(first.number, second.number)


def test_a_history_that_one_branch_cut_leads_on_from_the_other_only(engine: Engine) -> None:
    first = engine.new_node("exp", None)
    assert [(edge.target, edge.path) for edge in join(engine, None, first).edges] == [(first, NO)]


def test_memory_that_differs_is_not_known(engine: Engine) -> None:
    first, second = Storage(engine.trail), Storage(engine.trail)
    joined = join(engine, first, second)
    assert isinstance(joined, Storage)
    assert joined not in (first, second)
    assert isinstance(join(engine, Counter(engine.trail), Counter(engine.trail)), Counter)


def test_marks_and_writes_are_collected_once(engine: Engine) -> None:
    before, left, right = Mark(1, frozenset()), Mark(2, YES), Mark(3, NO)
    assert join(engine, (before, left), (before, right)) == (before, left, right)
    write = Write(4, None, YES, True, "in-place")
    assert join(engine, (write,), ()) == (write,)


def test_parts_that_differ_are_not_known(engine: Engine) -> None:
    joined = join(engine, Region((0,)), Region((1,)))
    for part in (Region((0,)), Region((1,)), Region((2,))):
        assert overlapping(joined, part) is Tri.UNKNOWN
    assert overlapping(joined, Region()) is Tri.YES


@pytest.mark.parametrize(
    ("first", "second", "wanted"),
    [
        ((), (), Tri.YES),
        ((), (3,), Tri.YES),
        ((0,), (0, "rest"), Tri.YES),
        ((0,), (1,), Tri.NO),
        ((0,), (-1,), Tri.UNKNOWN),
        ((0,), ("rest",), Tri.UNKNOWN),
        (("flat", 0), ("flat", 1), Tri.NO),
        (("flat", 0), ("turned", 1), Tri.UNKNOWN),
    ],
)
def test_parts_of_one_memory(first: tuple[Any, ...], second: tuple[Any, ...], wanted: Tri) -> None:
    assert overlapping(Region(first), Region(second)) is wanted
    assert overlapping(Region(second), Region(first)) is wanted
