"""Sizes and indices, as a program writes them, for the layout of tensors."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from detachlint.interpret.machine import Machine
from detachlint.interpret.values import Const, ListValue, SliceValue, TupleValue, Unknown, Value
from detachlint.shadow import layout
from detachlint.shadow.layout import Layout, Size
from detachlint.shadow.tensor import Count, Tensor
from detachlint.shadow.tri import Tri

NUMBERS = frozenset({"int", "number"})


def sizes_of(machine: Machine, given: Sequence[Value]) -> tuple[Size, ...] | None:
    """Sizes given one by one or as one tuple; None where not even their number is known."""
    values = [machine.narrow(item) for item in given]
    if len(values) == 1 and isinstance(values[0], (TupleValue, ListValue)):
        if getattr(values[0], "rest", None) is not None:
            return None
        values = [machine.narrow(item) for item in values[0].items]
    elif len(values) == 1 and not isinstance(values[0], Const):
        return None
    if any(isinstance(item, (TupleValue, ListValue, Tensor)) for item in values):
        return None
    return tuple(_size(item) for item in values)


def _size(value: Value) -> Size:
    return int(value.value) if isinstance(value, Const) and type(value.value) is int else None


def view_layout(machine: Machine, name: str, source: Tensor, given: Sequence[Value]) -> Layout | None:
    """The layout of a view that a method makes; None where it is not known."""
    if name == "expand_as":
        other = machine.as_tensor(given[0], None) if given else None
        if other is None or other.layout is None:
            return None
        return layout.expanded(source.layout, [dimension.size for dimension in other.layout])
    sizes = sizes_of(machine, given)
    if sizes is None:
        return None
    if name in ("expand", "broadcast_to"):
        return layout.expanded(source.layout, sizes)
    if name == "unsqueeze" and source.layout is not None and len(sizes) == 1:
        return _unsqueezed(source.layout, sizes[0])
    if name == "view" and source.layout is not None and layout.overlapping(source.layout).no:
        return layout.plain([None if size == layout.SAME else size for size in sizes])
    return None


def _unsqueezed(before: Layout, place: Size) -> Layout | None:
    if place is None or not -len(before) - 1 <= place <= len(before):
        return None
    place %= len(before) + 1
    return (*before[:place], *layout.plain([1]), *before[place:])


def index_layout(machine: Machine, before: Layout | None, key: Any) -> Layout | None:
    """The layout of the part that an index shows."""
    steps = [_step(machine.narrow(item)) for item in (key.items if isinstance(key, TupleValue) else (key,))]
    if before is None or any(step is None for step in steps):
        return None
    return layout.indexed(before, [step for step in steps if step is not None])


def _step(key: Any) -> layout.Step | None:
    if isinstance(key, SliceValue):
        bounds = key.bounds()
        if bounds is None:
            return layout.Taken()
        return layout.Taken(whole=True) if bounds == slice(None) else layout.Taken(size=_length(bounds))
    if isinstance(key, Const):
        if key.value is None:
            return layout.NEW
        if key.value is Ellipsis:
            return layout.OTHERS
        return layout.Taken(one=True) if type(key.value) is int else None
    if isinstance(key, Unknown) and key.kind in NUMBERS:
        return layout.Taken(one=True)
    return None


def _length(bounds: slice) -> Size:
    """How many elements a slice takes, where both ends count from the same end and nothing is cut off."""
    start, stop = bounds.start or 0, bounds.stop
    if stop is None or (start < 0) != (stop < 0) or bounds.step not in (None, 1):
        return None
    return max(int(stop) - int(start), 0)


def certainly_shared(made: Layout | None, otherwise: Tri) -> Tri:
    """Whether elements share memory, by the layout if that is known."""
    return otherwise if made is None else layout.overlapping(made)


def broadcast_layout(inputs: Sequence[Tensor | None]) -> Layout | None:
    """The layout of a fresh result with as many elements as its operands have together."""
    layouts = [item.layout for item in inputs if item is not None]
    if not layouts or any(item is None for item in layouts):
        return None
    sizes: list[list[Size]] = [[dimension.size for dimension in item] for item in layouts if item is not None]
    longest = max(map(len, sizes))
    filled: list[list[Size]] = [[*[1] * (longest - len(item)), *item] for item in sizes]
    columns = zip(*filled, strict=True)
    return layout.plain([_broadcast(column) for column in columns])


def _broadcast(sizes: Sequence[Size]) -> Size:
    others = {size for size in sizes if size != 1}
    if not others:
        return 1
    return next(iter(others)) if len(others) == 1 else None


def count_of(known: Layout) -> Count:
    """Whether there is one element or more than one; a size that is not known is not taken to be zero."""
    sizes = [dimension.size for dimension in known]
    if 0 in sizes:
        return Count.UNKNOWN
    if any(size is not None and size > 1 for size in sizes):
        return Count.MANY
    return Count.UNKNOWN if None in sizes else Count.ONE


def reduced_layout(source: Tensor | None, options: Mapping[str, object]) -> Layout | None:
    """The layout of a reduction over one dimension; None where that is not known."""
    dim, keep = options.get("dim"), options.get("keepdim", False)
    if source is None or source.layout is None or type(dim) is not int or not isinstance(keep, bool):
        return None
    return layout.reduced(source.layout, dim, keep)


def copied(source: Tensor | None) -> Layout | None:
    """The layout of a tensor of the same sizes with memory of its own."""
    if source is None or source.layout is None:
        return None
    return layout.plain([dimension.size for dimension in source.layout])


def made_layout(machine: Machine, given: Sequence[Value], size: Value | None = None) -> Layout | None:
    """The layout of a new tensor of sizes that are given one by one, or by name."""
    sizes = sizes_of(machine, given if size is None else (size,))
    return layout.plain(sizes) if sizes is not None else None
