"""What expands and what an index leaves of it: whether torch refuses to write there."""

from __future__ import annotations

from typing import Any

import pytest
import torch

from detachlint.shadow import layout
from detachlint.shadow.layout import NEW, OTHERS, SAME, Step, Taken
from detachlint.shadow.tri import Tri

ALL = slice(None)
SHAPES = [
    ((4,), (3, 4)),
    ((3, 1), (3, 4)),
    ((3, 4), (3, 4)),
    ((3, 4), (SAME, SAME)),
    ((3, 4), (1, 3, 4)),
    ((1, 4), (1, 4)),
    ((3, 1), (2, 3, SAME)),
    ((1,), (5,)),
]
INDICES: list[tuple[Any, ...]] = [
    (),
    (0,),
    (ALL,),
    (slice(0, 2),),
    (slice(0, 1),),
    (Ellipsis, 0),
    (Ellipsis, slice(0, 1)),
    (None,),
    (0, None),
    (Ellipsis, slice(0, 3)),
]


def step(entry: Any) -> Step:
    """An entry of an index, in the words of the shadow."""
    if entry is None:
        return NEW
    if entry is Ellipsis:
        return OTHERS
    if isinstance(entry, int):
        return Taken(one=True)
    return Taken(whole=True) if entry == ALL else Taken(size=entry.stop - entry.start)


def refuses(tensor: torch.Tensor) -> bool:
    """Whether torch refuses to write there, since several elements are one piece of memory."""
    try:
        tensor.add_(1)
    except RuntimeError as error:
        assert "more than one element of the written-to tensor" in str(error)
        return True
    return False


@pytest.mark.parametrize("index", INDICES, ids=str)
@pytest.mark.parametrize("shape, sizes", SHAPES, ids=str)
def test_torch_refuses_where_elements_share_memory(
    shape: tuple[int, ...], sizes: tuple[int, ...], index: tuple[Any, ...]
) -> None:
    part = torch.zeros(shape).expand(sizes)[index]
    made = layout.indexed(layout.expanded(layout.plain(shape), sizes), [step(entry) for entry in index])
    assert made is not None
    assert all(dimension.size in (None, size) for dimension, size in zip(made, part.shape, strict=True))
    assert layout.overlapping(made) is Tri.of(refuses(part))


def test_of_an_unknown_source_one_size_asked_for_is_the_one_that_expands() -> None:
    assert [item.shared for item in layout.expanded(None, (5, SAME))] == [Tri.YES, Tri.NO]
    assert [item.shared for item in layout.expanded(None, (5, 4))] == [Tri.UNKNOWN, Tri.UNKNOWN]


def test_an_index_of_too_many_entries_does_not_fit() -> None:
    assert layout.indexed(layout.plain((3,)), [Taken(one=True), Taken(one=True)]) is None
