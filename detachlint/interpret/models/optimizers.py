"""Optimizers: they hold the tensors they were given at that moment."""

from __future__ import annotations

from detachlint.facts import optimizer_facts
from detachlint.interpret.comprehensions import iterate
from detachlint.interpret.events import GradientsCleared, OptimizerBuilt, OptimizerStepped
from detachlint.interpret.machine import Machine
from detachlint.interpret.models.registry import FUNCTIONS, OPTIMIZER_METHODS, Call, models
from detachlint.interpret.source_site import Site
from detachlint.interpret.tensor_calls import overwrite_gradient
from detachlint.interpret.values import (
    NONE,
    Arguments,
    BoundMethod,
    Const,
    DictValue,
    External,
    FunctionValue,
    Instance,
    IteratorValue,
    ListValue,
    Partial,
    TupleValue,
    Unknown,
    Value,
)
from detachlint.shadow.tensor import Tensor
from detachlint.shadow.tri import Tri


def build(machine: Machine, cls: External, arguments: Arguments, site: Site) -> Instance:
    """``torch.optim.SGD(params, ...)``."""
    made = Instance(machine.trail, cls, site)
    take_parameters(machine, made, arguments, site)
    return made


def take_parameters(machine: Machine, optimizer: Instance, arguments: Arguments, site: Site) -> None:
    """Give an optimizer its parameters."""
    given = arguments.get(0, "params")
    if given is None:
        return
    parameters = tuple(flatten(machine, given, site))
    optimizer.hidden["parameters"] = parameters
    optimizer.hidden["given"] = given
    optimizer.hidden["max_iter"] = arguments.get(2, "max_iter")
    if any(isinstance(item, Tensor) and item is machine.outside for item in parameters):
        optimizer.hidden["outside"] = True
    machine.emit(OptimizerBuilt(site, machine.path, optimizer, parameters))


def flatten(machine: Machine, given: Value, site: Site) -> list[Value]:
    """The parameters in what an optimizer is given: an iterable of tensors, or of groups."""
    given = machine.narrow(given)
    if isinstance(given, Tensor):
        return [given]
    if isinstance(given, DictValue):
        inner = given.items.get("params")
        return flatten(machine, inner, site) if inner is not None else []
    if isinstance(given, TupleValue) and len(given.items) == 2 and isinstance(given.items[0], Const):
        return flatten(machine, given.items[1], site)
    if isinstance(given, (ListValue, TupleValue, IteratorValue)):
        items, rest = iterate(machine, given, site)
        found = [part for item in items for part in flatten(machine, item, site)]
        return found if rest is None else [*found, *flatten(machine, rest, site)]
    if isinstance(given, Unknown):
        return [given]
    return []


def held(machine: Machine, optimizer: Value) -> tuple[Tensor, ...]:
    """The tensors that an optimizer holds, as far as they are known."""
    if not isinstance(optimizer, Instance):
        return ()
    found: list[Tensor] = []
    for item in optimizer.hidden.get("parameters", ()):
        if isinstance(item, Tensor):
            found.append(item)
        elif isinstance(item, Unknown):
            found.append(machine.outside_parameters())
    return tuple(found)


@models(OPTIMIZER_METHODS, "step")
def step(call: Call) -> Value:
    """``optimizer.step()``, with a closure or without."""
    machine = call.machine
    closure = machine.narrow(call.argument(0, "closure"))
    result: Value = NONE
    if isinstance(closure, (FunctionValue, BoundMethod, Partial)):
        result = _evaluate(call, closure)
        if _evaluates_again(machine, call.receiver):
            machine.engine.step(held(machine, call.receiver), call.site)
            _evaluate(call, closure)
    parameters = held(machine, call.receiver)
    machine.emit(OptimizerStepped(call.site, machine.path, call.receiver, parameters))
    machine.engine.step(parameters, call.site)
    return result


def _evaluate(call: Call, closure: Value) -> Value:
    before = call.machine.engine.set_grad_mode(Tri.YES, call.site)
    result = call.machine.call(closure, Arguments(), call.site)
    call.machine.engine.restore_modes(before)
    return result


def _evaluates_again(machine: Machine, optimizer: Value) -> bool:
    """Whether a step moves the parameters and runs the closure again, as long as it is not told to stop at once."""
    names = (base.name for base in machine.lineage(optimizer.cls) if isinstance(base, External))
    facts = next((found for name in names if (found := optimizer_facts(name)) is not None), None)
    return facts is not None and facts.closure_runs_again and optimizer.hidden.get("max_iter") != Const(1)


@models(OPTIMIZER_METHODS, "zero_grad")
def zero_grad(call: Call) -> Value:
    """``optimizer.zero_grad()``."""
    clear(call.machine, call, call.receiver, held(call.machine, call.receiver))
    return NONE


def clear(machine: Machine, call: Call, owner: Value, parameters: tuple[Tensor, ...]) -> None:
    """Clear gradients and say so."""
    keeps = call.flag(0, "set_to_none", True) is False
    machine.emit(GradientsCleared(call.site, machine.path, owner, parameters, keeps))
    machine.engine.clear_gradients(parameters, call.site)
    if not keeps:
        for parameter in parameters:
            machine.trail.set(parameter, "gradient", None)


@models(FUNCTIONS, "torch._foreach_zero_")
def zero_all(call: Call) -> Value:
    """``torch._foreach_zero_(gradients)``."""
    items, _ = iterate(call.machine, call.argument(0), call.site)
    for item in items:
        if isinstance(item, Tensor):
            overwrite_gradient(call.machine, item, "zero_", (), call.site)
    return NONE


@models(OPTIMIZER_METHODS, "add_param_group")
def add_param_group(call: Call) -> Value:
    """``optimizer.add_param_group(group)``."""
    given = call.argument(0, "param_group")
    if given is not None and isinstance(call.receiver, Instance):
        more = tuple(flatten(call.machine, given, call.site))
        known = call.receiver.hidden.get("parameters", ())
        call.machine.trail.write(call.receiver, call.receiver.hidden, "parameters", (*known, *more))
        if more:
            call.machine.emit(OptimizerBuilt(call.site, call.machine.path, call.receiver, more))
    return NONE
