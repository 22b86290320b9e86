"""Measures layers of ``torch.nn``: a call of a layer is an operator on its inputs and its parameters."""

from __future__ import annotations

import inspect
import warnings
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

import torch
from torch import nn
from torch.func import functional_call
from torch.nn.modules.lazy import LazyModuleMixin
from torch.overrides import TorchFunctionMode, resolve_name

from detachlint.facts.measuring.layer_samples import LayerSample, layer_samples
from detachlint.facts.measuring.names import parameter_names
from detachlint.facts.measuring.records import Record, measured
from detachlint.facts.measuring.sample import Sample
from detachlint.facts.measuring.saving import REFUSED, flat
from detachlint.facts.measuring.tree import Tree, tree

TOGETHER = "parameters"
MOST_SINGLE = 4
"""Layers with more parameters get them in one piece: all of them require grad, or none."""


@dataclass(frozen=True)
class MeasuredLayer:
    """A layer's facts as they are stored."""

    call: Tree
    names: tuple[str, ...]
    about: dict[str, Any]


@dataclass(frozen=True)
class LayerCall:
    """Calls a layer on its inputs, followed by its parameters; options go to the constructor."""

    sample: LayerSample

    def build(self, training: bool = True, **options: Any) -> nn.Module:
        """A new layer."""
        torch.default_generator.manual_seed(0)
        made: nn.Module = getattr(nn, self.sample.name)(*self.sample.args, **options)
        if isinstance(made, LazyModuleMixin):
            made(*self.sample.inputs)
        return made.train(training)

    def __call__(self, *tensors: torch.Tensor, training: bool = True, **options: Any) -> Any:
        layer = self.build(training, **options)
        count = len(self.sample.inputs)
        names = [name for name, _ in layer.named_parameters()]
        given = list(tensors[count:])
        if len(names) > MOST_SINGLE:
            given = _pieces(given[0], layer)
        return functional_call(layer, dict(zip(names, given, strict=True)), tensors[:count])


def measured_layers() -> dict[str, MeasuredLayer]:
    """By qualified name."""
    made: dict[str, MeasuredLayer] = {}
    for name, group in groupby(layer_samples(), key=lambda item: item.name):
        samples = list(group)
        if hasattr(nn, name):
            made[f"torch.nn.{name}"] = _measure(samples)
    return made


def _measure(samples: Sequence[LayerSample]) -> MeasuredLayer:
    records = [record for sample in samples for record in _records(sample)]
    first = LayerCall(samples[0])
    layer = first.build(**samples[0].variants[0])
    return MeasuredLayer(tree(records), _names(first, layer), _about(samples[0], first))


def _records(sample: LayerSample) -> Iterable[Record]:
    layer_call = LayerCall(sample)
    for options in sample.variants:
        try:
            layer = layer_call.build(**options)
            arguments = Sample((*sample.inputs, *_parameters(layer)), options)
            yield measured(layer_call, arguments, _names(layer_call, layer))
        except REFUSED:
            continue


def _parameters(layer: nn.Module) -> list[torch.Tensor]:
    found = [item.detach() for item in layer.parameters()]
    return [torch.cat([item.flatten() for item in found])] if len(found) > MOST_SINGLE else found


def _pieces(vector: torch.Tensor, layer: nn.Module) -> list[torch.Tensor]:
    shapes = [item.shape for item in layer.parameters()]
    parts = torch.split(vector, [shape.numel() for shape in shapes])
    return [part.view(shape) for part, shape in zip(parts, shapes, strict=True)]


def _names(layer_call: LayerCall, layer: nn.Module) -> tuple[str, ...]:
    inputs = parameter_names("", layer.forward)[: len(layer_call.sample.inputs)]
    own = [name for name, _ in layer.named_parameters()]
    return (*inputs, *(own if len(own) <= MOST_SINGLE else [TOGETHER]))


def _about(sample: LayerSample, layer_call: LayerCall) -> dict[str, Any]:
    options = sample.variants[0]
    layer = layer_call.build(**options)
    changed, counted = _buffers_written(layer, sample.inputs)
    result = _called(layer_call.build(**options), sample.inputs)
    functional, arguments = _functional(layer_call.build(**options), sample.inputs)
    return {
        "parameters": [name for name, _ in layer.named_parameters(recurse=False)],
        "children": [name for name, _ in layer.named_children()],
        "buffers": [name for name, _ in layer.named_buffers()],
        "buffers_written_in_training": changed,
        "buffers_counted": counted,
        "constructor": _constructor(getattr(nn, sample.name)),
        "eval_is_identity": _eval_is_identity(layer_call, options, sample.inputs),
        "outputs": _structure(result),
        "output_many": next(flat(result)).numel() > 1,
        "output_requires_grad": next(flat(result)).requires_grad,
        "functional": functional,
        "functional_arguments": arguments,
    }


def _constructor(layer: type[nn.Module]) -> list[str]:
    """Names of positional arguments; those of the recurrent ones are in their base class, after ``mode``."""
    names = _signature(layer)
    if names or not issubclass(layer, nn.RNNBase):
        return names
    return _signature(nn.RNNBase)[1:]


def _signature(layer: type[nn.Module]) -> list[str]:
    found = list(inspect.signature(layer.__init__).parameters.values())[1:]
    return [item.name for item in found if item.kind is not item.VAR_POSITIONAL and item.kind is not item.VAR_KEYWORD]


def _called(layer: nn.Module, inputs: Sequence[Any]) -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return layer(*(item.clone() for item in inputs))


def _buffers_written(layer: nn.Module, inputs: Sequence[Any]) -> tuple[list[str], list[str]]:
    """Which buffers a call changes, and of which it moves the version counter."""
    before = {name: (item.clone(), item._version) for name, item in layer.named_buffers()}
    _called(layer, inputs)
    changed = [name for name, item in layer.named_buffers() if not torch.equal(item, before[name][0])]
    return changed, [name for name, item in layer.named_buffers() if item._version != before[name][1]]


def _eval_is_identity(layer_call: LayerCall, options: dict[str, Any], inputs: Sequence[Any]) -> bool:
    """Whether the layer computes something in training, and in eval returns the very tensor it is given."""
    given = inputs[0].clone()
    trained = layer_call.build(**options)(given, *inputs[1:])
    evaluated = layer_call.build(**{**options, "training": False})(given, *inputs[1:])
    return evaluated is given and trained is not given


def _structure(result: Any) -> str:
    """``tensor``, ``(tensor, (tensor, tensor))``, ``ASMoutput(tensor, tensor)``."""
    if isinstance(result, tuple):
        kind = "" if type(result) is tuple else type(result).__name__
        return f"{kind}({', '.join(_structure(item) for item in result)})"
    return "tensor" if isinstance(result, torch.Tensor) else type(result).__name__


class _FirstCall(TorchFunctionMode):
    """Notes the first torch function that is called on tensors, and its arguments."""

    def __init__(self) -> None:
        self.name: str | None = None
        self.args: tuple[Any, ...] = ()
        self.kwargs: dict[str, Any] = {}

    def __torch_function__(
        self, func: Callable[..., Any], types: Any, args: tuple[Any, ...] = (), kwargs: dict[str, Any] | None = None
    ) -> Any:
        name = resolve_name(func)
        tensors = any(isinstance(item, torch.Tensor) for item in args)
        if self.name is None and name is not None and tensors and not name.startswith("torch.Tensor."):
            self.name, self.args, self.kwargs = name, args, dict(kwargs or {})
        return func(*args, **(kwargs or {}))


def _functional(layer: nn.Module, inputs: Sequence[Any]) -> tuple[str | None, list[str]]:
    """The function the layer is, and what it passes: names of its parameters, buffers and inputs by position."""
    if any(child is not layer for child in layer.modules()):
        return None, []
    given = [item.clone() for item in inputs]
    with _FirstCall() as first:
        result = layer(*given)
    if first.name is None or not isinstance(result, torch.Tensor):
        return None, []
    known = {id(item): name for name, item in (*layer.named_parameters(), *layer.named_buffers())}
    known.update({id(item): f"input {index}" for index, item in enumerate(given)})
    arguments = [known.get(id(item), "-") for item in first.args]
    named = [f"{name}={known[id(item)]}" for name, item in first.kwargs.items() if id(item) in known]
    return first.name, [*arguments, *named]
