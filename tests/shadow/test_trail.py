"""The undo log: what a branch did is taken off, done again, or joined with what another did."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from detachlint.shadow.path import ANYWHERE, Path
from detachlint.shadow.trail import MISSING, Cell, Delta, Trail

YES: Path = frozenset({("a", True)})
NO: Path = frozenset({("a", False)})


class Box(Cell):
    """A cell with a dictionary."""

    def __init__(self, trail: Trail) -> None:
        super().__init__(trail)
        self.held: dict[str, Any] = {}
        self.colour: Any = "red"


def put(trail: Trail, box: Box, **values: Any) -> None:
    for name, value in values.items():
        trail.write(box, box.held, name, value)


def branch(trail: Trail, box: Box, **values: Any) -> Delta:
    """What a branch that does nothing but put some values leaves."""
    mark = trail.mark()
    epoch = trail.epoch
    put(trail, box, **values)
    return trail.lift(mark, epoch)


def joined(values: Sequence[tuple[Path, Any]]) -> Any:
    """Shows what a joiner was given."""
    return tuple(values)


def test_undo_puts_everything_back() -> None:
    trail = Trail()
    box = Box(trail)
    put(trail, box, old=1, gone=2)
    mark = trail.mark()
    put(trail, box, old=3, new=4, gone=MISSING)
    put(trail, box, old=5)
    trail.set(box, "colour", "blue")
    trail.undo(mark)
    assert box.held == {"old": 1, "gone": 2}
    assert box.colour == "red"


def test_undo_leaves_what_was_before_the_mark() -> None:
    trail = Trail()
    box = Box(trail)
    outer = trail.mark()
    put(trail, box, one=1)
    inner = trail.mark()
    put(trail, box, one=2)
    trail.undo(inner)
    assert box.held == {"one": 1}
    trail.undo(outer)
    assert box.held == {}


def test_lift_takes_changes_off_and_apply_does_them_again() -> None:
    trail = Trail()
    box = Box(trail)
    put(trail, box, old=1, gone=2)
    delta = branch(trail, box, old=3, new=4, gone=MISSING)
    assert box.held == {"old": 1, "gone": 2}
    start = trail.mark()
    trail.apply(delta)
    assert box.held == {"old": 3, "new": 4}
    trail.undo(start)
    assert box.held == {"old": 1, "gone": 2}


def test_snapshot_takes_nothing_off_and_keeps_the_last_value() -> None:
    trail = Trail()
    box = Box(trail)
    mark = trail.mark()
    put(trail, box, one=1)
    put(trail, box, one=2)
    delta = trail.snapshot(mark, trail.epoch)
    assert box.held == {"one": 2}
    put(trail, box, one=3)
    trail.undo(mark)
    trail.apply(delta)
    assert box.held == {"one": 2}


def test_join_of_one_branch_is_that_branch() -> None:
    trail = Trail()
    box = Box(trail)
    put(trail, box, old=1)
    delta = branch(trail, box, old=2)
    trail.join([(YES, delta)], joined)
    assert box.held == {"old": 2}


def test_join_gives_each_value_on_its_path() -> None:
    trail = Trail()
    box = Box(trail)
    put(trail, box, both=0, first=0, untouched=0)
    left = branch(trail, box, both=1, first=1)
    right = branch(trail, box, both=2)
    trail.join([(YES, left), (NO, right)], joined)
    assert box.held == {"both": ((YES, 1), (NO, 2)), "first": ((YES, 1), (NO, 0)), "untouched": 0}


def test_join_asks_nobody_where_branches_left_the_same() -> None:
    trail = Trail()
    box = Box(trail)
    same = object()
    left = branch(trail, box, value=same)
    right = branch(trail, box, value=same)
    trail.join([(YES, left), (NO, right)], joined)
    assert box.held == {"value": same}


def test_join_keeps_what_only_one_branch_made() -> None:
    """A name that is bound on one branch only can only be read where that branch was taken."""
    trail = Trail()
    box = Box(trail)
    left = branch(trail, box, made=1)
    right = branch(trail, box)
    trail.join([(YES, left), (NO, right)], joined)
    assert box.held == {"made": 1}


def test_join_forgets_what_every_branch_removed() -> None:
    trail = Trail()
    box = Box(trail)
    put(trail, box, gone=1, half=1)
    left = branch(trail, box, gone=MISSING, half=MISSING)
    right = branch(trail, box, gone=MISSING)
    trail.join([(YES, left), (NO, right)], joined)
    assert box.held == {"half": 1}


def test_what_was_born_on_a_branch_has_no_value_on_the_other() -> None:
    trail = Trail()
    mark = trail.mark()
    epoch = trail.epoch
    young = Box(trail)
    trail.set(young, "colour", "blue")
    left = trail.lift(mark, epoch)
    mark = trail.mark()
    right = trail.lift(mark, trail.epoch)
    assert young.colour == "red"
    trail.join([(YES, left), (NO, right)], joined)
    assert young.colour == "blue"


def test_what_was_there_before_has_its_old_value_on_the_other() -> None:
    trail = Trail()
    old = Box(trail)
    mark = trail.mark()
    epoch = trail.epoch
    trail.set(old, "colour", "blue")
    left = trail.lift(mark, epoch)
    mark = trail.mark()
    right = trail.lift(mark, trail.epoch)
    trail.join([(YES, left), (NO, right)], joined)
    assert old.colour == ((YES, "blue"), (NO, "red"))


def test_a_join_can_be_undone() -> None:
    trail = Trail()
    box = Box(trail)
    put(trail, box, one=0)
    start = trail.mark()
    left = branch(trail, box, one=1)
    right = branch(trail, box, one=2)
    trail.join([(YES, left), (NO, right)], joined)
    trail.undo(start)
    assert box.held == {"one": 0}


def test_branches_within_a_branch() -> None:
    trail = Trail()
    box = Box(trail)
    put(trail, box, one=0)
    mark = trail.mark()
    epoch = trail.epoch
    inner_left = branch(trail, box, one=1)
    inner_right = branch(trail, box)
    trail.join([(YES, inner_left), (NO, inner_right)], joined)
    outer_left = trail.lift(mark, epoch)
    outer_right = branch(trail, box, one=3)
    assert box.held == {"one": 0}
    trail.join([(ANYWHERE, outer_left), (NO, outer_right)], joined)
    assert box.held == {"one": ((ANYWHERE, ((YES, 1), (NO, 0))), (NO, 3))}
