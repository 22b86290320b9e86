"""Calls: which kind of callee, and how a function in view is run."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import libcst as cst

from detachlint.interpret import limits
from detachlint.interpret.frames import Exit, Frame
from detachlint.interpret.machine import Machine
from detachlint.interpret.models import call_external, call_native, call_unknown
from detachlint.interpret.models.instances import call_instance, instantiate
from detachlint.interpret.models.managers import enter_manager, leave_manager
from detachlint.interpret.source_site import Site
from detachlint.interpret.values import (
    NONE,
    Arguments,
    BoundMethod,
    ClassValue,
    DictValue,
    External,
    FunctionValue,
    Instance,
    IteratorValue,
    ListValue,
    Native,
    NativeMethod,
    Partial,
    TupleValue,
    Union,
    Unknown,
    Value,
)
from detachlint.shadow.path import Path


def call(machine: Machine, callee: Value, arguments: Arguments, site: Site) -> Value:
    """The result of ``callee(*arguments)``, with its effects."""
    machine.tick()
    callee = machine.narrow(callee)
    if isinstance(callee, Union):
        return machine.lift(lambda item: _call_one(machine, item, arguments, site), callee)
    return _call_one(machine, callee, arguments, site)


def _call_one(machine: Machine, callee: Value, arguments: Arguments, site: Site) -> Value:
    handler = _CALLS.get(type(callee))
    if handler is None:
        return machine.unknown(site)
    if isinstance(callee, (External, NativeMethod, Unknown, Instance)):
        _settle_generators(machine, arguments, site)
    result = handler(machine, callee, arguments, site)
    if not isinstance(callee, (External, NativeMethod, Unknown, BoundMethod)):
        machine.last_call = None
    return result


def _settle_generators(machine: Machine, arguments: Arguments, site: Site) -> None:
    """Code out of view takes all that a generator yields."""
    for value in arguments.all:
        given = machine.narrow(value)
        if isinstance(given, IteratorValue) and given.pending is not None and given.kind == "generator":
            machine.settle(given, site)


def _bound(machine: Machine, callee: BoundMethod, arguments: Arguments, site: Site) -> Value:
    inner = Arguments((callee.receiver, *arguments.positional), arguments.keywords, arguments.more)
    return _call_one(machine, callee.function, inner, site)


def _partial(machine: Machine, callee: Partial, arguments: Arguments, site: Site) -> Value:
    merged = {**callee.keywords, **(arguments.keywords or {})}
    return call(
        machine, callee.function, Arguments((*callee.arguments, *arguments.positional), merged, arguments.more), site
    )


def _native(machine: Machine, callee: Native, arguments: Arguments, site: Site) -> Value:
    return callee.call(machine, arguments, site)


def call_function(
    machine: Machine,
    function: FunctionValue,
    arguments: Arguments,
    site: Site,
    on_yield: Callable[[Value], Value] | None = None,
) -> Value:
    """Run a function in view on abstract arguments; ``on_yield`` takes what it yields, where it yields."""
    node = function.node
    if on_yield is None and isinstance(node, cst.FunctionDef) and machine.syntax.is_generator(node):
        kind = "context manager" if function.kind == "contextmanager" else "generator"
        made = IteratorValue(machine.trail, (), None, site, kind)
        made.pending = (function, arguments)
        return made
    limit = _limit_reached(machine, function)
    if limit is not None:
        if limit != "recursion":
            machine.give_up(machine.name_site(function), limit, function.name)
        return call_unknown(machine, machine.unknown(site), arguments, site)
    machine.executed.add(node)
    started = machine.steps_left
    frame = Frame(machine.trail, function.module, function.scope, function)
    frame.on_yield = on_yield
    frame.is_call = True
    machine.frames.append(frame)
    before = machine.path
    try:
        bind_parameters(machine, function, arguments, site)
        with _decorating_modes(machine, function, site):
            return _run(machine, function, frame, site)
    finally:
        machine.frames.pop()
        machine.engine.path = before
        machine.function_steps[node] = machine.function_steps.get(node, 0) + started - machine.steps_left


@contextmanager
def _decorating_modes(machine: Machine, function: FunctionValue, site: Site) -> Iterator[None]:
    entered = [enter_manager(machine, manager, manager.site or site) for manager in function.modes]
    yield
    for token in reversed(entered):
        leave_manager(machine, token, site)


def _limit_reached(machine: Machine, function: FunctionValue) -> str | None:
    calls = [frame.function for frame in machine.frames if frame.is_call and frame.function is not None]
    if sum(1 for running in calls if running.node is function.node) >= limits.RECURSION:
        return "recursion"
    if len(machine.frames) >= limits.CALL_DEPTH:
        return "call depth"
    if machine.function_steps.get(function.node, 0) >= limits.STEPS_OF_ONE_FUNCTION:
        return "evaluations in one function"
    return None


def _run(machine: Machine, function: FunctionValue, frame: Frame, site: Site) -> Value:
    if isinstance(function.node, cst.Lambda):
        return machine.evaluate(function.node.body)
    frame.mark = machine.trail.mark()
    frame.epoch = machine.trail.epoch
    falls = machine.execute_suite(function.node.body)
    return leave(machine, frame, falls)


def leave(machine: Machine, frame: Frame, falls: bool) -> Value:
    """Join all ways out of a function; returns what it returns."""
    exits = frame.exits
    if frame.function is not None and frame.function.node in machine.watched:
        machine.watched[frame.function.node].extend(exits)
    if not exits:
        return NONE
    if len(exits) == 1 and not falls and exits[0].undos == machine.undos:
        return exits[0].value
    branches: list[tuple[Path, Exit]] = [(item.path, item) for item in exits]
    if falls:
        fall = machine.lift_branch(frame.mark, frame.epoch)
        branches.append((machine.path, Exit(machine.path, fall, NONE, 0)))
    else:
        machine.trail.undo(frame.mark)
        machine.undos += 1
    machine.join([(path, item.delta) for path, item in branches])
    return machine.union([(path, item.value) for path, item in branches])


def bind_parameters(machine: Machine, function: FunctionValue, arguments: Arguments, site: Site) -> None:
    """Bind the arguments of a call to the parameters; what is missing is unknown."""
    parameters = function.node.params
    values = list(arguments.positional)
    keywords = dict(arguments.keywords or {})
    for parameter in (*parameters.posonly_params, *parameters.params):
        name = parameter.name.value
        if values:
            value = values.pop(0)
        elif name in keywords:
            value = keywords.pop(name)
        elif arguments.more or name not in function.defaults:
            value = machine.unknown(machine.site(parameter))
        else:
            value = function.defaults[name]
        _bind(machine, parameter, value)
    if isinstance(parameters.star_arg, cst.Param):
        rest = machine.unknown(site) if arguments.more else None
        packed: Value = TupleValue(tuple(values)) if rest is None else ListValue(machine.trail, tuple(values), rest)
        _bind(machine, parameters.star_arg, packed)
    for parameter in parameters.kwonly_params:
        name = parameter.name.value
        missing = machine.unknown(machine.site(parameter)) if arguments.more else function.defaults.get(name)
        value = keywords.pop(name, missing)
        _bind(machine, parameter, value if value is not None else machine.unknown(machine.site(parameter)))
    if parameters.star_kwarg is not None:
        rest = machine.unknown(site) if arguments.more else None
        _bind(machine, parameters.star_kwarg, DictValue(machine.trail, dict(keywords.items()), rest))


def _bind(machine: Machine, parameter: cst.Param, value: Value) -> None:
    name = parameter.name.value
    frame = machine.frame
    if not frame.names:
        frame.receiver = value if isinstance(value, (Instance, ClassValue)) else None
    frame.names[name] = value
    frame.bound_at[name] = machine.steps_left


_CALLS: dict[type, Callable[..., Value]] = {
    FunctionValue: call_function,
    BoundMethod: _bound,
    Partial: _partial,
    Native: _native,
    NativeMethod: call_native,
    External: call_external,
    ClassValue: instantiate,
    Instance: call_instance,
    Unknown: call_unknown,
}

__all__ = ["bind_parameters", "call", "call_function", "leave"]
