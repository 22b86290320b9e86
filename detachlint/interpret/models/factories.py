"""Functions that make tensors, parameters and data loaders."""

from __future__ import annotations

from detachlint.interpret import shapes
from detachlint.interpret.machine import Machine
from detachlint.interpret.models.managers import set_mode
from detachlint.interpret.models.registry import FUNCTIONS, Call, models
from detachlint.interpret.models.tensor_methods import FLOAT_NAMES, INTEGER_NAMES, precision_named
from detachlint.interpret.values import (
    NONE,
    ArrayValue,
    Const,
    External,
    ListValue,
    TupleValue,
    Union,
    Unknown,
    Value,
)
from detachlint.shadow.tensor import Count, Dtype, Mark, Tensor
from detachlint.shadow.tri import Tri

FLOATS = [
    "zeros",
    "ones",
    "rand",
    "randn",
    "empty",
    "full",
    "eye",
    "linspace",
    "logspace",
    "normal",
    "hann_window",
    "hamming_window",
    "blackman_window",
]
SIZED = frozenset(["zeros", "ones", "rand", "randn", "empty"])
"""Those that take nothing but sizes in positions."""
INTEGERS = ["randint", "randperm", "arange", "range"]
LIKES = ["zeros_like", "ones_like", "rand_like", "randn_like", "empty_like", "full_like", "randint_like"]


def asked_dtype(value: Value) -> Dtype | None:
    """The class of a dtype given as argument; None when none is given."""
    if value is None:
        return None
    if isinstance(value, External):
        last = value.name.rsplit(".", 1)[-1]
        if last in FLOAT_NAMES or last == "float":
            return Dtype.FLOAT
        if last in INTEGER_NAMES or last == "int":
            return Dtype.INTEGER
        if last == "bool":
            return Dtype.BOOL
    return Dtype.UNKNOWN


def make(call: Call, dtype: Dtype, count: Count = Count.UNKNOWN) -> Tensor:
    """A new leaf."""
    machine = call.machine
    asked = asked_dtype(call.arguments.keyword("dtype"))
    made = machine.engine.tensor(call.site, dtype=asked if asked is not None else dtype, count=count)
    made.fresh = True
    made.precision = _precision(call, made.dtype)
    wants = call.flag(99, "requires_grad", False)
    if wants is None:
        made.requires_grad = Tri.UNKNOWN
    elif wants:
        machine.engine.set_requires_grad(made, True, call.site)
    return made


NOT_DEFAULT = frozenset(["torch.normal", "torch.FloatTensor", "torch.DoubleTensor", "torch.cuda.FloatTensor"])
"""Factories whose dtype is another than the default."""


def _precision(call: Call, dtype: Dtype) -> str | None:
    asked = call.arguments.keyword("dtype")
    if asked is not None:
        return precision_named(asked)
    if dtype is not Dtype.FLOAT or call.name in NOT_DEFAULT or call.name.endswith("_like"):
        return None
    return call.machine.default_precision


@models(FUNCTIONS, "torch.set_default_dtype", "torch.set_default_tensor_type")
def set_default_dtype(call: Call) -> Value:
    """From here on the default dtype is whatever was asked for."""
    call.machine.default_precision = None
    return NONE


@models(FUNCTIONS, *(f"torch.{name}" for name in FLOATS))
def floats(call: Call) -> Value:
    """Floats unless told otherwise."""
    if call.name == "torch.full":
        return make(call, _dtype_of_content(call.machine, call.argument(1, "fill_value")))
    tensors = [item for item in call.arguments.positional if isinstance(item, Tensor)]
    made = make(call, Dtype.FLOAT, _count_of_size(call))
    if call.name.removeprefix("torch.") in SIZED:
        made.layout = shapes.made_layout(call.machine, call.arguments.positional, call.arguments.keyword("size"))
    for tensor in tensors:
        if tensor.requires_grad.maybe and call.name == "torch.normal":
            made.cut = Mark(call.site, call.machine.path, "sample")
    return made


def _count_of_size(call: Call) -> Count:
    sizes = call.arguments.positional
    if len(sizes) == 1 and isinstance(sizes[0], (TupleValue, ListValue)):
        sizes = sizes[0].items
    if not sizes or not all(isinstance(item, Const) and isinstance(item.value, int) for item in sizes):
        return Count.UNKNOWN
    product = 1
    for item in sizes:
        product *= item.value
    return Count.ONE if product == 1 else Count.MANY


@models(FUNCTIONS, *(f"torch.{name}" for name in INTEGERS))
def integers(call: Call) -> Value:
    """Integers when all arguments are."""
    dtype = Dtype.INTEGER
    if call.name in ("torch.arange", "torch.range"):
        given = call.arguments.positional
        if any(isinstance(item, Const) and isinstance(item.value, float) for item in given):
            dtype = Dtype.FLOAT
        elif not all(isinstance(item, Const) for item in given):
            dtype = Dtype.UNKNOWN
    made = make(call, dtype)
    if call.name == "torch.randint":
        size = call.arguments.keyword("size") or (call.arguments.positional[-1] if call.arguments.positional else None)
        if isinstance(size, (TupleValue, ListValue)):
            made.layout = shapes.made_layout(call.machine, (), size)
            made.count = Count.UNKNOWN if made.layout is None else shapes.count_of(made.layout)
    return made


@models(FUNCTIONS, *(f"torch.{name}" for name in LIKES))
def likes(call: Call) -> Value:
    """Shape and dtype of another tensor, no history."""
    other = call.machine.as_tensor(call.argument(0, "input"), call.site)
    call.machine.prove_tensor(call.argument(0, "input"))
    made = make(call, other.dtype if other is not None else Dtype.UNKNOWN)
    made.count = other.count if other is not None else Count.UNKNOWN
    made.layout = shapes.copied(other)
    return made


def _dtype_of_content(machine: Machine, value: Value) -> Dtype:
    value = machine.narrow(value)
    if isinstance(value, Const):
        if isinstance(value.value, bool):
            return Dtype.BOOL
        return Dtype.INTEGER if isinstance(value.value, int) else Dtype.FLOAT
    if isinstance(value, Tensor):
        return value.dtype
    if isinstance(value, (ListValue, TupleValue)):
        kinds = {_dtype_of_content(machine, item) for item in machine.parts(value)}
        if Dtype.FLOAT in kinds and Dtype.UNKNOWN not in kinds:
            return Dtype.FLOAT
        return next(iter(kinds)) if len(kinds) == 1 else Dtype.UNKNOWN
    return Dtype.UNKNOWN


@models(
    FUNCTIONS,
    "torch.tensor",
    "torch.as_tensor",
    "torch.asarray",
    "torch.Tensor",
    "torch.FloatTensor",
    "torch.LongTensor",
    "torch.IntTensor",
    "torch.BoolTensor",
    "torch.DoubleTensor",
    "torch.cuda.FloatTensor",
    "torch.cuda.LongTensor",
    "torch.scalar_tensor",
    "torch.ByteTensor",
)
def from_content(call: Call) -> Value:
    """A new tensor from numbers: whatever history the numbers had is gone."""
    machine = call.machine
    content = call.argument(0, "data")
    source = machine.narrow(content)
    short = call.name.rsplit(".", 1)[-1]
    if short in ("as_tensor", "asarray") and isinstance(source, (Tensor, Unknown)) and machine.is_tensor(source):
        return source
    if short in ("as_tensor", "asarray") and isinstance(source, Union):
        return source if all(map(machine.is_tensor, machine.parts(source))) else machine.unknown(call.site)
    if short in ("as_tensor", "asarray") and isinstance(source, ArrayValue):
        return from_array(call)
    dtype = _dtype_of_content(machine, content)
    if short.endswith("Tensor"):
        integral = short in ("LongTensor", "IntTensor", "ByteTensor", "BoolTensor")
        dtype = Dtype.INTEGER if integral else Dtype.FLOAT
    count = Count.ONE if isinstance(source, Const) and short == "tensor" else Count.UNKNOWN
    if isinstance(source, ListValue) and (len(source.items) > 1):
        count = Count.MANY
    made = make(call, dtype, count)
    made.took_in = taken_in(machine, content, call)
    return made


def taken_in(machine: Machine, content: Value, call: Call, depth: int = 3) -> tuple[Tensor, Mark] | None:
    """The tensor whose value went in as plain numbers, and where it left the graph."""
    left = getattr(content, "left_graph", None)
    if left is not None:
        found: tuple[Tensor, Mark] = left
        return found
    if isinstance(content, Tensor):
        if machine.engine.requires_grad_of(content).yes:
            return content, Mark(call.site, machine.path, call.name)
        return content.took_in
    if depth == 0:
        return None
    for item in machine.parts(content):
        inner = taken_in(machine, item, call, depth - 1)
        if inner is not None:
            return inner
    return None


@models(FUNCTIONS, "torch.from_numpy", "torch.frombuffer", "torch.from_dlpack", "torch.utils.dlpack.from_dlpack")
def from_array(call: Call) -> Value:
    """A tensor on the memory of an array: writes to the array go unnoticed."""
    source = call.machine.narrow(call.argument(0, "ndarray"))
    if isinstance(source, ArrayValue):
        made = call.machine.engine.tensor(call.site, dtype=Dtype.UNKNOWN, storage=source.tensor.storage)
        made.took_in = source.left_graph
        made.fresh = True
        return made
    made = make(call, Dtype.UNKNOWN)
    made.took_in = getattr(source, "left_graph", None)
    return made


@models(FUNCTIONS, "torch.nn.Parameter", "torch.nn.parameter.Parameter")
def parameter(call: Call) -> Value:
    """A leaf on the memory of what it is given, requiring grad unless told otherwise."""
    machine = call.machine
    source = machine.as_tensor(call.argument(0, "data"), call.site) if call.argument(0, "data") is not None else None
    made = machine.engine.tensor(
        call.site,
        dtype=source.dtype if source is not None else Dtype.FLOAT,
        count=source.count if source is not None else Count.UNKNOWN,
        storage=source.storage if source is not None else None,
    )
    made.parameter = True
    made.wraps = source
    made.layout = source.layout if source is not None else None
    made.precision = source.precision if source is not None else None
    if source is not None and source.requires_grad.maybe:
        made.cut = Mark(call.site, machine.path, "Parameter")
    wants = call.flag(1, "requires_grad", True)
    if wants is None:
        made.requires_grad = Tri.UNKNOWN
    elif wants:
        machine.engine.set_requires_grad(made, True, call.site)
    made.inference = machine.engine.modes.inference
    return made


@models(FUNCTIONS, "torch.autograd.Variable")
def variable(call: Call) -> Value:
    """Returns a tensor on the same memory; with the flag, a leaf."""
    machine = call.machine
    source = machine.as_tensor(call.argument(0, "data"), call.site)
    if source is None:
        return make(call, Dtype.UNKNOWN)
    source.known = True
    made = machine.engine.detach(source, call.site)
    made.alias = None
    made.wraps = source
    wants = call.flag(1, "requires_grad", False)
    if wants:
        machine.engine.set_requires_grad(made, True, call.site)
    elif wants is None:
        made.requires_grad = Tri.UNKNOWN
    return made


@models(FUNCTIONS, "torch.load")
def load(call: Call) -> Value:
    """Whatever was saved."""
    return call.machine.unknown(call.site, origin="torch.load")


@models(FUNCTIONS, "torch.set_grad_enabled", "torch.autograd.set_grad_enabled")
def set_grad_enabled(call: Call) -> Value:
    """Works at once; as ``with`` it is undone at the end of the block."""
    return set_mode(call.machine, call.name, call.arguments, call.site)


@models(FUNCTIONS, "torch.is_grad_enabled")
def is_grad_enabled(call: Call) -> Value:
    """The grad mode, where it is known."""
    grad = call.machine.engine.modes.grad
    return call.machine.unknown(call.site, "bool") if grad is Tri.UNKNOWN else Const(grad.yes)


@models(FUNCTIONS, "torch.is_tensor")
def is_tensor(call: Call) -> Value:
    """Whether the argument is a tensor, where it is known."""
    value = call.machine.narrow(call.argument(0, "obj"))
    if isinstance(value, Tensor) and value.known:
        return Const(True)
    return call.machine.derived(("is_tensor", call.machine.identity(value)), (value,), "bool")
