"""Which part of a storage a tensor shows, as the steps from the whole to the part."""

from __future__ import annotations

from collections.abc import Hashable

from detachlint.shadow.tri import Tri


class Region(tuple[Hashable, ...]):
    """One entry a view: a number is an index of the first dimension, anything else a part of unknown extent."""

    __slots__ = ()


WHOLE = Region()


def unknown_region() -> Region:
    """Some part of the whole, and nobody knows which."""
    return Region((object(),))


def overlapping(first: Region, second: Region) -> Tri:
    """Whether two parts of one storage share elements."""
    for left, right in zip(first, second, strict=False):
        if left != right:
            return Tri.NO if _apart(left, right) else Tri.UNKNOWN
    return Tri.YES


def _apart(left: Hashable, right: Hashable) -> bool:
    """Whether both are indices, counted from the same end."""
    return isinstance(left, int) and isinstance(right, int) and (left < 0) == (right < 0)
