"""The standard library and the packages that training code is made of."""

from __future__ import annotations

from detachlint.interpret.comprehensions import iterate
from detachlint.interpret.machine import Machine
from detachlint.interpret.models.containers import shallow_copy
from detachlint.interpret.models.registry import FUNCTIONS, Call, models
from detachlint.interpret.values import (
    NONE,
    Arguments,
    ArrayValue,
    Const,
    DictValue,
    External,
    Instance,
    IteratorValue,
    ListValue,
    Partial,
    TupleValue,
    Union,
    Unknown,
    Value,
)
from detachlint.shadow.tensor import Storage, Tensor
from detachlint.shadow.tri import Tri


@models(FUNCTIONS, "copy.copy")
def copy(call: Call) -> Value:
    """A shallow copy."""
    return shallow_copy(call, call.machine.narrow(call.argument(0)))


@models(FUNCTIONS, "copy.deepcopy")
def deepcopy(call: Call) -> Value:
    """A deep copy: no memory is shared with the original."""
    value = call.argument(0)
    return deep(call.machine, value, call, {}) if value is not None else NONE


def deep(machine: Machine, value: Value, call: Call, done: dict[int, Value]) -> Value:
    """Copy a value and all below it."""
    if id(value) in done:
        return done[id(value)]
    if isinstance(value, Tensor):
        made = machine.engine.tensor(
            call.site, requires_grad=value.requires_grad, dtype=value.dtype, count=value.count, known=value.known
        )
        made.parameter, made.name, made.buffer, made.ndim = value.parameter, value.name, value.buffer, value.ndim
        made.leaf = Tri.YES
        done[id(value)] = made
        return made
    if isinstance(value, Instance):
        twin = Instance(machine.trail, value.cls, call.site)
        done[id(value)] = twin
        twin.hidden = dict(value.hidden)
        twin.hidden["copied from"] = value
        twin.complete = value.complete
        if "parameters" in twin.hidden:
            twin.hidden["parameters"] = tuple(deep(machine, item, call, done) for item in value.hidden["parameters"])
        for name, item in value.attributes.items():
            twin.attributes[name] = deep(machine, item, call, done)
        return twin
    if isinstance(value, ListValue):
        rest = deep(machine, value.rest, call, done) if value.rest is not None else None
        return ListValue(
            machine.trail, tuple(deep(machine, item, call, done) for item in value.items), rest, value.kind
        )
    if isinstance(value, TupleValue):
        return TupleValue(tuple(deep(machine, item, call, done) for item in value.items), value.fields)
    if isinstance(value, DictValue):
        items = {key: deep(machine, item, call, done) for key, item in value.items.items()}
        return DictValue(
            machine.trail, items, deep(machine, value.rest, call, done) if value.rest is not None else None
        )
    if isinstance(value, Union):
        return machine.union([(path, deep(machine, item, call, done)) for path, item in machine.alternatives(value)])
    if isinstance(value, ArrayValue):
        return ArrayValue(machine.trail, machine.engine.tensor(call.site))
    if isinstance(value, Unknown):
        twin_unknown = machine.unknown(call.site, value.kind, value.origin)
        done[id(value)] = twin_unknown
        if value.parameters is not None:
            twin_unknown.parameters = machine.module_parameters_outside(twin_unknown)
        return twin_unknown
    return value


@models(FUNCTIONS, "functools.partial")
def partial(call: Call) -> Value:
    """A function with some arguments given."""
    if not call.arguments.positional:
        return call.machine.unknown(call.site)
    function, *given = call.arguments.positional
    return Partial(function, tuple(given), dict(call.arguments.keywords or {}))


@models(FUNCTIONS, "functools.reduce")
def reduce(call: Call) -> Value:
    """A function folded over the elements."""
    machine = call.machine
    function, source = call.argument(0), call.argument(1)
    items, rest = iterate(machine, source, call.site)
    start = call.argument(2)
    queue = [*(() if start is None else (start,)), *items, *(() if rest is None else (rest,))]
    if not queue:
        return machine.unknown(call.site)
    total = queue[0]
    for item in queue[1:]:
        total = machine.call(function, Arguments((total, item)), call.site)
    return total


@models(FUNCTIONS, "itertools.chain", "itertools.chain.from_iterable")
def chain(call: Call) -> Value:
    """One iterator after the other."""
    machine = call.machine
    sources = call.arguments.positional
    if call.name.endswith("from_iterable"):
        listed, more = iterate(machine, sources[0], call.site) if sources else ((), None)
        sources = listed if more is None else (*listed, more)
    items: list[Value] = []
    rest: Value = None
    for source in sources:
        found, more = iterate(machine, source, call.site)
        items.extend(found)
        rest = more if more is not None else rest
    return IteratorValue(machine.trail, tuple(items), rest, call.site, "itertools.chain")


@models(FUNCTIONS, "itertools.islice", "itertools.cycle", "itertools.repeat", "itertools.count", "itertools.product")
def endless(call: Call) -> Value:
    """Elements of a kind, it is not known how many."""
    machine = call.machine
    if call.name in ("itertools.count",) or not call.arguments.positional:
        return ListValue(machine.trail, (), machine.unknown(call.site, "int"))
    if call.name in ("itertools.repeat",):
        return ListValue(machine.trail, (), call.arguments.positional[0])
    if call.name == "itertools.product":
        columns = [iterate(machine, source, call.site) for source in call.arguments.positional]
        row = tuple(items[0] if items else (rest or machine.unknown(call.site)) for items, rest in columns)
        return ListValue(machine.trail, (), TupleValue(row))
    items, rest = iterate(machine, call.arguments.positional[0], call.site)
    first = rest if rest is not None else (items[0] if items else machine.unknown(call.site))
    return ListValue(machine.trail, (), first)


TRANSPARENT = (
    "tqdm.tqdm",
    "tqdm.auto.tqdm",
    "tqdm.notebook.tqdm",
    "tqdm.trange",
    "rich.progress.track",
    "fastprogress.progress_bar",
    "torch.compile",
    "torch.jit.script",
    "torch.jit.trace",
    "torch.jit.trace_module",
    "torch.jit.freeze",
    "torch.nn.DataParallel",
    "torch.nn.parallel.DataParallel",
    "torch.nn.parallel.DistributedDataParallel",
    "torch.nn.SyncBatchNorm.convert_sync_batchnorm",
    "typing.cast",
    "functools.lru_cache",
    "functools.wraps",
)


@models(FUNCTIONS, *TRANSPARENT)
def transparent(call: Call) -> Value:
    """What goes in comes out, as far as autograd cares."""
    machine = call.machine
    position = 1 if call.name == "typing.cast" else 0
    value = machine.narrow(call.argument(position, "iterable") or call.argument(position, "module"))
    if call.name == "tqdm.trange":
        return ListValue(machine.trail, (), machine.unknown(call.site, "int"))
    if value is None:
        return machine.unknown(call.site)
    if call.name.endswith("DataParallel") and isinstance(value, Instance):
        wrapper = Instance(machine.trail, External("torch.nn.Sequential"), call.site)
        wrapper.hidden["layer"] = "torch.nn.Sequential"
        wrapper.hidden["wrapped"] = value
        wrapper.hidden["order"] = ("module",)
        wrapper.attributes["module"] = value
        return wrapper
    return value


@models(FUNCTIONS, "torch.amp.GradScaler")
def grad_scaler(call: Call) -> Value:
    """A gradient scaler; one that is switched off leaves the loss and the gradients as they are."""
    off = call.flag(-1, "enabled", True) is False
    return call.machine.unknown(call.site, origin="torch.amp.GradScaler, off" if off else "torch.amp.GradScaler")


@models(FUNCTIONS, "accelerate.Accelerator", "lightning.Fabric", "lightning.fabric.Fabric", "lightning_fabric.Fabric")
def accelerator(call: Call) -> Value:
    """An accelerator: its ``prepare`` hands back what it is given."""
    return call.machine.unknown(call.site, origin=call.name)


@models(FUNCTIONS, "torch.nn.utils.parameters_to_vector")
def to_vector(call: Call) -> Value:
    """A computed tensor from all parameters."""
    machine = call.machine
    items, rest = iterate(machine, call.argument(0, "parameters"), call.site)
    tensors = [item for item in (*items, rest) if isinstance(item, Tensor)]
    made = machine.engine.tensor(call.site)
    if machine.engine.modes.grad.yes and any(item.requires_grad.yes for item in tensors):
        node = machine.opaque_node("cat", call.site, tensors)
        node.saves = Tri.NO
        machine.engine.give_node(made, node)
    return made


@models(FUNCTIONS, "torch.nn.utils.vector_to_parameters")
def from_vector(call: Call) -> Value:
    """Gives parameters other memory, a part of the vector; what has the old one sees no write."""
    machine = call.machine
    items, _ = iterate(machine, machine.narrow(call.argument(1, "parameters")), call.site)
    for item in items:
        if isinstance(item, Tensor):
            machine.trail.set(item, "storage", Storage(machine.trail))
    return NONE


@models(FUNCTIONS, "torch.nn.utils.clip_grad_norm_", "torch.nn.utils.clip_grad_value_", "torch.nn.utils.clip_grad_norm")
def clip(call: Call) -> Value:
    """Reads its iterator once."""
    source = call.machine.narrow(call.argument(0, "parameters"))
    if isinstance(source, IteratorValue):
        iterate(call.machine, source, call.site)
    return call.machine.unknown(call.site, "number")


@models(FUNCTIONS, "collections.namedtuple", "typing.NamedTuple")
def named_tuple(call: Call) -> Value:
    """A class of tuples with field names."""
    machine = call.machine
    given = machine.narrow(call.argument(1))
    names: tuple[str, ...] = ()
    if isinstance(given, Const) and isinstance(given.value, str):
        names = tuple(given.value.replace(",", " ").split())
    elif isinstance(given, (ListValue, TupleValue)):
        names = tuple(str(item.value) for item in given.items if isinstance(item, Const))

    def construct(_: Machine, arguments: Arguments, site: object) -> Value:
        missing = machine.unknown(call.site)
        items = tuple(
            found if (found := arguments.get(index, name)) is not None else missing for index, name in enumerate(names)
        )
        return TupleValue(items, names)

    return machine.native("namedtuple", construct)
