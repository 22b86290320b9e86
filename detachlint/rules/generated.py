"""A value that one model made and another judges: where a backward pass goes on from the judge into the maker."""

from __future__ import annotations

from detachlint.shadow import walk
from detachlint.shadow.events import BackwardRun
from detachlint.shadow.graph import Node
from detachlint.shadow.tensor import Tensor


def generated(run: BackwardRun, own: frozenset[Tensor], others: frozenset[Tensor]) -> Node | None:
    """The computed value behind which all of ``others`` lie, and on the way to which ``own`` are used.

    So a discriminator (``own``) judges what a generator (``others``) made. A loss that both took part in side by side,
    or where the other model comes last, has no such value.
    """
    best: Node | None = None
    for node in run.nodes:
        if best is not None and node.number < best.number:
            continue
        leaves = walk.leaves_without(node, frozenset())
        if others <= leaves and not leaves & own and _uses_on_the_way(run, node, own):
            best = node
    return best


def only_judges(run: BackwardRun, judge: frozenset[Tensor], maker: frozenset[Tensor]) -> bool:
    """Whether ``judge`` is used on nothing but what ``maker`` made: the loss is the maker's alone."""
    value = generated(run, judge, maker)
    if value is None:
        return False
    leading = _leading_to(run, value)
    return all(node in leading for node in run.nodes if any(edge.target in judge for edge in node.edges))


def _uses_on_the_way(run: BackwardRun, wanted: Node, own: frozenset[Tensor]) -> bool:
    return any(edge.target in own for node in _leading_to(run, wanted) - {wanted} for edge in node.edges)


def _leading_to(run: BackwardRun, wanted: Node) -> set[Node]:
    leading: set[Node] = {wanted}
    for node in sorted(run.nodes, key=lambda item: item.number):
        if any(edge.target in leading for edge in node.edges):
            leading.add(node)
    return leading
