"""NumPy and other array packages."""

from __future__ import annotations

from detachlint.interpret import tensor_calls
from detachlint.interpret.machine import Machine
from detachlint.interpret.models.registry import ARRAY_METHODS, FUNCTIONS, Call, models
from detachlint.interpret.values import ArrayValue, ListValue, TupleValue, Unknown, Value
from detachlint.shadow.tensor import Mark, Tensor

PACKAGES = ("numpy.", "math.", "cupy.", "scipy.")
WRITING = frozenset(["sort", "fill", "put", "partition", "resize", "setflags", "itemset"])
SHARING = frozenset(["reshape", "ravel", "view", "squeeze", "transpose", "swapaxes", "diagonal"])


@models(FUNCTIONS, "numpy.asarray", "numpy.asanyarray", "numpy.ascontiguousarray")
def as_array(call: Call) -> Value:
    """An array on the same memory."""
    machine = call.machine
    source = machine.narrow(call.argument(0))
    if isinstance(source, ArrayValue):
        return source
    if isinstance(source, Tensor):
        made = ArrayValue(machine.trail, machine.engine.array(source, call.site))
        if machine.engine.requires_grad_of(source).yes:
            made.left_graph = (source, Mark(call.site, machine.path, "numpy"))
        return made
    return fresh(call, (source,))


def fresh(call: Call, sources: tuple[Value, ...]) -> ArrayValue:
    """An array with memory of its own."""
    made = ArrayValue(call.machine.trail, call.machine.engine.tensor(call.site))
    made.left_graph = left_graph_of(call.machine, sources, call)
    return made


def left_graph_of(machine: Machine, sources: tuple[Value, ...], call: Call) -> tuple[Tensor, Mark] | None:
    """The tensor whose value went in."""
    for source in sources:
        left = getattr(source, "left_graph", None)
        if left is not None:
            found: tuple[Tensor, Mark] = left
            return found
        if isinstance(source, Tensor) and machine.engine.requires_grad_of(source).yes:
            return source, Mark(call.site, machine.path, "numpy")
        if isinstance(source, (ListValue, TupleValue)):
            inner = left_graph_of(machine, machine.parts(source), call)
            if inner is not None:
                return inner
    return None


def call_any(call: Call) -> Value:
    """Any other function of an array package: a new array (or number) from its arguments."""
    machine = call.machine
    left = left_graph_of(machine, call.arguments.all, call)
    out = call.arguments.keyword("out")
    if isinstance(out, ArrayValue):
        tensor_calls.write_array(machine, out, call.site)
        return out
    known = any(isinstance(item, (ArrayValue, Tensor)) for item in call.arguments.all)
    makes = call.name.startswith(("numpy.zeros", "numpy.ones", "numpy.empty", "numpy.array", "numpy.random"))
    if call.name.startswith("numpy.") and (known or makes) and not call.name.startswith("numpy.random.seed"):
        return fresh(call, call.arguments.all)
    made = machine.unknown(call.site, "number" if call.name.startswith("math.") else "any")
    made.left_graph = left
    return made


@models(ARRAY_METHODS, *WRITING)
def write(call: Call) -> Value:
    """Changes the array itself."""
    tensor_calls.write_array(call.machine, call.receiver, call.site)
    return call.machine.unknown(call.site)


@models(ARRAY_METHODS, *SHARING)
def share(call: Call) -> Value:
    """Another array on the same memory."""
    return tensor_calls.array_operator(call.machine, (call.receiver,), call.site, view=True)


@models(ARRAY_METHODS, "copy", "astype", "clip", "flatten", "cumsum", "round", "repeat", "take", "dot")
def copied(call: Call) -> Value:
    """An array with memory of its own."""
    made = fresh(call, ())
    made.left_graph = call.receiver.left_graph
    return made


@models(ARRAY_METHODS, "tolist", "item", "sum", "mean", "max", "min", "std", "argmax", "argmin", "all", "any")
def reduced(call: Call) -> Value:
    """Plain numbers."""
    made: Unknown = call.machine.unknown(call.site, "number" if call.name != "tolist" else "any")
    made.left_graph = call.receiver.left_graph
    return made
