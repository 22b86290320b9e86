"""Iterating: what an iterable yields, and comprehensions over it."""

from __future__ import annotations

from collections.abc import Callable

import libcst as cst

from detachlint.interpret import limits, tensor_calls
from detachlint.interpret.assigning import assign
from detachlint.interpret.conditions import condition
from detachlint.interpret.events import IteratorReused
from detachlint.interpret.frames import Frame
from detachlint.interpret.machine import Machine
from detachlint.interpret.models.loaders import LOADER, batch
from detachlint.interpret.source_site import Site
from detachlint.interpret.subscripts import known_key
from detachlint.interpret.values import (
    BATCH,
    Arguments,
    ArrayValue,
    Const,
    DictValue,
    Instance,
    IteratorValue,
    ListValue,
    TupleValue,
    Union,
    Unknown,
    Value,
)
from detachlint.shadow.tensor import Mark, Tensor
from detachlint.shadow.tri import Tri


def iterate(machine: Machine, value: Value, site: Site) -> tuple[tuple[Value, ...], Value]:
    """The elements that are known one by one, and one that stands for the others (None when there are no others)."""
    value = machine.narrow(value)
    if isinstance(value, Union):
        value = machine.alternatives(value)[0][1]
    if isinstance(value, TupleValue):
        return value.items, None
    if isinstance(value, ListValue):
        return value.items, value.rest
    if isinstance(value, DictValue):
        keys = tuple(key_value(key) for key in value.items)
        return keys, None if value.rest is None else machine.unknown(site)
    if isinstance(value, IteratorValue):
        return consume(machine, value, site)
    if isinstance(value, Tensor) or machine.is_tensor(value):
        return (), tensor_calls.row(machine, value, site)
    if isinstance(value, Instance):
        return _iterate_instance(machine, value, site)
    if isinstance(value, Const) and isinstance(value.value, str) and len(value.value) <= limits.UNROLL:
        return tuple(Const(letter) for letter in value.value), None
    if isinstance(value, ArrayValue):
        return (), tensor_calls.array_operator(machine, (value,), site, view=True)
    if isinstance(value, Unknown) and value.origin == LOADER:
        return (), batch(machine, value, site)
    made = machine.unknown(site)
    if isinstance(value, Unknown):
        made.left_graph = value.left_graph
        made.forward_input = value.forward_input
        made.node, made.derived_from = value.node, value.derived_from
        made.origin = value.origin
        if value.parameters is not None:
            made.parameters = value.parameters
    return (), made


def key_value(key: object) -> Value:
    """The value of a dictionary key, the inverse of ``known_key``."""
    if isinstance(key, tuple):
        return Const(None) if key == known_key(Const(None)) else TupleValue(tuple(key_value(item) for item in key))
    return Const(key)


def consume(machine: Machine, iterator: IteratorValue, site: Site) -> tuple[tuple[Value, ...], Value]:
    """Take everything an iterator has left."""
    spent = tuple(mark for mark in iterator.spent if mark.path <= machine.path)
    if spent:
        machine.emit(IteratorReused(site, machine.path, iterator, spent))
        return (), None
    machine.trail.set(iterator, "spent", (*iterator.spent, Mark(site, machine.path)))
    if iterator.pending is not None:
        machine.settle(iterator, site)
    return iterator.items, iterator.rest


def begin_iteration(machine: Machine, value: Value, site: Site) -> Value:
    """What ``iter(value)`` gives where a class in view says so; anything else as it is."""
    value = machine.narrow(value)
    found = machine.method_of(value, "__iter__") if isinstance(value, Instance) else None
    return value if found is None else machine.narrow(machine.call(found, Arguments(), site))


def is_unstarted(value: Value) -> bool:
    """Whether a value is a generator that nothing was taken from yet."""
    return isinstance(value, IteratorValue) and value.pending is not None and value.kind == "generator"


def stepper(machine: Machine, value: Value, site: Site) -> Callable[[], Value] | None:
    """What makes the next element of an object whose class in view says how; None for anything else."""
    if not isinstance(value, Instance):
        return None
    following = machine.method_of(value, "__next__")
    if following is not None:
        return lambda: machine.call(following, Arguments(), site)
    getter = None if _children(value) or "rest" in value.hidden else machine.method_of(value, "__getitem__")
    if getter is not None:
        return lambda: machine.call(getter, Arguments((machine.unknown(site, "int"),)), site)
    return None


def _children(value: Instance) -> tuple[Value, ...]:
    return tuple(item for name, item in value.attributes.items() if name.isdigit())


def _iterate_instance(machine: Machine, value: Instance, site: Site) -> tuple[tuple[Value, ...], Value]:
    iterator = begin_iteration(machine, value, site)
    if iterator is not value:
        return iterate(machine, iterator, site)
    children = _children(value)
    if children or "rest" in value.hidden:
        return children, value.hidden.get("rest")
    step = stepper(machine, value, site)
    return (), machine.unknown(site) if step is None else step()


def refresh(machine: Machine, value: Value, site: Site) -> Value:
    """Another element like this one, for the next iteration."""
    if isinstance(value, Unknown):
        made = machine.unknown(value.site, value.kind, value.origin)
        made.left_graph, made.forward_input = value.left_graph, value.forward_input
        made.parameters, made.node, made.derived_from = value.parameters, value.node, value.derived_from
        if value.origin == BATCH and made.kind == "tensor":
            machine.as_tensor(made, site)
        return made
    if isinstance(value, TupleValue):
        return TupleValue(tuple(refresh(machine, item, site) for item in value.items), value.fields)
    if isinstance(value, Tensor) and value.is_view and value.base is not None and not value.parameter:
        return tensor_calls.row(machine, value.base, site)
    return value


def list_comprehension(machine: Machine, node: cst.ListComp) -> Value:
    items, rest = _collect(machine, node.for_in, lambda: machine.evaluate(node.elt))
    return ListValue(machine.trail, items, rest)


def set_comprehension(machine: Machine, node: cst.SetComp) -> Value:
    items, rest = _collect(machine, node.for_in, lambda: machine.evaluate(node.elt))
    return ListValue(machine.trail, items, rest, "set")


def generator_expression(machine: Machine, node: cst.GeneratorExp) -> Value:
    items, rest = _collect(machine, node.for_in, lambda: machine.evaluate(node.elt))
    return IteratorValue(machine.trail, items, rest, machine.site(node), "generator expression")


def dict_comprehension(machine: Machine, node: cst.DictComp) -> Value:
    def pair() -> Value:
        return TupleValue((machine.evaluate(node.key), machine.evaluate(node.value)))

    items, rest = _collect(machine, node.for_in, pair)
    made = DictValue(machine.trail)
    for item in items:
        key, value = item.items
        known = known_key(machine.narrow(key))
        if known is None:
            made.rest = value
        else:
            made.items[known] = value
    if isinstance(rest, TupleValue):
        made.rest = rest.items[1]
    return made


def _collect(machine: Machine, clause: cst.CompFor, element: Callable[[], Value]) -> tuple[tuple[Value, ...], Value]:
    """What a comprehension yields: known elements, and one for the rest."""
    outer = machine.frame
    frame = Frame(machine.trail, outer.module, outer, outer.function)
    frame.receiver = outer.receiver
    known: list[Value] = []
    rest: list[Value] = []
    machine.frames.append(frame)
    try:
        _run_clause(machine, clause, element, known, rest, certain=True)
    finally:
        machine.frames.pop()
    return tuple(known), rest[0] if rest else None


def _run_clause(
    machine: Machine,
    clause: cst.CompFor,
    element: Callable[[], Value],
    known: list[Value],
    rest: list[Value],
    certain: bool,
) -> None:
    site = machine.site(clause.iter)
    items, more = iterate(machine, machine.evaluate(clause.iter), site)
    if len(items) > limits.UNROLL_TOTAL * 4:
        more, items = items[0], items[: limits.UNROLL]
    for item in items:
        _run_element(machine, clause, item, element, known, rest, certain)
    if more is not None:
        _run_element(machine, clause, refresh(machine, more, site), element, known, rest, False)


def _run_element(
    machine: Machine,
    clause: cst.CompFor,
    item: Value,
    element: Callable[[], Value],
    known: list[Value],
    rest: list[Value],
    certain: bool,
) -> None:
    before = machine.engine.path
    assign(machine, clause.target, item, machine.site(clause), loop_target=True)
    for test in clause.ifs:
        found = condition(machine, test.test)
        if found.truth.no:
            machine.engine.path = before
            return
        if found.truth is Tri.UNKNOWN:
            machine.engine.path = before | found.when_true
    if clause.inner_for_in is not None:
        _run_clause(machine, clause.inner_for_in, element, known, rest, certain)
    else:
        (known if certain else rest).append(element())
    machine.engine.path = before
