"""Hooks that a module runs before and after its ``forward``."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from detachlint.interpret.machine import Machine
from detachlint.interpret.models.registry import MODULE_METHODS, Call, models
from detachlint.interpret.source_site import Site
from detachlint.interpret.values import (
    NONE,
    Arguments,
    BoundMethod,
    DictValue,
    FunctionValue,
    HookHandle,
    Instance,
    Partial,
    TupleValue,
    Value,
)

_HOOKS = "forward hooks"


@dataclass(frozen=True)
class _Hook:
    handle: HookHandle
    function: Value
    before: bool
    with_keywords: bool


@models(MODULE_METHODS, "register_forward_hook", "register_forward_pre_hook")
def register(call: Call) -> Value:
    """Keep the hook; the handle that is returned takes it away again."""
    machine, module = call.machine, call.receiver
    if not isinstance(module, Instance):
        return machine.unknown(call.site)
    keywords = call.flag(3, "with_kwargs", False) is not False
    handle = HookHandle()
    hook = _Hook(handle, call.argument(0, "hook"), "pre" in call.name, keywords)
    handle.remove = machine.native("RemovableHandle.remove", partial(_remove, module, handle))
    _keep(machine, module, (*_all(module), hook))
    return handle


def _remove(module: Instance, handle: HookHandle, machine: Machine, _arguments: Arguments, _site: Site) -> Value:
    _keep(machine, module, tuple(hook for hook in _all(module) if hook.handle is not handle))
    return NONE


def _all(module: Instance) -> tuple[_Hook, ...]:
    return module.hidden.get(_HOOKS) or ()


def _keep(machine: Machine, module: Instance, hooks: tuple[_Hook, ...]) -> None:
    machine.trail.write(module, module.hidden, _HOOKS, hooks)


def before_forward(machine: Machine, module: Instance, arguments: Arguments, site: Site) -> Arguments:
    """What ``forward`` is given, once the hooks before it have run."""
    for hook in _all(module):
        if not hook.before:
            continue
        result = _run(machine, hook, _given(machine, module, arguments, hook), site)
        if result is None or hook.with_keywords:
            continue
        inputs = result.items if isinstance(result, TupleValue) else (result,)
        arguments = Arguments(tuple(inputs), arguments.keywords, arguments.more)
    return arguments


def after_forward(machine: Machine, module: Instance, arguments: Arguments, output: Value, site: Site) -> Value:
    """What calling the module gives, once the hooks after ``forward`` have run."""
    for hook in _all(module):
        if not hook.before:
            given = Arguments((*_given(machine, module, arguments, hook).positional, output))
            result = _run(machine, hook, given, site)
            output = output if result is None else result
    return output


def _run(machine: Machine, hook: _Hook, given: Arguments, site: Site) -> Value:
    """What a hook puts in place of what it was given; None when nothing, or when it is out of view."""
    result = machine.narrow(machine.call(hook.function, given, site))
    in_view = isinstance(machine.narrow(hook.function), (FunctionValue, BoundMethod, Partial))
    return None if result == NONE or not in_view else result


def _given(machine: Machine, module: Instance, arguments: Arguments, hook: _Hook) -> Arguments:
    inputs = TupleValue(tuple(arguments.positional))
    if not hook.with_keywords:
        return Arguments((module, inputs))
    return Arguments((module, inputs, DictValue(machine.trail, dict((arguments.keywords or {}).items()))))
