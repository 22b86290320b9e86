"""Making objects of classes in view, and calling objects."""

from __future__ import annotations

from detachlint.interpret.events import FunctionCalledDirectly, ModuleBuilt, ModuleCalled
from detachlint.interpret.machine import Machine
from detachlint.interpret.models import forward_hooks, layers
from detachlint.interpret.models.escape import escape
from detachlint.interpret.models.reparametrizing import renew_all
from detachlint.interpret.source_site import Site
from detachlint.interpret.torch_names import external_bases, is_function_class, is_module, is_module_class
from detachlint.interpret.values import (
    Arguments,
    BoundMethod,
    ClassValue,
    FunctionValue,
    Instance,
    TupleValue,
    Value,
)


def instantiate(machine: Machine, cls: ClassValue, arguments: Arguments, site: Site) -> Value:
    """``Class(...)``."""
    if any(name.endswith(("Enum", "IntEnum", "StrEnum")) for name in external_bases(machine, cls)):
        return machine.unknown(site)
    made = Instance(machine.trail, cls, site)
    cls.instantiated = True
    if cls.is_named_tuple and not any(isinstance(item, FunctionValue) for item in cls.attributes.values()):
        _fill_fields(machine, made, cls, arguments, site)
        return TupleValue(tuple(made.attributes.values()), tuple(made.attributes))
    if is_function_class(machine, cls) and cls not in machine.legacy_functions:
        machine.emit(FunctionCalledDirectly(site, machine.path, cls))
    layer = next((name for name in external_bases(machine, cls) if layers.is_layer(name)), None)
    if layer is not None and not layer.endswith(".Module"):
        layers.set_up(machine, made, layer, arguments, site)
    constructor = machine.class_attribute(cls, "__init__")
    if isinstance(constructor, FunctionValue):
        machine.call(BoundMethod(constructor, made), arguments, site)
    elif cls.is_dataclass:
        _fill_fields(machine, made, cls, arguments, site)
    elif not all(isinstance(base, ClassValue) for base in machine.lineage(cls)):
        machine.initialise_outside(made, arguments, site)
    if is_module_class(machine, cls):
        machine.emit(ModuleBuilt(site, machine.path, made))
    return made


def _fill_fields(machine: Machine, made: Instance, cls: ClassValue, arguments: Arguments, site: Site) -> None:
    names = [name for base in reversed(machine.lineage(cls)) if isinstance(base, ClassValue) for name in base.fields]
    for index, name in enumerate(dict.fromkeys(names)):
        value = arguments.get(index, name)
        if value is None:
            value = machine.field_default(cls, name, site)
        made.attributes[name] = value
    after = machine.class_attribute(cls, "__post_init__")
    if isinstance(after, FunctionValue):
        machine.call(BoundMethod(after, made), Arguments(), site)


def call_instance(machine: Machine, value: Instance, arguments: Arguments, site: Site) -> Value:
    """``object(...)``."""
    own = machine.class_attribute(value.cls, "__call__")
    if isinstance(own, FunctionValue):
        return machine.call(BoundMethod(own, value), arguments, site)
    if is_module(machine, value):
        training = machine.training_of(value)
        renew_all(machine, value, site)
        arguments = forward_hooks.before_forward(machine, value, arguments, site)
        forward = value.attributes.get("forward") or machine.class_attribute(value.cls, "forward")
        if isinstance(forward, FunctionValue):
            result = machine.call(BoundMethod(forward, value), arguments, site)
        else:
            result = layers.call_layer(machine, value, arguments, site)
        result = forward_hooks.after_forward(machine, value, arguments, result, site)
        machine.emit(ModuleCalled(site, machine.path, value, arguments, result, training))
        return result
    escape(machine, arguments, site)
    return machine.unknown(site)


__all__ = ["call_instance", "instantiate"]
