"""Layers of ``torch.nn``: their parameters, and what calling them does."""

from __future__ import annotations

from detachlint.facts import LayerFacts, function_facts, layer_facts, method_facts
from detachlint.interpret import tensor_calls
from detachlint.interpret.machine import Machine
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
    Unknown,
    Value,
)
from detachlint.shadow.tensor import Count, Dtype, Tensor
from detachlint.shadow.tri import Tri

CONTAINERS = frozenset(
    {"Sequential", "ModuleList", "ModuleDict", "ParameterList", "ParameterDict", "Module", "Container"}
)
RECURRENT = frozenset({"RNN", "LSTM", "GRU"})
CELLS = frozenset({"RNNCell", "LSTMCell", "GRUCell"})
PARAMETER_NAMES: dict[str, tuple[str, ...]] = {
    "RNN": ("weight_ih_l0", "weight_hh_l0", "bias_ih_l0", "bias_hh_l0"),
    "LSTM": ("weight_ih_l0", "weight_hh_l0", "bias_ih_l0", "bias_hh_l0"),
    "GRU": ("weight_ih_l0", "weight_hh_l0", "bias_ih_l0", "bias_hh_l0"),
    "RNNCell": ("weight_ih", "weight_hh", "bias_ih", "bias_hh"),
    "LSTMCell": ("weight_ih", "weight_hh", "bias_ih", "bias_hh"),
    "GRUCell": ("weight_ih", "weight_hh", "bias_ih", "bias_hh"),
    "MultiheadAttention": ("in_proj_weight", "in_proj_bias"),
    "Embedding": ("weight",),
    "EmbeddingBag": ("weight",),
    "PReLU": ("weight",),
    "RMSNorm": ("weight",),
}
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
BATCH_NORMS = frozenset({"BatchNorm1d", "BatchNorm2d", "BatchNorm3d", "SyncBatchNorm"})


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
    if facts is None or not facts.has_parameters:
        return
    names = PARAMETER_NAMES.get(kind, ("weight", "bias"))
    for name in names:
        if (name == "bias" and arguments.keyword("bias") == Const(False)) or (
            name in ("weight", "bias") and kind in BATCH_NORMS and arguments.keyword("affine") == Const(False)
        ):
            layer.attributes[name] = NONE
        else:
            layer.attributes[name] = new_parameter(machine, site, name)
    if kind in BATCH_NORMS:
        for name in ("running_mean", "running_var"):
            layer.attributes[name] = machine.engine.tensor(site, dtype=Dtype.FLOAT, count=Count.MANY)
            layer.attributes[name].buffer = True


def new_parameter(machine: Machine, site: Site, name: str) -> Tensor:
    """A fresh parameter."""
    made = Tensor(machine.trail, site=site, requires_grad=Tri.YES, dtype=Dtype.FLOAT, count=Count.MANY)
    made.parameter = True
    made.name = name
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
    if facts.inplace_argument and _is_inplace(layer):
        return _call_inplace(machine, facts, arguments, site)
    if kind in RECURRENT or kind in CELLS:
        return _call_recurrent(machine, layer, kind, arguments, site)
    if facts.eval_is_identity and machine.training_of(layer).no:
        return arguments.positional[0]
    if facts.output_view:
        return _call_view(machine, facts, arguments, site)
    if facts.functional is not None:
        return _call_functional(machine, layer, facts, arguments, site)
    return _call_unknown_layer(machine, layer, arguments, site)


def _is_inplace(layer: Instance) -> bool:
    arguments = layer.hidden.get("arguments")
    if not isinstance(arguments, Arguments):
        return False
    kind = str(layer.hidden.get("layer")).rsplit(".", 1)[-1]
    position = INPLACE_POSITION.get(kind, 99)
    return arguments.get(position, "inplace") == Const(True)


INPLACE_POSITION = {
    "ReLU": 0,
    "ReLU6": 0,
    "SiLU": 0,
    "Mish": 0,
    "SELU": 0,
    "Hardswish": 0,
    "Hardsigmoid": 0,
    "ELU": 1,
    "CELU": 1,
    "LeakyReLU": 1,
    "Dropout": 1,
    "Dropout1d": 1,
    "Dropout2d": 1,
    "Dropout3d": 1,
    "AlphaDropout": 1,
    "Threshold": 2,
    "RReLU": 2,
    "Hardtanh": 2,
}


def _call_inplace(machine: Machine, facts: LayerFacts, arguments: Arguments, site: Site) -> Value:
    target = machine.as_tensor(arguments.positional[0], site)
    if target is None:
        return arguments.positional[0]
    operation = IN_PLACE_METHODS.get(facts.name.rsplit(".", 1)[-1], "")
    machine.trail.set(target, "overwritten", (machine.steps_left, site))
    tensor_calls.write_in_place(
        machine, target, (), site, method_facts(operation), f"`{facts.name.rsplit('.', 1)[-1]}(inplace=True)`"
    )
    return arguments.positional[0]


IN_PLACE_METHODS = {
    "ReLU": "relu_",
    "LeakyReLU": "leaky_relu_",
    "ELU": "elu_",
    "Sigmoid": "sigmoid_",
    "Hardtanh": "clamp_",
    "ReLU6": "clamp_",
    "Dropout": "mul_",
}


def _call_view(machine: Machine, facts: LayerFacts, arguments: Arguments, site: Site) -> Value:
    value = arguments.positional[0]
    if facts.name.endswith("Identity"):
        return value
    tensor = machine.as_tensor(value, site)
    return value if tensor is None else tensor_calls.maybe_view(machine, tensor, site, "flatten")


def _call_functional(machine: Machine, layer: Instance, facts: LayerFacts, arguments: Arguments, site: Site) -> Value:
    operator = function_facts(facts.functional) if facts.functional is not None else None
    if operator is None:
        return _call_unknown_layer(machine, layer, arguments, site)
    weights = [layer.attributes[name] for name in ("weight", "bias") if isinstance(layer.attributes.get(name), Tensor)]
    operands = (*arguments.positional, *weights)
    if facts.name.endswith("Embedding"):
        operands = (*weights, *arguments.positional)
    result = tensor_calls.compute(machine, operator, operands, site)
    if isinstance(result, Tensor):
        result.ndim = result.ndim or LEAST_DIMENSIONS.get(facts.name.rsplit(".", 1)[-1])
        if facts.reduces:
            result.count = _reduced(machine, layer)
        if facts.has_parameters:
            result.dtype = Dtype.FLOAT
            result.count = Count.MANY if result.count is Count.UNKNOWN and facts.output_many else result.count
    return result


def _reduced(machine: Machine, layer: Instance) -> Count:
    arguments = layer.hidden.get("arguments")
    given = arguments.keyword("reduction") if isinstance(arguments, Arguments) else None
    if given is None:
        legacy = arguments.keyword("reduce") if isinstance(arguments, Arguments) else None
        return (
            Count.ONE if legacy is None and not (isinstance(arguments, Arguments) and arguments.more) else Count.UNKNOWN
        )
    if isinstance(given, Const):
        return Count.MANY if given.value == "none" else Count.ONE
    return Count.UNKNOWN


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
    return TupleValue((output(), state))


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
    if rest is not None and isinstance(rest, Unknown):
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
