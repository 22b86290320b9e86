"""Which model answers a call."""

from __future__ import annotations

from detachlint.facts import OpFacts, function_facts, method_facts
from detachlint.interpret import tensor_calls
from detachlint.interpret.events import CallMade
from detachlint.interpret.machine import Machine
from detachlint.interpret.models import (
    arrays,
    autograd,
    checkpoints,
    containers,
    distributions,
    factories,
    function_context,
    layers,
    libraries,
    loaders,
    module_methods,
    operators,
    optimizers,
    packed,
    python,
    reparametrizing,
    tensor_methods,
    transforms,
)
from detachlint.interpret.models.escape import escape, is_harmless
from detachlint.interpret.models.managers import is_manager, manager_value
from detachlint.interpret.models.registry import (
    ARRAY_METHODS,
    CONTAINER_METHODS,
    FUNCTIONS,
    MODULE_METHODS,
    OPTIMIZER_METHODS,
    TENSOR_METHODS,
    Call,
    Model,
)
from detachlint.interpret.source_site import Site
from detachlint.interpret.torch_names import (
    MODULE_METHODS as MODULE_METHOD_NAMES,
)
from detachlint.interpret.torch_names import (
    is_function_class,
    is_module,
    is_module_name,
    is_optimizer,
    is_optimizer_name,
)
from detachlint.interpret.values import (
    NONE,
    Arguments,
    ArrayValue,
    ClassValue,
    Const,
    DictValue,
    External,
    Instance,
    IteratorValue,
    ListValue,
    NativeMethod,
    Super,
    TupleValue,
    Unknown,
    Value,
)
from detachlint.shadow.tensor import Tensor
from detachlint.shadow.tri import Tri

LOADED = (
    arrays,
    autograd,
    checkpoints,
    containers,
    factories,
    layers,
    libraries,
    loaders,
    module_methods,
    operators,
    optimizers,
    packed,
    python,
    reparametrizing,
    tensor_methods,
    transforms,
)
"""Importing these fills the tables."""


def call_external(machine: Machine, callee: External, arguments: Arguments, site: Site) -> Value:
    """A function or class of a package."""
    name = callee.name
    result = _external_result(machine, callee, arguments, site)
    _made(machine, site, name, None, arguments, result, callee)
    return result


def _external_result(machine: Machine, callee: External, arguments: Arguments, site: Site) -> Value:
    name = callee.name
    model = FUNCTIONS.get(name)
    if model is not None:
        return model(Call(machine, name, arguments, site))
    if is_manager(callee):
        return manager_value(callee, arguments)
    if name.startswith(distributions.PREFIX):
        return distributions.build(machine, name, arguments, site)
    if name.startswith("torch."):
        if is_optimizer_name(name):
            return optimizers.build(machine, callee, arguments, site)
        if layers.is_layer(name):
            return layers.build(machine, callee, arguments, site)
        if name.startswith(("torch.Tensor.", "torch._C.TensorBase.")) and arguments.positional:
            return _unbound_method(machine, name, arguments, site)
        facts = function_facts(name)
        if facts is not None and name.startswith("torch.nn.init."):
            return _initialise(machine, facts, arguments, site)
        if facts is not None:
            return tensor_calls.call_by_facts(machine, facts, arguments, site)
    if is_optimizer_name(name):
        return optimizers.build(machine, callee, arguments, site)
    if name.startswith(arrays.PACKAGES):
        return arrays.call_any(Call(machine, name, arguments, site))
    return _out_of_view(machine, name, arguments, site)


def _initialise(machine: Machine, facts: OpFacts, arguments: Arguments, site: Site) -> Value:
    """``torch.nn.init``: writes under its own ``no_grad``."""
    before = machine.engine.set_grad_mode(Tri.NO, site)
    result = tensor_calls.call_by_facts(machine, facts, arguments, site)
    machine.engine.restore_modes(before)
    return result


def _unbound_method(machine: Machine, name: str, arguments: Arguments, site: Site) -> Value:
    receiver = machine.as_tensor(arguments.positional[0], site)
    if receiver is None:
        return machine.unknown(site)
    rest = Arguments(arguments.positional[1:], arguments.keywords, arguments.more)
    return call_native(machine, NativeMethod(receiver, name.rsplit(".", 1)[-1]), rest, site)


def _out_of_view(machine: Machine, name: str, arguments: Arguments, site: Site) -> Value:
    made = machine.unknown(site, origin=name)
    made.derived_from = _sources(machine, arguments)
    if is_harmless(name):
        return made
    if is_module_name(name):
        made.parameters = machine.module_parameters_outside(made)
    left = next((item.left_graph for item in arguments.all if getattr(item, "left_graph", None) is not None), None)
    made.left_graph = left
    escape(machine, arguments, site)
    return made


def call_native(machine: Machine, callee: NativeMethod, arguments: Arguments, site: Site) -> Value:
    """A method of something that is modelled."""
    receiver, name = callee.receiver, callee.name
    result, qualified = _native_result(machine, receiver, name, arguments, site)
    _made(machine, site, qualified, receiver, arguments, result, callee)
    return result


def _native_result(machine: Machine, receiver: Value, name: str, arguments: Arguments, site: Site) -> tuple[Value, str]:
    if isinstance(receiver, Tensor):
        return _tensor_method(machine, receiver, name, arguments, site), f"Tensor.{name}"
    if isinstance(receiver, Super):
        return _super_method(machine, receiver, name, arguments, site), f"super.{name}"
    if isinstance(receiver, Instance) and is_function_class(machine, receiver.cls):
        return function_context.call_method(machine, receiver, name, arguments), f"ctx.{name}"
    if isinstance(receiver, Instance) and is_optimizer(machine, receiver):
        return _by_table(machine, OPTIMIZER_METHODS, receiver, name, arguments, site), f"Optimizer.{name}"
    if isinstance(receiver, Instance) and is_module(machine, receiver):
        return _by_table(machine, MODULE_METHODS, receiver, name, arguments, site), f"Module.{name}"
    if isinstance(receiver, ClassValue):
        if name == "apply" and is_function_class(machine, receiver):
            return autograd.apply_function(machine, receiver, arguments, site), "Function.apply"
        return machine.unknown(site), f"class.{name}"
    if isinstance(receiver, ArrayValue):
        return _by_table(machine, ARRAY_METHODS, receiver, name, arguments, site), f"ndarray.{name}"
    if isinstance(receiver, (ListValue, TupleValue, DictValue, IteratorValue, Const)):
        return _by_table(machine, CONTAINER_METHODS, receiver, name, arguments, site), f"container.{name}"
    return machine.unknown(site), name


def _by_table(
    machine: Machine, table: dict[str, Model], receiver: Value, name: str, arguments: Arguments, site: Site
) -> Value:
    model = table.get(name)
    if model is not None:
        return model(Call(machine, name, arguments, site, receiver))
    made = machine.unknown(site)
    if isinstance(receiver, ArrayValue):
        made.left_graph = receiver.left_graph
    return made


def _tensor_method(machine: Machine, receiver: Tensor, name: str, arguments: Arguments, site: Site) -> Value:
    model = TENSOR_METHODS.get(name)
    if model is not None:
        return model(Call(machine, name, arguments, site, receiver))
    facts = method_facts(name)
    if facts is None:
        return machine.unknown(site)
    inner = Arguments((receiver, *arguments.positional), arguments.keywords, arguments.more)
    return tensor_calls.call_by_facts(machine, facts, inner, site)


def _super_method(machine: Machine, receiver: Super, name: str, arguments: Arguments, site: Site) -> Value:
    """A method of a base class out of view."""
    target = receiver.receiver
    if name in ("__init__", "__init_subclass__", "__setattr__", "__post_init__"):
        if isinstance(target, Instance) and is_optimizer(machine, target):
            optimizers.take_parameters(machine, target, arguments, site)
        return NONE
    if isinstance(target, Instance):
        if name in MODULE_METHOD_NAMES and is_module(machine, target) and name != "forward":
            return _by_table(machine, MODULE_METHODS, target, name, arguments, site)
        if is_optimizer(machine, target):
            return _by_table(machine, OPTIMIZER_METHODS, target, name, arguments, site)
        if name in ("forward", "__call__") and isinstance(target.hidden.get("layer"), str):
            return layers.call_layer(machine, target, arguments, site)
    return machine.unknown(site)


def call_unknown(machine: Machine, callee: Unknown, arguments: Arguments, site: Site) -> Value:
    """Something out of view is called: it may do anything to what it is given."""
    owner, method = machine.method_origin(callee)
    callee.called = True
    result = None
    if owner is not None and method is not None:
        if owner.kind == "distribution":
            result = distributions.call_method(machine, owner, method, arguments, site)
        else:
            result = autograd.unknown_method(machine, owner, method, arguments, site)
    if result is None:
        result = _unknown_result(machine, callee, owner, arguments, site)
    name = f"?.{method}" if method is not None else "?"
    _made(machine, site, name, owner if owner is not None else callee, arguments, result, callee)
    return result


def _sources(machine: Machine, arguments: Arguments) -> tuple[Tensor, ...]:
    """The tensors with a history that code out of view was given, as far as grad mode lets it use them."""
    if machine.engine.modes.grad.no:
        return ()
    tensors = (tensor for item in arguments.all for tensor in machine.tensors_in(item))
    return tuple(tensor for tensor in tensors if tensor.requires_grad.maybe and tensor.node is not None)


def _unknown_result(
    machine: Machine, callee: Unknown, owner: Unknown | None, arguments: Arguments, site: Site
) -> Value:
    made = machine.unknown(site)
    runs_owner = owner is not None and callee.attribute not in MODULE_METHOD_NAMES
    module = callee if callee.parameters is not None else (owner if runs_owner else None)
    tensors = [tensor for item in arguments.all for tensor in machine.tensors_in(item)]
    if module is not None and module.parameters is not None and machine.engine.modes.grad.yes:
        made.node = machine.opaque_node("module out of view", site, (module.parameters, *tensors))
    else:
        made.derived_from = (*(owner.derived_from if owner is not None else ()), *_sources(machine, arguments))
    made.left_graph = next(
        (item.left_graph for item in arguments.all if getattr(item, "left_graph", None) is not None), None
    )
    if owner is None or owner.origin not in KNOWN_OBJECTS:
        escape(machine, arguments, site)
    return made


KNOWN_OBJECTS = frozenset({"torch.amp.GradScaler", "torch.amp.GradScaler, off"})
"""What makes objects whose methods neither clear gradients nor fill containers."""


def _made(
    machine: Machine, site: Site, name: str, receiver: Value, arguments: Arguments, result: Value, callee: Value
) -> None:
    machine.last_call = (callee, name, receiver)
    machine.emit(CallMade(site, machine.path, name, receiver, arguments, result))
