"""Reading and writing ``value.name``."""

from __future__ import annotations

from collections.abc import Callable

from detachlint.interpret import tensor_attributes, tensor_calls
from detachlint.interpret.canonical import canonical
from detachlint.interpret.events import AttributeRead, AttributeSet
from detachlint.interpret.machine import Machine
from detachlint.interpret.models.function_context import FUNCTION_METHODS, read_context
from detachlint.interpret.models.reparametrizing import renew_for_reading
from detachlint.interpret.source_site import Site
from detachlint.interpret.torch_names import is_function_class, is_module, module_methods
from detachlint.interpret.values import (
    UNRESOLVED,
    Arguments,
    ArrayValue,
    BoundMethod,
    ClassValue,
    Const,
    DictValue,
    External,
    FunctionValue,
    HookHandle,
    Instance,
    IteratorValue,
    ListValue,
    Namespace,
    NativeMethod,
    Super,
    TupleValue,
    Unknown,
    Value,
)
from detachlint.shadow.tensor import Tensor
from detachlint.shadow.trail import MISSING


def read(machine: Machine, value: Value, name: str, site: Site) -> Value:
    """``value.name``; never a choice's: callers take alternatives apart."""
    if isinstance(value, Unknown) and _acts_as_tensor(value, name):
        value = machine.as_tensor(value, site)
    if isinstance(value, Tensor):
        result = tensor_attributes.read(machine, value, name, site)
        machine.emit(AttributeRead(site, machine.path, value, name, result))
        return result
    reader = _READERS.get(type(value))
    result = machine.unknown(site) if reader is None else machine.narrow(reader(machine, value, name, site))
    if isinstance(result, Tensor) and result.buffer:
        machine.emit(AttributeRead(site, machine.path, value, name, result))
    return result


def _acts_as_tensor(value: Unknown, name: str) -> bool:
    if value.tensor is not None and value.tensor.known:
        return True
    if value.node is not None or value.forward_input:
        return tensor_attributes.is_tensor_only(name)
    return False


def _read_instance(machine: Machine, value: Instance, name: str, site: Site) -> Value:
    renew_for_reading(machine, value, name, site)
    found = value.attributes.get(name, MISSING)
    if found is not MISSING:
        return found
    inherited = machine.class_attribute(value.cls, name)
    if inherited is not None:
        return bind(machine, inherited, value, site)
    if name in FUNCTION_METHODS and is_function_class(machine, value.cls):
        return read_context(machine, value, name, site)
    if name in module_methods(machine, value):
        return NativeMethod(value, name)
    if name == "__class__":
        return value.cls
    getter = machine.method_of(value, "__getattr__")
    if getter is not None and name != "__getattr__":
        return machine.unknown(site)
    out_of_view = any(isinstance(base, External) for base in machine.lineage(value.cls))
    if out_of_view and name in OPTIMIZER_ATTRIBUTES:
        return _read_optimizer(machine, value, name, site)
    made = machine.unknown(site)
    if name == "training" and is_module(machine, value):
        made.kind = "bool"
    made.born = value.born
    value.attributes[name] = made
    return made


OPTIMIZER_ATTRIBUTES = frozenset(
    {"step", "zero_grad", "param_groups", "state", "state_dict", "load_state_dict", "add_param_group"}
)


def _read_optimizer(machine: Machine, value: Instance, name: str, site: Site) -> Value:
    if name == "param_groups":
        group = DictValue(machine.trail, {"params": ListValue(machine.trail, value.hidden.get("parameters", ()))})
        group.rest = machine.unknown(site, "number")
        groups = ListValue(machine.trail, (group,))
        groups.born = group.born = value.born
        value.attributes[name] = groups
        return groups
    if name == "state":
        state = DictValue(machine.trail, {}, None)
        state.default = External("builtins.dict")
        state.born = value.born
        value.attributes[name] = state
        return state
    return NativeMethod(value, name)


def bind(machine: Machine, found: Value, receiver: Value, site: Site) -> Value:
    """What reading a class attribute through an object gives."""
    if isinstance(found, FunctionValue):
        if found.kind == "staticmethod":
            return found
        if found.kind == "property":
            return machine.call(found, Arguments((receiver,)), site)
        if found.kind == "classmethod":
            return BoundMethod(found, receiver.cls if isinstance(receiver, Instance) else receiver)
        return BoundMethod(found, receiver)
    return found


def _read_class(machine: Machine, value: ClassValue, name: str, site: Site) -> Value:
    found = machine.class_attribute(value, name)
    if found is not None:
        return BoundMethod(found, value) if isinstance(found, FunctionValue) and found.kind == "classmethod" else found
    if name == "__name__":
        return Const(value.name)
    return NativeMethod(value, name)


def _read_super(machine: Machine, value: Super, name: str, site: Site) -> Value:
    lineage = machine.lineage(value.receiver.cls if isinstance(value.receiver, Instance) else value.start)
    position = next((index for index, cls in enumerate(lineage) if cls is value.start), -1)
    for cls in lineage[position + 1 :]:
        if isinstance(cls, ClassValue) and name in cls.attributes:
            return bind(machine, cls.attributes[name], value.receiver, site)
    return NativeMethod(value, name)


def _read_external(machine: Machine, value: External, name: str, site: Site) -> Value:
    last = value.name.rsplit(".", 1)[-1]
    if name == "__name__" and last[:1].isupper():
        return Const(last)
    return External(canonical(f"{value.name}.{name}"))


def _read_unknown(machine: Machine, value: Unknown, name: str, site: Site) -> Value:
    found = value.attributes.get(name)
    if found is None:
        found = machine.unknown(site, origin=UNRESOLVED if value.origin == UNRESOLVED else None)
        found.born = value.born
        found.owner, found.attribute = value, name
        value.attributes[name] = found
    return found


def _read_native(machine: Machine, value: Value, name: str, site: Site) -> Value:
    if isinstance(value, TupleValue) and name in value.fields:
        return value.items[value.fields.index(name)]
    return NativeMethod(value, name)


def _read_array(machine: Machine, value: ArrayValue, name: str, site: Site) -> Value:
    if name in ("T", "flat", "real"):
        return tensor_calls.array_operator(machine, (value,), site, view=True)
    if name in ("shape", "size", "ndim", "dtype"):
        return machine.unknown(site)
    return NativeMethod(value, name)


def _read_namespace(machine: Machine, value: Namespace, name: str, site: Site) -> Value:
    found = value.scope.names.get(name)
    if found is not None:
        return found
    nested = machine.importer(f"{value.scope.name}.{name}", value.scope, 0)
    return nested if nested is not None else machine.unknown(site)


def _read_handle(machine: Machine, value: HookHandle, name: str, site: Site) -> Value:
    return value.remove if name == "remove" else machine.unknown(site)


_READERS: dict[type, Callable[[Machine, Value, str, Site], Value]] = {
    Instance: _read_instance,
    ClassValue: _read_class,
    Super: _read_super,
    External: _read_external,
    Unknown: _read_unknown,
    ListValue: _read_native,
    TupleValue: _read_native,
    DictValue: _read_native,
    IteratorValue: _read_native,
    Const: _read_native,
    ArrayValue: _read_array,
    Namespace: _read_namespace,
    HookHandle: _read_handle,
}


def write(machine: Machine, receiver: Value, name: str, value: Value, site: Site) -> None:
    """``receiver.name = value``."""
    if isinstance(receiver, Unknown) and _acts_as_tensor(receiver, name):
        receiver = machine.as_tensor(receiver, site)
    old = receiver.attributes.get(name) if isinstance(receiver, (Instance, Unknown, ClassValue)) else None
    machine.emit(AttributeSet(site, machine.path, receiver, name, machine.narrow(old), value))
    if isinstance(receiver, Tensor):
        tensor_attributes.write(machine, receiver, name, value, site)
    elif isinstance(receiver, (Instance, ClassValue, Unknown)):
        setter = machine.class_attribute(receiver.cls, f"{name}.setter") if isinstance(receiver, Instance) else None
        if setter is not None:
            machine.call(BoundMethod(setter, receiver), Arguments((value,)), site)
            return
        machine.trail.write(receiver, receiver.attributes, name, value)
        if isinstance(receiver, Instance) and "context" in receiver.hidden:
            machine.attribute_sites[(id(receiver), name)] = site
        machine.remember_binding(value, site, receiver)
        if isinstance(value, Tensor) and value.parameter:
            machine.trail.set(value, "precision", None)
        _name_tensor(machine, receiver, name, value)
    elif isinstance(receiver, Namespace):
        machine.trail.write(receiver.scope, receiver.scope.names, name, value)


def _name_tensor(machine: Machine, receiver: Value, name: str, value: Value) -> None:
    if isinstance(value, Unknown):
        value = value.tensor
    if isinstance(value, Tensor) and value.name is None:
        value.name = f"self.{name}" if receiver is machine.frame.receiver else name
    elif isinstance(value, Instance):
        for key, held in value.attributes.items():
            if isinstance(held, Tensor) and held.parameter and held.name == key:
                held.name = f"{name}.{key}"


def delete(machine: Machine, receiver: Value, name: str) -> None:
    """``del receiver.name``."""
    if isinstance(receiver, (Instance, Unknown)):
        machine.trail.write(receiver, receiver.attributes, name, MISSING)


__all__ = ["bind", "delete", "read", "write"]
