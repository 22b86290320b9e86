"""How many elements a tensor has in each dimension, and in which of them all elements are one piece of memory."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from detachlint.shadow.tri import Tri, any_of

Size = int | None
"""A number of elements; None where it is not known."""
SAME = -1
"""In ``expand``: as many as there are."""


@dataclass(frozen=True)
class Dimension:
    """One dimension of a tensor."""

    size: Size = None
    shared: Tri = Tri.NO


Layout = tuple[Dimension, ...]


@dataclass(frozen=True)
class Taken:
    """What an index takes of a dimension: one element, or a part with so many elements."""

    whole: bool = False
    one: bool = False
    size: Size = None


NEW = "new dimension"
OTHERS = "all other dimensions"
Step = Taken | str
"""What one entry of an index does."""


def plain(sizes: Sequence[Size]) -> Layout:
    """Memory of its own for every element."""
    return tuple(Dimension(size) for size in sizes)


def reduced(layout: Layout, dim: int, keep: bool) -> Layout | None:
    """What is left when a dimension is reduced to one element; None where there is no such dimension."""
    if not -len(layout) <= dim < len(layout):
        return None
    sizes = [dimension.size for dimension in layout]
    sizes[dim : dim + 1 or None] = [1] if keep else []
    return plain(sizes)


def overlapping(layout: Layout) -> Tri:
    """Whether several elements are one piece of memory."""
    return any_of(dimension.shared for dimension in layout)


def expanded(layout: Layout | None, sizes: Sequence[Size]) -> Layout:
    """What ``expand`` makes of it; of an unknown layout only that what is asked for may be shared."""
    if layout is None or len(sizes) < len(layout):
        asked = [index for index, size in enumerate(sizes) if size not in (SAME, 1)]
        certain = Tri.YES if len(asked) == 1 else Tri.UNKNOWN
        return tuple(
            Dimension(size if size != SAME else None, certain if index in asked else Tri.NO)
            for index, size in enumerate(sizes)
        )
    leading = len(sizes) - len(layout)
    fresh = tuple(Dimension(size, Tri.of(size != 1)) for size in sizes[:leading])
    return (*fresh, *map(_stretched, layout, sizes[leading:]))


def _stretched(dimension: Dimension, size: Size) -> Dimension:
    if size in (SAME, 1) or dimension.size not in (None, 1):
        return dimension
    if dimension.size == 1:
        return Dimension(size, Tri.YES)
    return Dimension(size, dimension.shared | Tri.UNKNOWN)


def indexed(layout: Layout, steps: Sequence[Step]) -> Layout | None:
    """The part that an index shows; None where the index does not fit."""
    if OTHERS in steps:
        place = list(steps).index(OTHERS)
        others = len(layout) - sum(isinstance(step, Taken) for step in steps)
        steps = [*steps[:place], *[Taken(whole=True)] * others, *steps[place + 1 :]]
    left = list(layout)
    made: list[Dimension] = []
    for step in steps:
        if step == NEW:
            made.append(Dimension(1))
            continue
        if not left or not isinstance(step, Taken):
            return None
        dimension = left.pop(0)
        if not step.one:
            made.append(dimension if step.whole else _part(dimension, step.size))
    return (*made, *left)


def _part(dimension: Dimension, size: Size) -> Dimension:
    """A slice of so many elements; where there are fewer, it is not known how many it takes."""
    if size is not None and dimension.size is not None and size > dimension.size:
        size = None
    return Dimension(size, Tri.NO if size == 1 else dimension.shared & (Tri.UNKNOWN if size is None else Tri.YES))
