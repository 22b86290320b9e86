"""Operators that work on a view they make of an argument.

What they save is that view, which keeps the old memory alive when the argument itself is given other memory by
``.data = …``. A write to the memory reaches the view all the same.
"""

from __future__ import annotations

from collections.abc import Sequence

from detachlint.shadow.tensor import Tensor

EVERY = frozenset(range(16))
VIEWED = {
    "bilinear": frozenset({0, 1}),
    "einsum": EVERY,
    "inner": EVERY,
    "instance_norm": frozenset({0}),
    "kron": EVERY,
    "linear": frozenset({1}),
    "outer": frozenset({0}),
    "prelu": frozenset({1}),
    "tensordot": EVERY,
}
"""By operator, the positions of such arguments."""
MATRIX = 2


def views_argument(operator: str, index: int, inputs: Sequence[Tensor | None]) -> bool:
    """Whether the operator saves a view of its own of the argument at a position, or may do so."""
    if operator in ("matmul", "linear"):
        return index in VIEWED.get(operator, ()) or not _as_it_is(index, inputs)
    return index in VIEWED.get(operator, ())


def _as_it_is(index: int, inputs: Sequence[Tensor | None]) -> bool:
    """Whether a product is of two matrices, or the right side of a product with one."""
    left, right = (MATRIX + 1 if item is None or item.layout is None else len(item.layout) for item in inputs[:2])
    return right <= MATRIX and (index == 1 or left == MATRIX)
