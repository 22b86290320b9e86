"""The terms that a loss is the sum of."""

from __future__ import annotations

from collections.abc import Iterator

from detachlint.shadow.graph import Node
from detachlint.shadow.tensor import Count, Tensor

SUMS = frozenset({"add", "sub", "rsub"})
SCALINGS = frozenset({"add", "sub", "rsub", "neg", "mul", "div", "mean", "sum", "view", "squeeze", "in-place", "phi"})


def constant_terms(root: Tensor) -> Iterator[Tensor]:
    """Scalar terms of a loss that require no grad."""
    for node in terms_of(root):
        if node.operator in SUMS:
            for operand in node.operands:
                if operand is not None and operand.requires_grad.no and operand.count is Count.ONE:
                    yield operand


def terms_of(root: Tensor) -> Iterator[Node]:
    """The sums and scalings that a loss consists of, from the loss downwards."""
    pending = [root.node]
    seen: set[Node] = set()
    while pending:
        node = pending.pop()
        if node is None or node in seen or node.operator not in SCALINGS:
            continue
        seen.add(node)
        yield node
        pending.extend(edge.target for edge in node.edges if isinstance(edge.target, Node))
