"""Layers of ``torch.nn``: their parameters, and what calling them does."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from detachlint.facts import UNCERTAIN, LayerFacts, OpFacts, function_facts, layer_facts, method_facts
from detachlint.interpret import tensor_calls
from detachlint.interpret.machine import Machine
from detachlint.interpret.models import widths
from detachlint.interpret.models.packed import is_packed, pack
from detachlint.interpret.source_site import Site
from detachlint.interpret.values import (
    NONE,
    Arguments,
    Const,
    DictValue,
    External,
    Instance,
    IteratorValue,
    ListValue,
    TupleValue,
    Value,
)
from detachlint.shadow.tensor import Count, Dtype, Tensor
from detachlint.shadow.tri import Tri

CONTAINERS = frozenset(
    {"Sequential", "ModuleList", "ModuleDict", "ParameterList", "ParameterDict", "Module", "Container"}
)
RECURRENT = frozenset({"RNN", "LSTM", "GRU"})
CELLS = frozenset({"RNNCell", "LSTMCell", "GRUCell"})
LEAST_DIMENSIONS = {
    "Embedding": 2,
    "Conv1d": 2,
    "Conv2d": 3,
    "Conv3d": 4,
    "ConvTranspose1d": 2,
    "ConvTranspose2d": 3,
    "BatchNorm1d": 2,
    "BatchNorm2d": 4,
}
"""How many dimensions a layer's output has at least, for a batch of inputs."""
SWITCHES = ("affine", "elementwise_affine")
"""Constructor arguments that, when false, leave a layer without weight and bias."""


def is_layer(name: str) -> bool:
    """Whether a qualified name is that of a class of ``torch.nn``."""
    if not name.startswith("torch.nn.") or name.count(".") != 2:
        return False
    last = name.rsplit(".", 1)[-1]
    return last[:1].isupper() and last not in ("Parameter", "UninitializedParameter", "Buffer")


def build(machine: Machine, cls: External, arguments: Arguments, site: Site) -> Instance:
    """Construct a layer or container."""
    made = Instance(machine.trail, cls, site)
    set_up(machine, made, cls.name, arguments, site)
    return made


def set_up(machine: Machine, layer: Instance, qualified: str, arguments: Arguments, site: Site) -> None:
    """Give an instance the parameters or children of a class of ``torch.nn``."""
    kind = qualified.rsplit(".", 1)[-1]
    layer.hidden["layer"] = qualified
    layer.hidden["arguments"] = arguments
    if kind in CONTAINERS:
        _fill_container(machine, layer, kind, arguments, site)
        return
    facts = layer_facts(qualified)
    if facts is None:
        return
    options = constructor_options(machine, facts, arguments)
    layer.hidden["options"] = options
    absent = any(options.get(name) is False for name in SWITCHES)
    for name in facts.parameters:
        missing = absent or (name.startswith("bias") and options.get("bias") is False)
        layer.attributes[name] = NONE if missing else new_parameter(machine, site, name)
        if not missing:
            layer.attributes[name].count = widths.parameter_count(layer, facts)
    for name in facts.buffers:
        buffer = machine.engine.tensor(site, dtype=Dtype.FLOAT, count=Count.MANY)
        buffer.buffer = True
        layer.attributes[name] = buffer
    for name in facts.children:
        child = Instance(machine.trail, External("torch.nn.Linear"), site)
        set_up(machine, child, "torch.nn.Linear", Arguments(), site)
        layer.attributes[name] = child


def constructor_options(machine: Machine, facts: LayerFacts, arguments: Arguments) -> dict[str, object]:
    """What a layer was constructed with, by name; ``UNCERTAIN`` where a value is not known."""
    given = dict(zip(facts.constructor, arguments.positional, strict=False))
    given.update(arguments.keywords or {})
    options: dict[str, object] = {}
    for name, held in given.items():
        value = machine.narrow(held)
        if isinstance(value, Const):
            if value.value is not None:
                options[name] = value.value
        else:
            options[name] = UNCERTAIN
    return options


def new_parameter(machine: Machine, site: Site, name: str) -> Tensor:
    """A fresh parameter."""
    made = Tensor(machine.trail, site=site, requires_grad=Tri.YES, dtype=Dtype.FLOAT, count=Count.MANY)
    made.parameter = True
    made.name = name
    made.inference = made.uncounted = machine.engine.modes.inference
    return made


def _fill_container(machine: Machine, layer: Instance, kind: str, arguments: Arguments, site: Site) -> None:
    items: tuple[Value, ...] = arguments.positional
    rest: Value = None
    if (len(items) == 1 and kind != "Sequential") or (
        len(items) == 1 and isinstance(items[0], (ListValue, DictValue, IteratorValue))
    ):
        source = machine.narrow(items[0])
        if isinstance(source, DictValue):
            for key, value in source.items.items():
                layer.attributes[str(key)] = value
            layer.hidden["order"] = tuple(str(key) for key in source.items)
            return
        items, rest = machine.iterate(source, site)
    if arguments.more and rest is None and items:
        rest, items = items[-1], items[:-1]
    for index, value in enumerate(items):
        if isinstance(value, TupleValue) and len(value.items) == 2 and isinstance(value.items[0], Const):
            layer.attributes[str(value.items[0].value)] = value.items[1]
        else:
            layer.attributes[str(index)] = value
    layer.hidden["order"] = tuple(layer.attributes)
    if rest is not None:
        layer.hidden["rest"] = rest
        layer.attributes[str(len(items))] = rest


def call_layer(machine: Machine, layer: Instance, arguments: Arguments, site: Site) -> Value:
    """Call a layer of ``torch.nn``."""
    qualified = layer.hidden.get("layer")
    kind = qualified.rsplit(".", 1)[-1] if isinstance(qualified, str) else ""
    if kind == "Sequential":
        return _call_sequential(machine, layer, arguments, site)
    facts = layer_facts(qualified) if isinstance(qualified, str) else None
    if facts is None or not arguments.positional:
        return _call_unknown_layer(machine, layer, arguments, site)
    for item in arguments.positional:
        machine.prove_tensor(item)
    options = layer.hidden.get("options", {})
    if options.get("inplace") is True:
        return _call_inplace(machine, layer, facts, arguments, site)
    if kind in RECURRENT or kind in CELLS:
        return _call_recurrent(machine, layer, kind, arguments, site)
    training = machine.training_of(layer)
    if facts.eval_is_identity and training.no:
        return arguments.positional[0]
    if facts.outputs != "tensor" or facts.children:
        return _call_unknown_layer(machine, layer, arguments, site)
    return _call_operator(machine, layer, facts, arguments, site)


def _call_operator(machine: Machine, layer: Instance, facts: LayerFacts, arguments: Arguments, site: Site) -> Value:
    options = dict(layer.hidden.get("options", {}))
    training = machine.training_of(layer)
    options["training"] = UNCERTAIN if training is Tri.UNKNOWN else training.yes
    parameters = [layer.attributes.get(name, NONE) for name in facts.parameters]
    inputs = list(arguments.positional[: len(facts.call.parameters) - len(parameters)])
    result = tensor_calls.compute(machine, named_call(facts), (*inputs, *parameters), site, options=options)
    if isinstance(result, Tensor):
        kind = facts.name.rsplit(".", 1)[-1]
        result.ndim = result.ndim or LEAST_DIMENSIONS.get(kind)
        if facts.has_parameters:
            result.dtype = Dtype.FLOAT
        widths.note_output(layer, facts, result, machine.as_tensor(inputs[0], site) if inputs else None)
        if facts.reduces and options.get("reduction") is UNCERTAIN:
            result.count, result.no_dimension = Count.UNKNOWN, False
    return result


@cache
def named_call(facts: LayerFacts) -> OpFacts:
    """A layer's call under the name of the function that it is."""
    short = facts.name.rsplit(".", 1)[-1].lower()
    name = facts.functional.rsplit(".", 1)[-1] if facts.functional is not None else short
    return replace(facts.call, name=name)


def _call_inplace(machine: Machine, layer: Instance, facts: LayerFacts, arguments: Arguments, site: Site) -> Value:
    target = machine.as_tensor(arguments.positional[0], site)
    options = layer.hidden.get("options", {})
    idle = facts.eval_is_identity and machine.training_of(layer).no
    if target is None or idle or not tensor_calls.drops(facts.name.rsplit(".", 1)[-1], options):
        return arguments.positional[0]
    function = facts.functional.rsplit(".", 1)[-1] if facts.functional is not None else ""
    operation = function_facts(f"torch.nn.functional.{function}_") or method_facts(f"{function}_")
    kind = facts.name.rsplit(".", 1)[-1]
    machine.trail.set(target, "overwritten", (machine.steps_left, site))
    tensor_calls.write_in_place(machine, target, (), site, operation, f"`{kind}(inplace=True)`")
    return arguments.positional[0]


def own_tensors(machine: Machine, layer: Instance) -> list[Tensor]:
    """A layer's own parameters."""
    return [item for item in layer.attributes.values() if isinstance(item, Tensor) and item.parameter]


def _call_recurrent(machine: Machine, layer: Instance, kind: str, arguments: Arguments, site: Site) -> Value:
    tensors = own_tensors(machine, layer)
    for item in arguments.positional:
        tensors.extend(machine.tensors_in(item))
    node = machine.opaque_node(kind, site, tensors) if machine.engine.modes.grad.maybe else None

    def output() -> Tensor:
        made = machine.engine.tensor(site, dtype=Dtype.FLOAT, count=Count.MANY)
        if node is None:
            made.cut = machine.no_grad_cut(site)
            return made
        needs = Tri.NO
        for tensor in tensors:
            needs = needs | machine.engine.requires_grad_of(tensor)
        return machine.engine.give_node(made, node, needs)

    if kind in ("RNNCell", "GRUCell"):
        return output()
    if kind == "LSTMCell":
        return TupleValue((output(), output()))
    state: Value = TupleValue((output(), output())) if kind == "LSTM" else output()
    packed = is_packed(machine.narrow(arguments.positional[0]))
    return TupleValue((pack(machine, output(), site) if packed else output(), state))


def _call_sequential(machine: Machine, layer: Instance, arguments: Arguments, site: Site) -> Value:
    value = arguments
    result: Value = arguments.positional[0] if arguments.positional else NONE
    for name in layer.hidden.get("order", tuple(layer.attributes)):
        child = machine.narrow(layer.attributes.get(name))
        if child is None:
            continue
        child_site = site
        result = machine.call_from(child, value, child_site)
        value = Arguments((result,))
    rest = layer.hidden.get("rest")
    if rest is not None:
        result = machine.call(rest, Arguments((result,)), site)
    return result


def _call_unknown_layer(machine: Machine, layer: Instance, arguments: Arguments, site: Site) -> Value:
    """A module of which only its parameters are known: gradients may flow to all of them."""
    tensors = [tensor for item in arguments.all for tensor in machine.tensors_in(item)]
    made = machine.unknown(site)
    parameters = machine.module_tensors(layer)
    if machine.engine.modes.grad.yes and any(item.requires_grad.yes for item in (*parameters, *tensors)):
        made.node = machine.opaque_node("module", site, (*parameters, *tensors))
    return made
