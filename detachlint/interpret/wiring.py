"""Puts the parts of the interpreter together."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from detachlint.interpret import (
    arithmetic,
    attributes,
    calling,
    comprehensions,
    conditions,
    expressions,
    generators,
    statements,
)
from detachlint.interpret.holders import holders
from detachlint.interpret.machine import Listener, Machine
from detachlint.interpret.models.module_methods import named_parameters, walk
from detachlint.interpret.models.optimizers import held
from detachlint.interpret.source_site import Site
from detachlint.interpret.torch_names import is_function_class, is_module
from detachlint.interpret.values import Arguments, Instance, IteratorValue, Value
from detachlint.shadow.path import Path
from detachlint.shadow.tensor import Tensor


def build(listener: Listener, steps: int) -> Machine:
    """A machine with all its parts."""
    machine = Machine(listener, steps)
    machine.evaluate = partial(expressions.evaluate, machine)
    machine.call = partial(calling.call, machine)
    machine.read_attribute = partial(attributes.read, machine)
    machine.write_attribute = partial(attributes.write, machine)
    machine.binary = partial(_binary, machine)
    machine.iterate = partial(comprehensions.iterate, machine)
    machine.truth = conditions.truth
    machine.condition_path = partial(_condition_path, machine)
    machine.execute_suite = partial(statements.execute_suite, machine)
    machine.branch = partial(statements.branch, machine)
    machine.run_context_manager = partial(_run_context_manager, machine)
    machine.run_generator = partial(generators.run, machine)
    machine.settle = partial(generators.settle, machine)
    machine.holders = partial(holders, machine)
    machine.is_module = partial(is_module, machine)
    machine.is_function_class = partial(is_function_class, machine)
    machine.deep_tensors = partial(_deep_tensors, machine)
    machine.held = partial(held, machine)
    machine.clipped = partial(_clipped, machine)
    machine.layer_kinds = partial(_layer_kinds, machine)
    machine.module_tensors = partial(_module_tensors, machine)
    return machine


def _binary(machine: Machine, symbol: str, left: Value, right: Value, site: Site) -> Value:
    return machine.lift(lambda a, b: arithmetic.binary(machine, symbol, a, b, site), left, right)


def _condition_path(machine: Machine, value: Value) -> Path:
    return conditions.condition_of(machine, value).when_true


def _clipped(machine: Machine, arguments: Arguments) -> list[Tensor]:
    given = machine.narrow(arguments.get(0, "parameters"))
    items = (given,) if isinstance(given, Tensor) else machine.parts(given)
    return [item for item in items if isinstance(item, Tensor)]


def _deep_tensors(machine: Machine, value: Value, depth: int = 3) -> list[Tensor]:
    value = machine.narrow(value)
    if isinstance(value, Tensor):
        return [value]
    inner = tuple(value.attributes.values()) if isinstance(value, Instance) else machine.parts(value)
    return [tensor for part in inner for tensor in _deep_tensors(machine, part, depth - 1)] if depth else []


def _layer_kinds(machine: Machine, module: Value) -> list[str]:
    found = (item.hidden.get("layer") for _, item in walk(machine, module) if isinstance(item, Instance))
    return [kind for kind in found if isinstance(kind, str)]


def _module_tensors(machine: Machine, module: Value) -> list[Tensor]:
    return [tensor for _, tensor in named_parameters(machine, module)]


def _run_context_manager(machine: Machine, manager: Value, body: Callable[[Value], bool], site: Site) -> bool | None:
    """``with`` over a generator function decorated as a context manager: its body surrounds the block."""
    if not (isinstance(manager, IteratorValue) and manager.pending is not None):
        return None
    falls = True

    def surround(value: Value, certain: bool) -> None:
        nonlocal falls
        falls = body(value)

    generators.run(machine, manager, surround, site)
    return falls
