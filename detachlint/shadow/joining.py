"""Joining what several branches left at one place."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from detachlint.shadow.graph import Edge, Node
from detachlint.shadow.path import Path
from detachlint.shadow.region import Region, unknown_region
from detachlint.shadow.tensor import Count, Counter, Dtype, Mark, Storage, Tensor, Write
from detachlint.shadow.tri import Tri, join

if TYPE_CHECKING:
    from detachlint.shadow.engine import Engine


def join_facts(engine: Engine, values: Sequence[tuple[Path, Any]]) -> Any:
    """One fact that covers all; None stands for "not known" where kinds differ."""
    plain = [value for _, value in values]
    first = plain[0]
    if isinstance(first, Tri):
        return join(value if isinstance(value, Tri) else Tri.UNKNOWN for value in plain)
    if any(isinstance(value, Node) for value in plain):
        return _join_nodes(engine, values)
    if isinstance(first, Region):
        return unknown_region()
    if isinstance(first, tuple):
        return _join_tuples(plain)
    if isinstance(first, (Storage, Counter)):
        return type(first)(engine.trail)
    if isinstance(first, int) and not isinstance(first, bool):
        return max(value for value in plain if isinstance(value, int))
    if isinstance(first, Dtype):
        return Dtype.UNKNOWN
    if isinstance(first, Count):
        return Count.UNKNOWN
    if isinstance(first, bool):
        return all(plain)
    return next((value for value in plain if isinstance(value, (Mark, Tensor))), None)


def _join_nodes(engine: Engine, values: Sequence[tuple[Path, Any]]) -> Node:
    node = engine.new_node("phi", None)
    node.edges = tuple(Edge(value, path) for path, value in values if isinstance(value, Node))
    return node


def _join_tuples(plain: Sequence[Any]) -> tuple[Any, ...]:
    """Marks and writes are collected: what happened on one branch happened on that path."""
    joined: list[Any] = []
    for value in plain:
        for item in value if isinstance(value, tuple) else ():
            if not isinstance(item, (Mark, Write)) or item not in joined:
                joined.append(item)
    return tuple(dict.fromkeys(joined))
