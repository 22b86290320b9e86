"""Methods of tensors whose effect on the graph is no plain computation."""

from __future__ import annotations

from collections.abc import Callable

from detachlint.facts import method_facts
from detachlint.interpret import shapes, tensor_calls
from detachlint.interpret.events import HookRun
from detachlint.interpret.machine import Machine
from detachlint.interpret.models.registry import TENSOR_METHODS, Call, models
from detachlint.interpret.source_site import Site
from detachlint.interpret.values import (
    NONE,
    Arguments,
    ArrayValue,
    BoundMethod,
    Const,
    External,
    FunctionValue,
    ListValue,
    Unknown,
    Value,
)
from detachlint.shadow.tensor import Alias, Dtype, Mark, Tensor, ViewKind
from detachlint.shadow.tri import Tri

FLOAT_NAMES = frozenset(
    ["float", "double", "half", "bfloat16", "cfloat", "cdouble", "float32", "float64", "float16", "float8", "complex64"]
)
INTEGER_NAMES = frozenset(["long", "int", "short", "char", "byte", "int64", "int32", "int16", "int8", "uint8"])
SHORT_NAMES = {
    "float": "float32",
    "double": "float64",
    "half": "float16",
    "cfloat": "complex64",
    "cdouble": "complex128",
}


@models(TENSOR_METHODS, "detach")
def detach(call: Call) -> Value:
    """Shares memory and counter, leaves the graph."""
    made = call.machine.engine.detach(call.receiver, call.site)
    made.known = True
    call.receiver.known = True
    return made


@models(TENSOR_METHODS, "detach_")
def detach_in_place(call: Call) -> Value:
    """Takes this very object out of the graph."""
    call.machine.engine.detach_in_place(call.receiver, call.site)
    return call.receiver


@models(TENSOR_METHODS, "requires_grad_")
def requires_grad_in_place(call: Call) -> Value:
    """Sets the flag and returns the tensor."""
    wanted = call.flag(0, "requires_grad", True)
    if wanted is None:
        call.machine.trail.set(call.receiver, "requires_grad", Tri.UNKNOWN)
    else:
        call.machine.engine.set_requires_grad(call.receiver, wanted, call.site)
    return call.receiver


@models(TENSOR_METHODS, "retain_grad")
def retain_grad(call: Call) -> Value:
    """Keeps ``.grad`` on a non-leaf."""
    call.machine.trail.set(call.receiver, "retains_grad", True)
    return NONE


@models(TENSOR_METHODS, "item", "tolist", "__float__", "__int__")
def item(call: Call) -> Value:
    """A Python number (or a list of them): it has left the graph."""
    return number_of(call.machine, call.receiver, call)


def number_of(machine: Machine, tensor: Tensor, call: Call) -> Unknown:
    """A number that came out of a tensor."""
    made = machine.unknown(call.site, "number" if call.name != "tolist" else "any")
    if machine.engine.requires_grad_of(tensor).yes:
        made.left_graph = (tensor, Mark(call.site, machine.path, call.name))
    elif tensor.took_in is not None:
        made.left_graph = tensor.took_in
    return made


@models(TENSOR_METHODS, "numpy", "__array__")
def numpy(call: Call) -> Value:
    """An array on the same memory; torch refuses it on what requires grad."""
    made = ArrayValue(call.machine.trail, call.machine.engine.array(call.receiver, call.site))
    source = call.receiver
    if source.alias is Alias.DETACH and source.alias_of is not None:
        source = source.alias_of
    if call.machine.engine.requires_grad_of(source).yes:
        made.left_graph = (source, Mark(call.site, call.machine.path, "numpy"))
    return made


@models(TENSOR_METHODS, "clone")
def clone(call: Call) -> Value:
    """A copy that keeps the history."""
    facts = method_facts("clone")
    if facts is None:
        return call.machine.unknown(call.site)
    made = tensor_calls.compute(call.machine, facts, (call.receiver,), call.site)
    if isinstance(made, Tensor):
        made.dtype, made.count, made.ndim = call.receiver.dtype, call.receiver.count, call.receiver.ndim
        made.layout, made.grad_of = shapes.copied(call.receiver), None
    return made


@models(TENSOR_METHODS, "to", "type", "type_as", "cpu", "cuda", "float", "double", "half", "bfloat16", "contiguous")
def converted(call: Call) -> Value:
    """The tensor itself where nothing has to be done, else a copy."""
    kind = _dtype_asked_for(call)
    if kind is Dtype.INTEGER or kind is Dtype.BOOL:
        return _cast_away(call.machine, call, kind)
    made = tensor_calls.maybe_view(call.machine, call.receiver, call.site, call.name)
    if kind is Dtype.FLOAT:
        if call.receiver.dtype in (Dtype.INTEGER, Dtype.BOOL):
            made.maybe_alias_of = None
        made.dtype = Dtype.FLOAT
    precision = _precision_asked_for(call)
    if precision is not None and call.receiver.precision not in (None, precision):
        made.maybe_alias_of = None
        made.leaf = ~made.requires_grad
    made.precision = precision
    return made


@models(TENSOR_METHODS, "long", "int", "short", "byte", "bool", "char")
def to_integers(call: Call) -> Value:
    """No gradient goes through integers."""
    return _cast_away(call.machine, call, Dtype.BOOL if call.name == "bool" else Dtype.INTEGER)


def _cast_away(machine: Machine, call: Call, dtype: Dtype) -> Tensor:
    source: Tensor = call.receiver
    made = machine.engine.tensor(call.site, dtype=dtype, count=source.count)
    made.cut, made.compared = source.cut, source.compared
    if machine.engine.requires_grad_of(source).maybe:
        made.cut = Mark(call.site, machine.path, "integer")
        made.cut_from = source
    if source.dtype is dtype:
        made.storage, made.counter = source.storage, source.counter
    made.cut_from = made.cut_from if made.cut_from is not None else source.cut_from
    return made


def _dtype_asked_for(call: Call) -> Dtype:
    if call.name in FLOAT_NAMES:
        return Dtype.FLOAT
    for value in call.arguments.all:
        if isinstance(value, External):
            last = value.name.rsplit(".", 1)[-1]
            if last in FLOAT_NAMES:
                return Dtype.FLOAT
            if last in INTEGER_NAMES:
                return Dtype.INTEGER
            if last == "bool":
                return Dtype.BOOL
    return call.receiver.dtype if call.name in ("cpu", "cuda", "contiguous") else Dtype.UNKNOWN


def exact(name: str) -> str | None:
    """The full name of a dtype that is called ``name`` in torch, if it is one that can require grad."""
    return SHORT_NAMES.get(name, name) if name in FLOAT_NAMES else None


def precision_named(value: Value) -> str | None:
    """``float64`` for ``torch.double``; None for what is no dtype of torch."""
    if not isinstance(value, External) or not value.name.startswith("torch."):
        return None
    return exact(value.name.removeprefix("torch."))


def _precision_asked_for(call: Call) -> str | None:
    if call.name in FLOAT_NAMES:
        return exact(call.name)
    named = [precision_named(value) for value in call.arguments.all]
    return next((name for name in named if name is not None), None)


@models(TENSOR_METHODS, "size", "dim", "numel", "stride", "element_size", "nelement", "data_ptr", "storage_offset")
def sizes(call: Call) -> Value:
    """Plain numbers that have nothing to do with gradients."""
    return call.machine.derived((call.name, id(call.receiver), call.arguments.positional), (call.receiver,), "size")


@models(TENSOR_METHODS, "register_hook", "register_post_accumulate_grad_hook")
def register_hook(call: Call) -> Value:
    """The hook is looked at by running it on a gradient that is not known; a handle is returned."""
    function = call.argument(0, "hook")
    if isinstance(function, (FunctionValue, BoundMethod)):
        run_hook(call.machine, function, call.site, lambda gradient: (gradient,))
    return call.machine.unknown(call.site)


def run_hook(machine: Machine, function: Value, site: Site, arguments: Callable[[Tensor], tuple[Value, ...]]) -> None:
    """Run a backward hook, and tell the rules what it was given."""
    gradient = machine.engine.tensor(site)
    gradient.name = "grad"
    before = machine.engine.set_grad_mode(Tri.NO, site)
    machine.call(function, Arguments(arguments(gradient)), site)
    machine.engine.restore_modes(before)
    machine.emit(HookRun(site, machine.path, (gradient,)))


@models(TENSOR_METHODS, "new_zeros", "new_ones", "new_full", "new_empty", "new_tensor")
def new_like(call: Call) -> Value:
    """A fresh tensor of the same kind."""
    made = call.machine.engine.tensor(call.site, dtype=call.receiver.dtype)
    made.fresh = True
    wants = call.flag(99, "requires_grad", False)
    if wants:
        made.requires_grad = Tri.YES
    return made


@models(TENSOR_METHODS, "chunk", "split", "unbind", "tensor_split", "split_with_sizes", "hsplit", "vsplit", "dsplit")
def several_views(call: Call) -> Value:
    """Several views of one tensor; torch lets none of them be written."""
    return views_of(call.machine, call.receiver, call, call.argument(0))


def views_of(machine: Machine, tensor: Tensor, call: Call, sections: Value) -> Value:
    """The outputs of a multi-output view."""
    count = sections.value if isinstance(sections, Const) and call.name == "chunk" else None

    def one() -> Tensor:
        return machine.engine.view(tensor, ViewKind.MULTI, call.site, call.name)

    if isinstance(count, int) and 0 < count <= 16:
        return ListValue(machine.trail, tuple(one() for _ in range(count)), None, "tuple")
    return ListValue(machine.trail, (), one(), "tuple")


@models(TENSOR_METHODS, "copy_")
def copy_in_place(call: Call) -> Value:
    """Overwrites the tensor."""
    tensor_calls.write_in_place(
        call.machine, call.receiver, call.arguments.positional[:1], call.site, method_facts("copy_"), "`copy_`"
    )
    return call.receiver


@models(TENSOR_METHODS, "set_", "resize_", "share_memory_", "pin_memory", "as_subclass")
def itself(call: Call) -> Value:
    """The same tensor."""
    return call.receiver


__all__ = ["number_of", "views_of"]
