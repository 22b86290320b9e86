"""Operators that work on a view they make of an argument.

What they save is that view, which keeps the old memory alive when the argument itself is given other memory by
``.data = …``. A write to the memory reaches the view all the same.
"""

from __future__ import annotations

from collections.abc import Sequence

from detachlint.shadow.tensor import Tensor
from detachlint.shadow.tri import Tri

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


def views_argument(operator: str, index: int, inputs: Sequence[Tensor | None]) -> Tri:
    """Whether the operator saves a view of its own of the argument at a position."""
    if index in VIEWED.get(operator, ()):
        return Tri.YES
    return _views_factor(index, inputs) if operator in ("matmul", "linear") else Tri.NO


def _views_factor(index: int, inputs: Sequence[Tensor | None]) -> Tri:
    """The same of a product: not of two matrices, nor of the right side of a product with one."""
    left, right = (None if item is None or item.layout is None else len(item.layout) for item in inputs[:2])
    if right is None or (index == 0 and left is None):
        return Tri.UNKNOWN
    return Tri.of(right > MATRIX or (index == 0 and left != MATRIX))
