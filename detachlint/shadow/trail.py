"""The undo log under all abstract state, so that branches cost what they change.

Every mutable fact lives in a dictionary of a :class:`Cell` and is written through :meth:`Trail.write`. A branch is run,
its changes are lifted off as a :class:`Delta`, the next branch is run from the same start, and the deltas are joined.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, MutableMapping, Sequence
from typing import Any, Final

from detachlint.shadow.path import Path


class Missing:
    """Stands for a key that is not there."""

    def __repr__(self) -> str:
        return "MISSING"


MISSING: Final = Missing()

Mapping = MutableMapping[Any, Any]
Joiner = Callable[[Sequence[tuple[Path, Any]]], Any]


class Cell:
    """Something with mutable facts. ``born`` tells whether it is younger than the branch being joined."""

    born: int

    def __init__(self, trail: Trail) -> None:
        self.born = trail.epoch


class Delta:
    """What one branch changed: for each place, its owner, mapping and key, and the value the branch left."""

    __slots__ = ("changes", "epoch")

    def __init__(self, epoch: int, changes: dict[tuple[int, Hashable], tuple[Cell, Mapping, Hashable, Any]]) -> None:
        self.epoch = epoch
        self.changes = changes

    def amend(self, owner: Cell, name: str, value: Any) -> None:
        """Let the branch leave another value in an attribute of ``owner``."""
        self.changes[id(owner.__dict__), name] = (owner, owner.__dict__, name, value)


class Trail:
    """The log itself."""

    def __init__(self) -> None:
        self.epoch = 0
        self._log: list[tuple[Cell, Mapping, Hashable, Any]] = []

    def write(self, owner: Cell, mapping: Mapping, key: Hashable, value: Any) -> None:
        """Set ``mapping[key]``, remembering what was there; MISSING deletes the key."""
        old = mapping.get(key, MISSING)
        if old is value:
            return
        self._log.append((owner, mapping, key, old))
        _put(mapping, key, value)

    def set(self, owner: Cell, name: str, value: Any) -> None:
        """Set an attribute of ``owner``."""
        self.write(owner, owner.__dict__, name, value)

    def mark(self) -> int:
        """Begin a branch; what is born from here on belongs to it."""
        self.epoch += 1
        return len(self._log)

    def lift(self, mark: int, epoch: int) -> Delta:
        """Undo everything since ``mark`` and return it."""
        changes: dict[tuple[int, Hashable], tuple[Cell, Mapping, Hashable, Any]] = {}
        for index in range(len(self._log) - 1, mark - 1, -1):
            owner, mapping, key, old = self._log[index]
            place = (id(mapping), key)
            if place not in changes:
                changes[place] = (owner, mapping, key, mapping.get(key, MISSING))
            _put(mapping, key, old)
        del self._log[mark:]
        return Delta(epoch, changes)

    def snapshot(self, mark: int, epoch: int) -> Delta:
        """What has changed since ``mark``, without undoing it."""
        changes: dict[tuple[int, Hashable], tuple[Cell, Mapping, Hashable, Any]] = {}
        for index in range(mark, len(self._log)):
            owner, mapping, key, _ = self._log[index]
            place = (id(mapping), key)
            if place not in changes:
                changes[place] = (owner, mapping, key, mapping.get(key, MISSING))
        return Delta(epoch, changes)

    def undo(self, mark: int) -> None:
        """Forget everything since ``mark``."""
        for index in range(len(self._log) - 1, mark - 1, -1):
            _, mapping, key, old = self._log[index]
            _put(mapping, key, old)
        del self._log[mark:]

    def apply(self, delta: Delta) -> None:
        """Do again what a lifted branch did."""
        for owner, mapping, key, value in delta.changes.values():
            self.write(owner, mapping, key, value)

    def join(self, branches: Sequence[tuple[Path, Delta]], joiner: Joiner) -> None:
        """Apply what several branches from here left, joined place by place."""
        if len(branches) == 1:
            self.apply(branches[0][1])
            return
        places: dict[tuple[int, Hashable], tuple[Cell, Mapping, Hashable]] = {}
        for _, delta in branches:
            for place, (owner, mapping, key, _value) in delta.changes.items():
                places.setdefault(place, (owner, mapping, key))
        for place, (owner, mapping, key) in places.items():
            self.write(owner, mapping, key, self._joined(place, owner, mapping, key, branches, joiner))

    def _joined(
        self,
        place: tuple[int, Hashable],
        owner: Cell,
        mapping: Mapping,
        key: Hashable,
        branches: Sequence[tuple[Path, Delta]],
        joiner: Joiner,
    ) -> Any:
        values: list[tuple[Path, Any]] = []
        first: Any = MISSING
        for path, delta in branches:
            change = delta.changes.get(place)
            if change is not None:
                value = change[3]
            elif owner.born >= branches[0][1].epoch:
                continue
            else:
                value = mapping.get(key, MISSING)
            if value is MISSING:
                continue
            if not values:
                first = value
            values.append((path, value))
        if not values:
            return MISSING
        if all(value is first for _, value in values):
            return first
        return joiner(values)


def _put(mapping: Mapping, key: Hashable, value: Any) -> None:
    if value is MISSING:
        mapping.pop(key, None)
    else:
        mapping[key] = value
