"""Reading, writing and deleting ``value[index]``."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any

import libcst as cst

from detachlint.interpret import limits, tensor_calls
from detachlint.interpret.events import Collected, ItemSet
from detachlint.interpret.machine import Machine
from detachlint.interpret.source_site import Site
from detachlint.interpret.values import (
    NONE,
    Arguments,
    ArrayValue,
    Const,
    DictValue,
    Instance,
    ListValue,
    SliceValue,
    TupleValue,
    Unknown,
    Value,
)
from detachlint.shadow.path import Path
from detachlint.shadow.tensor import Tensor
from detachlint.shadow.trail import MISSING


def evaluate_index(machine: Machine, elements: Sequence[cst.SubscriptElement]) -> Value:
    """The index of a subscript; several make a tuple."""
    values = tuple(_element(machine, element.slice) for element in elements)
    if len(values) == 1 and elements[0].comma.__class__ is not cst.Comma:
        return values[0]
    return TupleValue(values)


def _element(machine: Machine, node: cst.BaseSlice) -> Any:
    if isinstance(node, cst.Index):
        return machine.evaluate(node.value)
    if isinstance(node, cst.Slice):
        return SliceValue(
            *(machine.evaluate(part) if part is not None else NONE for part in (node.lower, node.upper, node.step))
        )
    return machine.unknown()


def known_key(key: Value) -> Hashable | None:
    """A dictionary key for a known constant (or a tuple of them); None when not known."""
    if isinstance(key, Const):
        return key.value if key.value is not None else _NoneKey
    if isinstance(key, TupleValue) and all(isinstance(item, Const) for item in key.items):
        return tuple(item.value for item in key.items)
    if isinstance(key, Tensor):
        return ("tensor", id(key))
    return None


_NoneKey = ("None",)


def read(machine: Machine, value: Value, key: Any, site: Site) -> Value:
    """``value[key]``."""
    if isinstance(value, Tensor) or tensor_calls.carries_graph(value):
        return tensor_calls.index(machine, value, key, site)
    if isinstance(value, (TupleValue, ListValue)):
        return _read_sequence(machine, value, key)
    if isinstance(value, DictValue):
        return _read_dict(machine, value, key, site)
    if isinstance(value, Instance):
        return _read_instance(machine, value, key, site)
    if isinstance(value, ArrayValue):
        return tensor_calls.array_operator(
            machine, (value,), site, view=not isinstance(key, (ListValue, Tensor, ArrayValue))
        )
    if isinstance(value, Const) and isinstance(value.value, str):
        return machine.unknown(site, "string")
    if isinstance(value, Unknown):
        return _read_unknown(machine, value, key, site)
    return machine.unknown(site)


def _read_unknown(machine: Machine, value: Unknown, key: Any, site: Site) -> Value:
    name = f"[{key.value!r}]" if isinstance(key, Const) else None
    if name is not None and name in value.attributes:
        return machine.narrow(value.attributes[name])
    made = machine.unknown(site)
    made.left_graph = value.left_graph
    if name is not None:
        value.attributes[name] = made
    return made


def _read_sequence(machine: Machine, value: TupleValue | ListValue, key: Any) -> Value:
    rest = getattr(value, "rest", None)
    if isinstance(key, Const) and isinstance(key.value, int):
        index = key.value
        if rest is None and -len(value.items) <= index < len(value.items):
            return machine.narrow(value.items[index])
        if rest is not None and 0 <= index < len(value.items):
            return machine.narrow(value.items[index])
        return rest if rest is not None else machine.unknown()
    if isinstance(key, SliceValue):
        bounds = key.bounds()
        if bounds is not None and rest is None:
            items = value.items[bounds]
            return TupleValue(items) if isinstance(value, TupleValue) else ListValue(machine.trail, items)
        return ListValue(machine.trail, value.items, rest)
    if not value.items:
        return rest if rest is not None else machine.unknown()
    if len(value.items) == 1 and rest is None:
        return value.items[0]
    return _any_of(machine, (*value.items, *(() if rest is None else (rest,))))


def _any_of(machine: Machine, items: Sequence[Value]) -> Value:
    """One of several, it is not known which: the first stands for all where they are of one kind."""
    first = items[0]
    if isinstance(first, (Tensor, Instance)) and all(type(item) is type(first) for item in items):
        token = machine.unknown()
        machine.keep(token)
        machine.left_out_elements = machine.left_out_elements or len(items) > limits.ELEMENTS_CHOSEN
        chosen = items[: limits.ELEMENTS_CHOSEN]
        return machine.union([(_only(token, index), item) for index, item in enumerate(chosen)])
    if all(item is first for item in items):
        return first
    return machine.unknown()


def _only(token: Value, index: int) -> Path:
    """The path on which just this one of several is meant."""
    before = {((id(token), other), False) for other in range(index)}
    return frozenset({*before, ((id(token), index), True)})


def _read_dict(machine: Machine, value: DictValue, key: Any, site: Site) -> Value:
    known = known_key(key)
    if known is not None and known in value.items:
        return machine.narrow(value.items[known])
    if known is not None and value.rest is None and value.default is not None:
        made = machine.call(value.default, Arguments(), site)
        machine.trail.write(value, value.items, known, made)
        return made
    if value.rest is not None:
        return value.rest
    if value.items and known is None:
        return _any_of(machine, tuple(value.items.values()))
    if value.default is not None:
        return machine.call(value.default, Arguments(), site)
    return machine.unknown(site)


def _read_instance(machine: Machine, value: Instance, key: Any, site: Site) -> Value:
    found = machine.method_of(value, "__getitem__")
    if found is not None and not isinstance(key, SliceValue):
        return machine.call(found, Arguments((key,)), site)
    key = _child_key(value, key)
    if isinstance(key, Const) and str(key.value) in value.attributes:
        return machine.narrow(value.attributes[str(key.value)])
    children = [item for name, item in value.attributes.items() if name.isdigit()]
    if isinstance(key, Const) and key.value == -1 and children:
        return machine.narrow(children[-1])
    if isinstance(key, SliceValue):
        return ListValue(machine.trail, tuple(children), None if children else machine.unknown(site))
    if children:
        return _any_of(machine, children)
    return machine.unknown(site)


def _child_key(module: Instance, key: Any) -> Any:
    """The number of a child, for an index that counts from the end."""
    if not (isinstance(key, Const) and isinstance(key.value, int) and key.value < 0) or "rest" in module.hidden:
        return key
    return Const(sum(name.isdigit() for name in module.attributes) + key.value)


def write(machine: Machine, receiver: Value, key: Any, value: Value, site: Site) -> None:
    """``receiver[key] = value``."""
    if isinstance(receiver, Instance):
        key = _child_key(receiver, key)
    machine.emit(ItemSet(site, machine.path, receiver, key, value))
    shown = tensor_calls.carries_graph(receiver) and tensor_calls.shows_tensor(key)
    if isinstance(receiver, Tensor) or machine.is_tensor(receiver) or shown:
        tensor_calls.set_index(machine, receiver, key, value, site)
    elif isinstance(receiver, DictValue):
        _write_dict(machine, receiver, key, value, site)
    elif isinstance(receiver, ListValue):
        _write_list(machine, receiver, key, value, site)
    elif isinstance(receiver, ArrayValue):
        tensor_calls.write_array(machine, receiver, site)
    elif isinstance(receiver, Instance):
        _write_instance(machine, receiver, key, value, site)
    elif isinstance(receiver, Unknown) and isinstance(key, Const):
        machine.trail.write(receiver, receiver.attributes, f"[{key.value!r}]", value)


def _write_instance(machine: Machine, receiver: Instance, key: Any, value: Value, site: Site) -> None:
    found = machine.method_of(receiver, "__setitem__")
    if found is not None:
        machine.call(found, Arguments((key, value)), site)
    elif isinstance(key, Const):
        machine.trail.write(receiver, receiver.attributes, str(key.value), value)


def _write_dict(machine: Machine, receiver: DictValue, key: Any, value: Value, site: Site) -> None:
    known = known_key(key)
    grows = machine.outlives_loop(receiver) and not isinstance(known, str)
    machine.emit(Collected(site, machine.path, receiver, value, grows))
    if known is not None:
        machine.trail.write(receiver, receiver.items, known, value)
    else:
        rest = value if receiver.rest is None else machine.blend(receiver.rest, value)
        machine.trail.set(receiver, "rest", rest)


def _write_list(machine: Machine, receiver: ListValue, key: Any, value: Value, site: Site) -> None:
    machine.emit(Collected(site, machine.path, receiver, value, machine.outlives_loop(receiver)))
    items = receiver.items
    if isinstance(key, Const) and isinstance(key.value, int) and -len(items) <= key.value < len(items):
        index = key.value % len(items)
        machine.trail.set(receiver, "items", (*items[:index], value, *items[index + 1 :]))
    elif isinstance(key, SliceValue):
        machine.trail.set(receiver, "rest", machine.unknown(site))
    else:
        rest = value if receiver.rest is None else machine.blend(receiver.rest, value)
        machine.trail.set(receiver, "rest", rest)


def delete(machine: Machine, receiver: Value, key: Any) -> None:
    """``del receiver[key]``."""
    if isinstance(receiver, DictValue):
        known = known_key(key)
        if known is not None:
            machine.trail.write(receiver, receiver.items, known, MISSING)
    elif isinstance(receiver, ListValue) and isinstance(key, SliceValue):
        bounds = key.bounds()
        items = list(receiver.items)
        if bounds is not None:
            del items[bounds]
            machine.trail.set(receiver, "items", tuple(items))
            machine.trail.set(receiver, "longer", receiver.longer and bool(items))
        if bounds == slice(None):
            machine.trail.set(receiver, "rest", None)
    elif isinstance(receiver, ListValue) and isinstance(key, Const) and isinstance(key.value, int):
        items = list(receiver.items)
        if -len(items) <= key.value < len(items):
            del items[key.value]
            machine.trail.set(receiver, "items", tuple(items))
