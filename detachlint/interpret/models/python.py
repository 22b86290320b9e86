"""Python's builtins."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from detachlint.interpret.comprehensions import iterate
from detachlint.interpret.machine import Machine
from detachlint.interpret.models import tensor_methods
from detachlint.interpret.models.containers import shallow_copy
from detachlint.interpret.models.registry import FUNCTIONS, Call, models
from detachlint.interpret.torch_names import is_module
from detachlint.interpret.values import (
    FALSE,
    NONE,
    TRUE,
    Arguments,
    ClassValue,
    Const,
    DictValue,
    External,
    Instance,
    IteratorValue,
    ListValue,
    Super,
    TupleValue,
    Union,
    Unknown,
    Value,
)
from detachlint.shadow.tensor import Tensor
from detachlint.shadow.tri import Tri

RANGE_LISTED = 64


@models(FUNCTIONS, "builtins.range")
def range_of(call: Call) -> Value:
    """Known numbers where the bounds are known and few."""
    given = call.arguments.positional
    trail = call.machine.trail
    if given and all(isinstance(item, Const) and isinstance(item.value, int) for item in given):
        try:
            numbers = range(*(item.value for item in given))
        except (TypeError, ValueError):
            numbers = range(0)
        if len(numbers) <= RANGE_LISTED:
            return ListValue(trail, tuple(Const(number) for number in numbers), None, "range")
    return ListValue(trail, (), call.machine.unknown(call.site, "int"), "range")


@models(FUNCTIONS, "builtins.len")
def length(call: Call) -> Value:
    """The length of a container that is known."""
    value = call.machine.narrow(call.argument(0))
    if isinstance(value, Const) and isinstance(value.value, (str, bytes)):
        return Const(len(value.value))
    if isinstance(value, TupleValue):
        return Const(len(value.items))
    if isinstance(value, ListValue) and value.longer:
        return call.machine.derived(("len", id(value), len(value.items)), (value,), "int")
    if isinstance(value, (ListValue, DictValue)) and value.rest is None:
        return Const(len(value.items))
    if isinstance(value, Instance):
        found = call.machine.method_of(value, "__len__")
        if found is not None:
            return call.machine.call(found, Arguments(), call.site)
    return call.machine.unknown(call.site, "int")


@models(FUNCTIONS, "builtins.isinstance")
def is_instance(call: Call) -> Value:
    """Decided where both sides are known."""
    machine = call.machine
    value, kinds = call.argument(0), machine.narrow(call.argument(1))
    if value is None or kinds is None:
        return machine.unknown(call.site, "bool")

    def one(item: Value) -> Value:
        verdicts = [_is_a(machine, item, kind) for kind in _kinds(kinds)]
        if any(verdict is True for verdict in verdicts):
            return TRUE
        if all(verdict is False for verdict in verdicts):
            return FALSE
        return machine.derived(("isinstance", machine.identity(item), machine.identity(kinds)), (item, kinds), "bool")

    return machine.lift(one, value)


def _kinds(kinds: Value) -> tuple[Value, ...]:
    return kinds.items if isinstance(kinds, (TupleValue, ListValue)) else (kinds,)


_PYTHON_KINDS: dict[str, type] = {
    "builtins.int": int,
    "builtins.float": float,
    "builtins.str": str,
    "builtins.bool": bool,
    "builtins.bytes": bytes,
}
_CONTAINERS = {"builtins.list": "list", "builtins.tuple": "tuple", "builtins.dict": "dict", "builtins.set": "set"}


def _is_a(machine: Machine, value: Value, kind: Value) -> bool | None:
    if isinstance(value, (Unknown, Union)) or isinstance(kind, Unknown):
        return None
    name = kind.name if isinstance(kind, External) else None
    if isinstance(value, Const):
        return isinstance(value.value, _PYTHON_KINDS[name]) if name in _PYTHON_KINDS else False
    if isinstance(value, Tensor):
        if name in ("torch.Tensor", "torch.autograd.Variable"):
            return True
        return value.parameter if name == "torch.nn.Parameter" else (False if value.known else None)
    if isinstance(value, TupleValue):
        return name in ("builtins.tuple", "collections.abc.Sequence", "typing.Tuple")
    if isinstance(value, ListValue):
        return _CONTAINERS.get(str(name)) == value.kind
    if isinstance(value, DictValue):
        return name in ("builtins.dict", "collections.OrderedDict", "collections.abc.Mapping", "typing.Mapping")
    if isinstance(value, Instance):
        return _instance_is_a(machine, value, kind)
    return False if name in _PYTHON_KINDS or name in _CONTAINERS else None


def _instance_is_a(machine: Machine, value: Instance, kind: Value) -> bool | None:
    lineage = machine.lineage(value.cls)
    if any(base is kind or base == kind for base in lineage):
        return True
    if isinstance(kind, External) and kind.name == "torch.nn.Module" and is_module(machine, value):
        return True
    if isinstance(value.cls, External) and isinstance(kind, External) and kind.name.startswith("torch.nn."):
        return False
    return False if not any(isinstance(base, Unknown) for base in lineage) else None


@models(FUNCTIONS, "builtins.hasattr")
def has_attribute(call: Call) -> Value:
    """Decided where the attribute is known to be there."""
    machine = call.machine
    value, name = machine.narrow(call.argument(0)), machine.narrow(call.argument(1))
    if isinstance(value, Instance) and isinstance(name, Const):
        if name.value in value.attributes or machine.class_attribute(value.cls, str(name.value)) is not None:
            return TRUE
        if value.complete and all(isinstance(base, ClassValue) for base in machine.lineage(value.cls)):
            return FALSE
    return machine.unknown(call.site, "bool")


@models(FUNCTIONS, "builtins.getattr")
def get_attribute(call: Call) -> Value:
    """An attribute by name."""
    machine = call.machine
    value, name = machine.narrow(call.argument(0)), machine.narrow(call.argument(1))
    if not isinstance(name, Const) or not isinstance(name.value, str) or value is None:
        return machine.unknown(call.site)
    default = call.argument(2)
    absent = isinstance(value, Instance) and name.value not in value.attributes
    if default is not None and absent and machine.class_attribute(value.cls, name.value) is None:
        return default if value.complete else machine.unknown(call.site)
    return machine.lift(lambda item: machine.read_attribute(item, name.value, call.site), value)


@models(FUNCTIONS, "builtins.setattr")
def set_attribute(call: Call) -> Value:
    """An attribute by name."""
    machine = call.machine
    target, name, value = (machine.narrow(call.argument(index)) for index in range(3))
    if isinstance(name, Const) and isinstance(name.value, str) and value is not None:
        machine.write_attribute(target, name.value, value, call.site)
    elif isinstance(target, Instance) and value is not None:
        machine.write_attribute(target, machine.slot(target), value, call.site)
    return NONE


@models(FUNCTIONS, "builtins.delattr")
def delete_attribute(call: Call) -> Value:
    """Nothing is known of it afterwards."""
    return NONE


@models(FUNCTIONS, "builtins.super")
def super_of(call: Call) -> Value:
    """``super()`` in a method."""
    frame = call.machine.method_frame()
    given = call.arguments.positional
    if len(given) == 2 and isinstance(given[0], ClassValue):
        return Super(given[0], given[1])
    if frame is None or frame.function is None or frame.function.owner is None:
        return call.machine.unknown(call.site)
    return Super(frame.function.owner, frame.receiver)


@models(
    FUNCTIONS,
    "builtins.list",
    "builtins.tuple",
    "builtins.set",
    "builtins.frozenset",
    "builtins.sorted",
    "builtins.reversed",
    "collections.deque",
)
def to_list(call: Call) -> Value:
    """A new container with the elements of another."""
    machine = call.machine
    kind = call.name.rsplit(".", 1)[-1]
    source = call.argument(0, "iterable")
    if source is None:
        return (
            TupleValue(())
            if kind == "tuple"
            else ListValue(machine.trail, (), None, "set" if "set" in kind else "list")
        )
    items, rest = iterate(machine, source, call.site)
    if kind == "reversed":
        return ListValue(machine.trail, tuple(reversed(items)), rest)
    if kind == "sorted" and call.argument(99, "key") is not None and items:
        machine.call(call.argument(99, "key"), Arguments((items[0],)), call.site)
    if kind == "tuple" and rest is None:
        return TupleValue(items)
    shape = {"tuple": "tuple", "set": "set", "frozenset": "set"}.get(kind, "list")
    return ListValue(machine.trail, items, rest, shape)


@models(FUNCTIONS, "builtins.dict", "collections.OrderedDict")
def to_dict(call: Call) -> Value:
    """A new dictionary."""
    machine = call.machine
    made = DictValue(machine.trail)
    source = machine.narrow(call.argument(0))
    if isinstance(source, DictValue):
        copied = shallow_copy(call, source)
        assert isinstance(copied, DictValue)
        made = copied
    elif source is not None:
        items, rest = iterate(machine, source, call.site)
        for item in items:
            _add_pair(machine, made, item)
        if rest is not None:
            made.rest = (
                rest.items[1] if isinstance(rest, TupleValue) and len(rest.items) == 2 else machine.unknown(call.site)
            )
    for name, value in (call.arguments.keywords or {}).items():
        made.items[name] = value
    if call.arguments.more:
        made.rest = machine.unknown(call.site)
    return made


def _add_pair(machine: Machine, made: DictValue, item: Value) -> None:
    if isinstance(item, TupleValue) and len(item.items) == 2 and isinstance(item.items[0], Const):
        made.items[item.items[0].value] = item.items[1]
    else:
        made.rest = machine.unknown()


@models(FUNCTIONS, "collections.defaultdict")
def default_dict(call: Call) -> Value:
    """A dictionary that makes what is missing."""
    made = DictValue(call.machine.trail)
    made.default = call.argument(0, "default_factory")
    return made


@models(FUNCTIONS, "builtins.zip")
def zipped(call: Call) -> Value:
    """Tuples of the elements side by side."""
    machine = call.machine
    columns = [iterate(machine, item, call.site) for item in call.arguments.positional]
    if not columns:
        return IteratorValue(machine.trail, (), None, call.site, "zip")
    certain = min((len(items) for items, rest in columns if rest is None), default=None)
    length_known = certain if certain is not None else min(len(items) for items, _ in columns)
    rows = [
        TupleValue(tuple(items[index] if index < len(items) else rest for items, rest in columns))
        for index in range(length_known)
    ]
    more = None
    if certain is None:
        more = TupleValue(tuple(rest if rest is not None else machine.unknown(call.site) for _, rest in columns))
    return IteratorValue(machine.trail, tuple(rows), more, call.site, "zip")


@models(FUNCTIONS, "builtins.enumerate")
def enumerated(call: Call) -> Value:
    """Numbers and elements."""
    machine = call.machine
    items, rest = iterate(machine, call.argument(0, "iterable"), call.site)
    start = machine.narrow(call.argument(1, "start"))
    first = start.value if isinstance(start, Const) and isinstance(start.value, int) else 0
    known = start is None or isinstance(start, Const)
    rows = tuple(
        TupleValue((Const(first + index) if known else machine.unknown(call.site, "int"), item))
        for index, item in enumerate(items)
    )
    more = TupleValue((machine.unknown(call.site, "int"), rest)) if rest is not None else None
    return IteratorValue(machine.trail, rows, more, call.site, "enumerate")


@models(FUNCTIONS, "builtins.map")
def mapped(call: Call) -> Value:
    """A function applied to every element."""
    machine = call.machine
    function, *sources = call.arguments.positional or (NONE,)
    if not sources:
        return machine.unknown(call.site)
    items, rest = iterate(machine, sources[0], call.site)
    if len(sources) > 1:
        row = zipped(Call(machine, "builtins.zip", Arguments(tuple(sources)), call.site))
        assert isinstance(row, IteratorValue)
        results = tuple(machine.call(function, Arguments(item.items), call.site) for item in row.items)
        return IteratorValue(machine.trail, results, None, call.site, "map")
    results = tuple(machine.call(function, Arguments((item,)), call.site) for item in items)
    more = machine.call(function, Arguments((rest,)), call.site) if rest is not None else None
    return IteratorValue(machine.trail, results, more, call.site, "map")


@models(FUNCTIONS, "builtins.filter")
def filtered(call: Call) -> Value:
    """The elements that a function accepts; those it may accept are kept."""
    machine = call.machine
    function, source = call.argument(0), call.argument(1)
    items, rest = iterate(machine, source, call.site)
    kept = []
    for item in items:
        verdict = machine.call(function, Arguments((item,)), call.site) if function != NONE else item
        if machine.truth(verdict) is not Tri.NO:
            kept.append(item)
    return IteratorValue(machine.trail, tuple(kept), rest, call.site, "filter")


@models(FUNCTIONS, "builtins.iter")
def iterator(call: Call) -> Value:
    """An iterator over something."""
    source = call.machine.narrow(call.argument(0))
    if isinstance(source, IteratorValue):
        return source
    items, rest = iterate(call.machine, source, call.site)
    made = IteratorValue(call.machine.trail, items, rest, call.site, "iter")
    made.steps = True
    return made


@models(FUNCTIONS, "builtins.next")
def following(call: Call) -> Value:
    """The next element of an iterator."""
    source = call.machine.narrow(call.argument(0))
    if isinstance(source, IteratorValue):
        if source.pending is not None:
            call.machine.settle(source, call.site)
        if source.items:
            value = source.items[0]
            call.machine.trail.set(source, "items", source.items[1:])
            return value
        if source.rest is not None:
            return source.rest
    return call.machine.unknown(call.site)


@models(FUNCTIONS, "builtins.sum")
def summed(call: Call) -> Value:
    """``sum``: additions from the left."""
    machine = call.machine
    items, rest = iterate(machine, call.argument(0), call.site)
    start = call.argument(1, "start")
    total: Value = start if start is not None else Const(0)
    for item in (*items, *(() if rest is None else (rest,))):
        total = machine.binary("+", total, item, call.site)
    return total


@models(
    FUNCTIONS, "builtins.float", "builtins.int", "builtins.bool", "builtins.complex", "builtins.round", "builtins.abs"
)
def number(call: Call) -> Value:
    """A Python number; from a tensor it has left the graph."""
    machine = call.machine
    value = machine.narrow(call.argument(0))
    short = call.name.rsplit(".", 1)[-1]
    if isinstance(value, Tensor) and short not in ("abs", "round"):
        return tensor_methods.number_of(machine, value, call)
    if isinstance(value, Tensor):
        return machine.call(machine.read_attribute(value, short, call.site), Arguments(), call.site)
    if isinstance(value, Const) and len(call.arguments.all) == 1:
        return _converted(machine, short, value)
    if short == "bool":
        return machine.derived(("bool", machine.identity(value)), (value,), "bool")
    made = machine.unknown(call.site, "number")
    made.left_graph = getattr(value, "left_graph", None)
    return made


_CONVERSIONS: dict[str, Callable[[Any], Any]] = {"float": float, "int": int, "bool": bool, "abs": abs, "round": round}


def _converted(machine: Machine, short: str, value: Const) -> Value:
    function = _CONVERSIONS.get(short)
    if function is None or (isinstance(value.value, str) and len(value.value) > 100):
        return machine.unknown(kind="number")
    try:
        return Const(function(value.value))
    except (TypeError, ValueError, OverflowError):
        return machine.unknown(kind="number")


@models(FUNCTIONS, "builtins.max", "builtins.min")
def extreme(call: Call) -> Value:
    """Of constants, the extreme; of anything else, one of them."""
    machine = call.machine
    items = call.arguments.positional
    if len(items) == 1:
        items, rest = iterate(machine, items[0], call.site)
        if rest is not None:
            return rest
    if items and all(isinstance(item, Const) and isinstance(item.value, (int, float)) for item in items):
        pick = max if call.name.endswith("max") else min
        return Const(pick(item.value for item in items))
    tensors = [item for item in items if isinstance(item, Tensor)]
    if len(tensors) == 1:
        return tensors[0]
    made = machine.unknown(call.site, "number" if not tensors else "any")
    made.left_graph = next((left for item in items if (left := getattr(item, "left_graph", None)) is not None), None)
    return made


@models(FUNCTIONS, "builtins.any", "builtins.all", "builtins.callable", "builtins.issubclass")
def question(call: Call) -> Value:
    """A truth value that is not known."""
    if call.arguments.positional and call.name in ("builtins.any", "builtins.all"):
        iterate(call.machine, call.argument(0), call.site)
    return call.machine.unknown(call.site, "bool")


@models(FUNCTIONS, "builtins.str", "builtins.repr", "builtins.format", "builtins.input", "builtins.chr")
def text(call: Call) -> Value:
    """A string."""
    value = call.machine.narrow(call.argument(0))
    if call.name == "builtins.str" and isinstance(value, Const) and isinstance(value.value, (str, int)):
        return Const(str(value.value))
    return call.machine.unknown(call.site, "string")


@models(FUNCTIONS, "builtins.type")
def type_of(call: Call) -> Value:
    """The class of an object."""
    value = call.machine.narrow(call.argument(0))
    if isinstance(value, Instance) and len(call.arguments.positional) == 1:
        return value.cls
    return call.machine.derived(("type", call.machine.identity(value)), (value,))


@models(
    FUNCTIONS,
    "builtins.id",
    "builtins.hash",
    "builtins.print",
    "builtins.vars",
    "builtins.dir",
    "builtins.globals",
    "builtins.locals",
    "builtins.open",
    "builtins.ord",
    "builtins.divmod",
    "builtins.pow",
    "builtins.slice",
    "builtins.object",
    "builtins.bytes",
    "builtins.bytearray",
    "builtins.memoryview",
    "builtins.hex",
    "builtins.oct",
    "builtins.bin",
    "builtins.ascii",
)
def plain(call: Call) -> Value:
    """Nothing that autograd cares about."""
    return NONE if call.name == "builtins.print" else call.machine.unknown(call.site)
