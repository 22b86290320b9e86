"""Graphs that are made inside a call and do not outlive it as they are."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from detachlint.interpret.machine import Machine
from detachlint.interpret.source_site import Site
from detachlint.interpret.values import DictValue, ListValue, TupleValue, Unknown, Value
from detachlint.shadow.engine import Engine
from detachlint.shadow.graph import Edge, Node
from detachlint.shadow.path import both, compatible
from detachlint.shadow.tensor import Tensor


def inner_nodes(engine: Engine, roots: Iterable[Tensor], before: int) -> dict[Node, None]:
    """The nodes behind some tensors that are younger than a number."""
    found: dict[Node, None] = {}
    pending = [edge.target for root in roots if (edge := engine.edge(root)) is not None]
    while pending:
        node = pending.pop()
        if isinstance(node, Node) and node.number > before and node not in found:
            found[node] = None
            pending.extend(edge.target for edge in node.edges)
    return found


def outer_edges(engine: Engine, roots: Iterable[Tensor], inner: dict[Node, None]) -> tuple[Edge, ...]:
    """Where gradients go from some tensors once they have passed the inner nodes."""
    own = [edge for root in roots if (edge := engine.edge(root)) is not None]
    leaving = [edge for edge in own if edge.target not in inner]
    for node in inner:
        leaving.extend(
            Edge(edge.target, both(edge.path, node.path))
            for edge in node.edges
            if edge.target not in inner and compatible(edge.path, node.path)
        )
    return tuple(dict.fromkeys(leaving))


def forget_saved(machine: Machine, nodes: Iterable[Node], *, keep_written: bool = False) -> None:
    """What these nodes saved is not kept; with ``keep_written`` only what was not written yet."""
    for node in nodes:
        kept = tuple(entry for entry in node.saved if keep_written and (entry.raising or entry.silent))
        for entry in node.saved:
            if entry not in kept:
                for entries in (entry.storage.saved, entry.counter.saved):
                    if entry in entries:
                        entries.remove(entry)
        machine.trail.set(node, "saved", kept)


def change_tensors(machine: Machine, value: Value, change: Callable[[Tensor], Tensor], site: Site) -> Value:
    """A result with each of its tensors changed."""

    def changed(item: Value) -> Value:
        if isinstance(item, Tensor):
            return change(item)
        if isinstance(item, Unknown) and (item.node is not None or item.tensor is not None):
            tensor = machine.as_tensor(item, site)
            return item if tensor is None or change(tensor) is tensor else machine.unknown(site)
        if isinstance(item, TupleValue):
            return TupleValue(tuple(each(part) for part in item.items), item.fields)
        if isinstance(item, ListValue):
            return ListValue(machine.trail, tuple(each(part) for part in item.items), each(item.rest), item.kind)
        if isinstance(item, DictValue):
            made = {key: each(part) for key, part in item.items.items()}
            return DictValue(machine.trail, made, each(item.rest))
        return item

    def each(item: Value) -> Value:
        return machine.lift(changed, item)

    return each(value)
