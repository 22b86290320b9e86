"""Walking the graph from a root, as the autograd engine does: highest sequence number first."""

from __future__ import annotations

import heapq
from dataclasses import dataclass
from typing import TYPE_CHECKING

from detachlint.shadow.graph import Edge, Node
from detachlint.shadow.path import Path, Ways, both, compatible, shared, with_way
from detachlint.shadow.tensor import Tensor

if TYPE_CHECKING:
    from detachlint.shadow.engine import Engine


@dataclass(frozen=True)
class Visit:
    """A node that is reached, and the ways on which it is."""

    node: Node
    ways: Ways

    @property
    def path(self) -> Path:
        """What all ways to it have in common."""
        return shared(self.ways)


@dataclass(frozen=True)
class Reach:
    """What a backward pass goes through."""

    visits: tuple[Visit, ...]
    ways_to_leaves: tuple[tuple[Tensor, Ways], ...]

    @property
    def leaves(self) -> tuple[tuple[Tensor, Path], ...]:
        """The leaves, and what all ways to each have in common."""
        return tuple((leaf, shared(ways)) for leaf, ways in self.ways_to_leaves)


def reach(engine: Engine, root: Tensor, inputs: tuple[Tensor, ...] | None, accumulates: bool = True) -> Reach:
    """All nodes and leaves that a backward pass from ``root`` reaches, in torch's order."""
    start = engine.edge(root)
    if start is None:
        return Reach((), ())
    everything = _forward_closure(start, engine.path)
    if inputs is None:
        return everything
    return _towards(engine, everything, inputs, accumulates)


def _forward_closure(start: Edge, path: Path) -> Reach:
    visits: list[Visit] = []
    leaves: dict[Tensor, Ways] = {}
    nodes: dict[Node, Ways] = {}
    queue: list[tuple[int, int, Node]] = []
    pending: list[tuple[Edge, Ways]] = [(start, (path,))]
    while pending or queue:
        for edge, reached_on in pending:
            _arrive(edge, reached_on, nodes, leaves, queue)
        pending = []
        if queue:
            node = heapq.heappop(queue)[2]
            visits.append(Visit(node, nodes[node]))
            pending = [(edge, nodes[node]) for edge in node.edges]
    return Reach(tuple(visits), tuple(leaves.items()))


def _arrive(
    edge: Edge,
    reached_on: Ways,
    nodes: dict[Node, Ways],
    leaves: dict[Tensor, Ways],
    queue: list[tuple[int, int, Node]],
) -> None:
    """Follow one edge. All ways into a node come before it leaves the queue."""
    target = edge.target
    for way in reached_on:
        if not compatible(edge.path, way):
            continue
        narrowed = both(way, edge.path)
        if isinstance(target, Tensor):
            leaves[target] = with_way(leaves.get(target, ()), narrowed)
        elif compatible(target.path, narrowed):
            if target not in nodes:
                heapq.heappush(queue, (-target.number, len(nodes), target))
            nodes[target] = with_way(nodes.get(target, ()), both(narrowed, target.path))


def _towards(engine: Engine, everything: Reach, inputs: tuple[Tensor, ...], accumulates: bool) -> Reach:
    """The part of a pass that leads to ``inputs``.

    The node that made an input is run when it leads to another input, and by ``backward(inputs=...)`` always.
    """
    stops = {engine.node_of(item) or item for item in inputs}
    useful: set[Node] = set()
    for visit in sorted(everything.visits, key=lambda item: item.node.number):
        node = visit.node
        if (accumulates and node in stops) or any(edge.target in stops or edge.target in useful for edge in node.edges):
            useful.add(node)
    visits = tuple(visit for visit in everything.visits if visit.node in useful)
    leaves = tuple((leaf, ways) for leaf, ways in everything.ways_to_leaves if leaf in stops)
    return Reach(visits, leaves)


def depends_on(engine: Engine, root: Tensor, wanted: frozenset[Node | Tensor]) -> bool:
    """Whether a gradient can flow from ``root`` to any of ``wanted``."""
    start = engine.edge(root)
    if start is None:
        return False
    if start.target in wanted:
        return True
    everything = _forward_closure(start, engine.path)
    return any(visit.node in wanted for visit in everything.visits) or any(
        leaf in wanted for leaf, _ in everything.ways_to_leaves
    )


def surely_reaches(root: Node, wanted: Node) -> bool:
    """Whether gradients flow from one node to another without passing code that may have let go of its inputs."""
    pending = [root]
    seen: set[Node] = set()
    while pending:
        node = pending.pop()
        if node is wanted:
            return True
        if node in seen or node.guessed:
            continue
        seen.add(node)
        pending.extend(edge.target for edge in node.edges if isinstance(edge.target, Node))
    return False


def leaves_without(start: Node | None, barrier: frozenset[Node]) -> set[Tensor]:
    """The leaves that can be reached from a node without passing any of ``barrier``."""
    pending = [start] if start is not None else []
    seen: set[Node] = set()
    leaves: set[Tensor] = set()
    while pending:
        node = pending.pop()
        if node in seen or node in barrier:
            continue
        seen.add(node)
        for edge in node.edges:
            if isinstance(edge.target, Tensor):
                leaves.add(edge.target)
            else:
                pending.append(edge.target)
    return leaves
