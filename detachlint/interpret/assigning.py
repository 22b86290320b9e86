"""Assignment targets: names, attributes, subscripts, and unpacking."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import libcst as cst

from detachlint.interpret import attributes, subscripts, tensor_calls
from detachlint.interpret.machine import Machine
from detachlint.interpret.names import bind_name
from detachlint.interpret.source_site import Site
from detachlint.interpret.values import ListValue, Union, Unknown, Value
from detachlint.shadow.tensor import Tensor


def assign(machine: Machine, target: cst.CSTNode, value: Value, site: Site, loop_target: bool = False) -> None:
    """Bind a target to a value; ``site`` is the whole statement."""
    if isinstance(target, cst.Name):
        bind_name(machine, target.value, value, site, loop_target)
    elif isinstance(target, cst.Attribute):
        receiver = machine.evaluate(target.value)
        for path, item in machine.alternatives(receiver):
            with machine.assuming(path):
                attributes.write(machine, item, target.attr.value, value, site)
    elif isinstance(target, cst.Subscript):
        receiver = machine.evaluate(target.value)
        key = subscripts.evaluate_index(machine, target.slice)
        for path, item in machine.alternatives(receiver):
            with machine.assuming(path):
                subscripts.write(machine, item, key, value, site)
    elif isinstance(target, (cst.Tuple, cst.List)):
        _unpack(machine, [element.value for element in target.elements], target.elements, value, site, loop_target)
    elif isinstance(target, cst.StarredElement):
        assign(machine, target.value, value, site, loop_target)


def _unpack(
    machine: Machine, targets: Sequence[Any], elements: Sequence[Any], value: Value, site: Site, loop_target: bool
) -> None:
    stars = [index for index, element in enumerate(elements) if isinstance(element, cst.StarredElement)]
    values = unpacked(machine, value, len(targets), stars[0] if stars else None, site)
    for target, item in zip(targets, values, strict=True):
        assign(machine, target, item, site, loop_target)


def unpacked(machine: Machine, value: Value, count: int, star: int | None, site: Site) -> list[Value]:
    """The values for ``count`` targets, of which the one at ``star`` takes the remaining ones."""
    value = machine.narrow(value)
    if isinstance(value, Union):
        columns = [(path, unpacked(machine, item, count, star, site)) for path, item in machine.alternatives(value)]
        return [machine.union([(path, column[index]) for path, column in columns]) for index in range(count)]
    if isinstance(value, Tensor) or (tensor_calls.carries_graph(value) and star is None):
        return tensor_calls.unpack(machine, value, count, site)
    items, rest = machine.iterate(value, site)
    if star is None:
        if rest is None and len(items) == count:
            return list(items)
        filler = [_filler(machine, value, rest, site) for _ in range(count - len(items[:count]))]
        return [*items[:count], *filler]
    after = count - star - 1
    if rest is None and len(items) >= count - 1:
        middle = ListValue(machine.trail, items[star : len(items) - after])
        return [*items[:star], middle, *items[len(items) - after :]]
    middle = ListValue(machine.trail, (), _filler(machine, value, rest, site))
    known = list(items[:star])
    known += [_filler(machine, value, rest, site) for _ in range(star - len(known))]
    return [*known, middle, *(_filler(machine, value, rest, site) for _ in range(after))]


def _filler(machine: Machine, value: Value, rest: Value, site: Site) -> Value:
    if rest is not None and not isinstance(rest, Unknown):
        return rest
    made = machine.unknown(site)
    source = rest if isinstance(rest, Unknown) else value
    if isinstance(source, Unknown):
        made.left_graph, made.forward_input = source.left_graph, source.forward_input
        made.node, made.origin = source.node, source.origin
    return made


__all__ = ["assign", "unpacked"]
