"""What every ``nn.Module`` can do."""

from __future__ import annotations

from collections.abc import Iterator

from detachlint.interpret.events import GradientsCleared
from detachlint.interpret.machine import Machine
from detachlint.interpret.models.registry import MODULE_METHODS, Call, models
from detachlint.interpret.models.tensor_methods import run_hook
from detachlint.interpret.torch_names import is_module
from detachlint.interpret.values import (
    FALSE,
    NONE,
    TRUE,
    Arguments,
    BoundMethod,
    Const,
    DictValue,
    FunctionValue,
    Instance,
    IteratorValue,
    ListValue,
    TupleValue,
    Union,
    Unknown,
    Value,
)
from detachlint.shadow.tensor import Tensor
from detachlint.shadow.tri import Tri

DEEPEST = 12


def children_of(machine: Machine, module: Value, prefix: str = "") -> Iterator[tuple[str, Value]]:
    """The direct submodules, by name."""
    if not isinstance(module, Instance):
        return
    for name, held in list(module.attributes.items()):
        value = machine.narrow(held)
        if isinstance(value, Union):
            value = next((item for _, item in machine.alternatives(value) if is_module(machine, item)), value)
        if is_module(machine, value) or (isinstance(value, Unknown) and value.parameters is not None):
            yield name, value


def walk(machine: Machine, module: Value, depth: int = DEEPEST) -> Iterator[tuple[str, Value]]:
    """A module and all below it, each once, by dotted name."""
    seen: set[int] = set()

    def visit(current: Value, name: str, left: int) -> Iterator[tuple[str, Value]]:
        if id(current) in seen or left < 0:
            return
        seen.add(id(current))
        yield name, current
        for child_name, child in children_of(machine, current):
            yield from visit(child, f"{name}.{child_name}" if name else child_name, left - 1)

    yield from visit(module, "", depth)


def named_parameters(machine: Machine, module: Value) -> list[tuple[str, Tensor]]:
    """Every parameter of a module, by dotted name; those out of view as one."""
    found: list[tuple[str, Tensor]] = []
    seen: set[int] = set()
    for name, current in walk(machine, module):
        if isinstance(current, Unknown):
            if current.parameters is not None:
                found.append((name, current.parameters))
            continue
        if not isinstance(current, Instance):
            continue
        for key, held in list(current.attributes.items()):
            value = machine.narrow(held)
            if isinstance(value, Tensor) and value.parameter and id(value) not in seen:
                seen.add(id(value))
                found.append((f"{name}.{key}" if name else key, value))
    return found


@models(MODULE_METHODS, "parameters")
def parameters(call: Call) -> Value:
    """A one-shot iterator over the parameters."""
    found = tuple(tensor for _, tensor in named_parameters(call.machine, call.receiver))
    made = IteratorValue(call.machine.trail, found, _rest(call), call.site, "parameters()")
    made.of = call.receiver
    return made


@models(MODULE_METHODS, "named_parameters")
def named(call: Call) -> Value:
    """A one-shot iterator over names and parameters."""
    found = tuple(TupleValue((Const(name), tensor)) for name, tensor in named_parameters(call.machine, call.receiver))
    rest = _rest(call)
    more = None if rest is None else TupleValue((call.machine.unknown(call.site, "string"), rest))
    return IteratorValue(call.machine.trail, found, more, call.site, "named_parameters()")


def _rest(call: Call) -> Value:
    """Parameters that a module has from a base class or code out of view."""
    if isinstance(call.receiver, Instance) and call.machine.has_unseen_parameters(call.receiver):
        return call.machine.outside_parameters()
    return None


@models(MODULE_METHODS, "buffers", "named_buffers")
def buffers(call: Call) -> Value:
    """A one-shot iterator over the buffers."""
    found = tuple(
        value
        for _, module in walk(call.machine, call.receiver)
        if isinstance(module, Instance)
        for value in module.attributes.values()
        if isinstance(value, Tensor) and value.buffer
    )
    return IteratorValue(call.machine.trail, found, None, call.site, "buffers()")


@models(MODULE_METHODS, "modules", "children", "named_modules", "named_children")
def modules(call: Call) -> Value:
    """One-shot iterators over submodules."""
    machine = call.machine
    if call.name.endswith("children"):
        pairs = list(children_of(machine, call.receiver))
    else:
        pairs = list(walk(machine, call.receiver))
    if call.name.startswith("named"):
        items: tuple[Value, ...] = tuple(TupleValue((Const(name), module)) for name, module in pairs)
    else:
        items = tuple(module for _, module in pairs)
    return IteratorValue(machine.trail, items, None, call.site, f"{call.name}()")


@models(MODULE_METHODS, "to", "cuda", "cpu", "float", "double", "half", "bfloat16", "type", "compile", "to_empty")
def moved(call: Call) -> Value:
    """Works in place and returns the module."""
    return call.receiver


@models(MODULE_METHODS, "eval", "train")
def mode(call: Call) -> Value:
    """Sets the training flag of a module and all below it."""
    machine = call.machine
    value: Value = FALSE
    if call.name == "train":
        value = call.argument(0, "mode") or (machine.unknown(call.site, "bool") if call.arguments.more else TRUE)
    for _, module in walk(machine, call.receiver):
        if isinstance(module, Instance):
            machine.trail.write(module, module.attributes, "training", value)
    return call.receiver


@models(MODULE_METHODS, "requires_grad_", "freeze", "unfreeze")
def set_flags(call: Call) -> Value:
    """Freezes or thaws all parameters."""
    wanted = call.flag(0, "requires_grad", True)
    if call.name != "requires_grad_":
        wanted = call.name == "unfreeze"
    for _, tensor in named_parameters(call.machine, call.receiver):
        if wanted is None:
            call.machine.trail.set(tensor, "requires_grad", Tri.UNKNOWN)
        else:
            call.machine.engine.set_requires_grad(tensor, wanted, call.site)
    return call.receiver


@models(MODULE_METHODS, "zero_grad")
def zero_grad(call: Call) -> Value:
    """Clears the gradients of all parameters."""
    machine = call.machine
    tensors = tuple(tensor for _, tensor in named_parameters(machine, call.receiver))
    if isinstance(call.receiver, Instance) and machine.has_unseen_parameters(call.receiver):
        tensors = (*tensors, machine.outside_parameters())
    keeps = call.flag(0, "set_to_none", True) is False
    machine.emit(GradientsCleared(call.site, machine.path, call.receiver, tensors, keeps))
    machine.engine.clear_gradients(tensors, call.site)
    return NONE


@models(MODULE_METHODS, "register_buffer")
def register_buffer(call: Call) -> Value:
    """A tensor that is kept with the module and is no parameter."""
    name, value = call.argument(0, "name"), call.argument(1, "tensor")
    if isinstance(name, Const) and isinstance(call.receiver, Instance):
        held = value if value is not None else NONE
        call.machine.trail.write(call.receiver, call.receiver.attributes, str(name.value), held)
        call.machine.trail.write(call.receiver, call.receiver.hidden, f"buffer {name.value}", TRUE)
        if isinstance(held, Tensor):
            held.buffer = True
    return NONE


@models(MODULE_METHODS, "register_parameter", "add_module", "register_module", "set_submodule")
def register(call: Call) -> Value:
    """Registers a parameter or a submodule by name."""
    name, value = call.argument(0, "name"), call.argument(1)
    if value is None:
        value = call.argument(1, "param") or call.argument(1, "module")
    if isinstance(call.receiver, Instance) and value is not None:
        key = str(name.value) if isinstance(name, Const) else f"registered {len(call.receiver.attributes)}"
        call.machine.trail.write(call.receiver, call.receiver.attributes, key, value)
        order = call.receiver.hidden.get("order")
        if isinstance(order, tuple) and key not in order:
            call.machine.trail.write(call.receiver, call.receiver.hidden, "order", (*order, key))
    return NONE


@models(MODULE_METHODS, "append", "insert", "extend")
def append(call: Call) -> Value:
    """Grows a ``ModuleList``, ``ParameterList`` or ``Sequential``."""
    machine, receiver = call.machine, call.receiver
    value = call.argument(1 if call.name == "insert" else 0)
    if not isinstance(receiver, Instance) or value is None:
        return receiver
    items: tuple[Value, ...] = (value,)
    if call.name == "extend":
        items, rest = machine.iterate(value, call.site)
        items = items if rest is None else (*items, rest)
    for item in items:
        key = str(len([name for name in receiver.attributes if name.isdigit()]))
        machine.trail.write(receiver, receiver.attributes, key, item)
        order = receiver.hidden.get("order", ())
        machine.trail.write(receiver, receiver.hidden, "order", (*order, key))
    return receiver


@models(MODULE_METHODS, "keys", "values", "items")
def mapping(call: Call) -> Value:
    """``ModuleDict`` and ``ParameterDict``."""
    machine = call.machine
    if not isinstance(call.receiver, Instance):
        return machine.unknown(call.site)
    names = call.receiver.hidden.get("order", tuple(call.receiver.attributes))
    pairs = [(Const(name), call.receiver.attributes[name]) for name in names if name in call.receiver.attributes]
    picks = {"keys": 0, "values": 1}
    items = tuple(TupleValue(pair) if call.name == "items" else pair[picks[call.name]] for pair in pairs)
    return ListValue(machine.trail, items, None)


@models(MODULE_METHODS, "apply")
def apply(call: Call) -> Value:
    """Calls a function on every submodule and on the module itself."""
    function = call.argument(0, "fn")
    if function is not None:
        for _, module in list(walk(call.machine, call.receiver))[:64]:
            call.machine.call(function, Arguments((module,)), call.site)
    return call.receiver


@models(MODULE_METHODS, "state_dict")
def state_dict(call: Call) -> Value:
    """A dictionary of references to the live parameters and buffers; with ``keep_vars``, of these themselves."""
    machine = call.machine
    keeps = call.flag(2, "keep_vars", False)
    if keeps is None:
        return machine.unknown(call.site)
    made = DictValue(machine.trail)
    for name, tensor in named_parameters(machine, call.receiver):
        if keeps:
            made.items[name] = tensor
            continue
        alias = machine.engine.detach(tensor, call.site)
        alias.name = name
        made.items[name] = alias
    made.rest = machine.unknown(call.site) if _rest(call) is not None else None
    made.state_of = call.receiver
    return made


@models(MODULE_METHODS, "load_state_dict")
def load_state_dict(call: Call) -> Value:
    """Copies values into the parameters, in place and under no_grad."""
    machine = call.machine
    state = machine.narrow(call.argument(0, "state_dict"))
    if isinstance(state, DictValue) and state.state_of is not None and isinstance(call.receiver, Instance):
        call.receiver.hidden["copied from"] = state.state_of
    before = machine.engine.set_grad_mode(Tri.NO, call.site)
    for _, tensor in named_parameters(machine, call.receiver):
        machine.engine.write(tensor, call.site, kind="load_state_dict")
    machine.engine.restore_modes(before)
    return machine.unknown(call.site)


@models(MODULE_METHODS, "register_full_backward_hook", "register_backward_hook")
def register_hook(call: Call) -> Value:
    """A backward hook is looked at by running it on gradients that are not known; a handle is returned."""
    function = call.argument(0, "hook")
    if isinstance(function, (FunctionValue, BoundMethod)):
        module = call.receiver
        run_hook(
            call.machine,
            function,
            call.site,
            lambda gradient: (module, TupleValue((gradient,)), TupleValue((gradient,))),
        )
    return call.machine.unknown(call.site)


@models(MODULE_METHODS, "forward")
def forward(call: Call) -> Value:
    """``forward`` of a layer out of view."""
    return call.machine.call(call.receiver, call.arguments, call.site)


@models(MODULE_METHODS, "log", "log_dict", "save_hyperparameters")
def log(call: Call) -> Value:
    """Lightning's logging detaches what it is given."""
    return NONE
