"""Three-valued facts: yes, no, or not known."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum


class Tri(Enum):
    """A fact about a tensor or an operator."""

    NO = 0
    UNKNOWN = 1
    YES = 2

    @classmethod
    def of(cls, value: bool | None) -> Tri:
        """YES or NO for a known truth value, UNKNOWN for None."""
        if value is None:
            return cls.UNKNOWN
        return cls.YES if value else cls.NO

    @property
    def yes(self) -> bool:
        """Certainly so."""
        return self is Tri.YES

    @property
    def no(self) -> bool:
        """Certainly not so."""
        return self is Tri.NO

    @property
    def maybe(self) -> bool:
        """Not ruled out."""
        return self is not Tri.NO

    def __invert__(self) -> Tri:
        if self is Tri.UNKNOWN:
            return self
        return Tri.NO if self is Tri.YES else Tri.YES

    def __and__(self, other: Tri) -> Tri:
        if self is Tri.YES or other is Tri.NO:
            return other
        return self if self is Tri.NO or other is Tri.YES else Tri.UNKNOWN

    def __or__(self, other: Tri) -> Tri:
        if self is Tri.NO or other is Tri.YES:
            return other
        return self if self is Tri.YES or other is Tri.NO else Tri.UNKNOWN


def any_of(facts: Iterable[Tri]) -> Tri:
    """YES when one is, NO when none is, else UNKNOWN."""
    result = Tri.NO
    for fact in facts:
        result = result | fact
        if result is Tri.YES:
            break
    return result


def join(facts: Iterable[Tri]) -> Tri:
    """The fact that holds whichever of several paths was taken: UNKNOWN where they differ."""
    found: Tri | None = None
    for fact in facts:
        if found is not None and fact is not found:
            return Tri.UNKNOWN
        found = fact
    return found if found is not None else Tri.UNKNOWN
