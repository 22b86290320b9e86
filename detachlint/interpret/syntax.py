"""Questions about syntax that are asked again and again, answered once for each node."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

import libcst as cst

_SCOPES = (cst.FunctionDef, cst.Lambda, cst.ClassDef)


@lru_cache(maxsize=4096)
def is_generator(node: cst.FunctionDef) -> bool:
    """Whether a function yields."""
    return any(isinstance(child, cst.Yield) for child in _iterative(node.body))


def _iterative(node: cst.CSTNode) -> Iterator[cst.CSTNode]:
    pending: list[cst.CSTNode] = [node]
    while pending:
        current = pending.pop()
        yield current
        pending.extend(child for child in current.children if not isinstance(child, _SCOPES))


@lru_cache(maxsize=4096)
def size(node: cst.CSTNode) -> int:
    """How many nodes a piece of syntax has."""
    count = 0
    pending: list[cst.CSTNode] = [node]
    while pending:
        current = pending.pop()
        count += 1
        pending.extend(current.children)
    return count
