"""Methods of lists, sets, tuples, dictionaries, strings and iterators."""

from __future__ import annotations

from detachlint.interpret.comprehensions import iterate, key_value
from detachlint.interpret.events import Collected
from detachlint.interpret.models.registry import CONTAINER_METHODS, Call, models
from detachlint.interpret.subscripts import known_key, read
from detachlint.interpret.values import (
    NONE,
    Const,
    DictValue,
    ListValue,
    TupleValue,
    Value,
)
from detachlint.shadow.trail import MISSING

PURE_TEXT = frozenset(["lower", "upper", "strip", "lstrip", "rstrip", "title", "capitalize", "swapcase"])
TESTS = frozenset(["startswith", "endswith", "isdigit", "isalpha", "isupper", "islower"])
MOST_ITEMS = 4096


def _collect(call: Call, value: Value) -> None:
    machine = call.machine
    machine.emit(Collected(call.site, machine.path, call.receiver, value, machine.outlives_loop(call.receiver)))


@models(CONTAINER_METHODS, "append", "appendleft", "add", "put")
def append(call: Call) -> Value:
    """One element more."""
    value = call.argument(0)
    receiver = call.receiver
    if isinstance(receiver, ListValue) and value is not None:
        _collect(call, value)
        if call.machine.grows_unseen(receiver):
            call.machine.trail.set(receiver, "longer", True)
        items = (value, *receiver.items) if call.name == "appendleft" else (*receiver.items, value)
        if receiver.rest is None and len(items) <= MOST_ITEMS:
            call.machine.trail.set(receiver, "items", items)
        else:
            call.machine.trail.set(receiver, "rest", call.machine.blend(receiver.rest, value))
    return NONE


@models(CONTAINER_METHODS, "insert")
def insert(call: Call) -> Value:
    """One element more, somewhere."""
    value = call.argument(1)
    receiver = call.receiver
    if isinstance(receiver, ListValue) and value is not None:
        _collect(call, value)
        at = call.argument(0)
        index = at.value if isinstance(at, Const) and isinstance(at.value, int) else len(receiver.items)
        items = list(receiver.items)
        items.insert(index, value)
        call.machine.trail.set(receiver, "items", tuple(items))
    return NONE


@models(CONTAINER_METHODS, "extend", "update")
def extend(call: Call) -> Value:
    """Several elements more."""
    machine, receiver = call.machine, call.receiver
    value = call.argument(0)
    if isinstance(receiver, ListValue) and value is not None:
        machine.extend_list(receiver, value, call.site)
    elif isinstance(receiver, DictValue):
        _update(call, receiver, machine.narrow(value))
    return NONE


def _update(call: Call, receiver: DictValue, value: Value) -> None:
    trail = call.machine.trail
    if isinstance(value, DictValue):
        for key, item in value.items.items():
            trail.write(receiver, receiver.items, key, item)
        if value.rest is not None:
            trail.set(receiver, "rest", value.rest)
    elif value is not None:
        trail.set(receiver, "rest", call.machine.unknown(call.site))
    for name, item in (call.arguments.keywords or {}).items():
        trail.write(receiver, receiver.items, name, item)


@models(CONTAINER_METHODS, "pop", "popleft", "popitem")
def pop(call: Call) -> Value:
    """Takes one element out."""
    receiver, machine = call.receiver, call.machine
    if isinstance(receiver, DictValue):
        key = known_key(machine.narrow(call.argument(0))) if call.argument(0) is not None else None
        if key is not None and key in receiver.items:
            value = receiver.items[key]
            machine.trail.write(receiver, receiver.items, key, MISSING)
            return value
        default = call.argument(1)
        return default if default is not None and receiver.rest is None else machine.unknown(call.site)
    if isinstance(receiver, ListValue) and receiver.items and receiver.rest is None:
        at = call.argument(0)
        index = 0 if call.name == "popleft" else -1
        if (
            isinstance(at, Const)
            and isinstance(at.value, int)
            and -len(receiver.items) <= at.value < len(receiver.items)
        ):
            index = at.value
        items = list(receiver.items)
        value = items.pop(index)
        machine.trail.set(receiver, "items", tuple(items))
        return value
    if isinstance(receiver, ListValue) and receiver.rest is not None:
        return receiver.rest
    return machine.unknown(call.site)


@models(CONTAINER_METHODS, "clear")
def clear(call: Call) -> Value:
    """Empties it."""
    receiver, trail = call.receiver, call.machine.trail
    if isinstance(receiver, ListValue):
        trail.set(receiver, "items", ())
        trail.set(receiver, "rest", None)
        trail.set(receiver, "longer", False)
    elif isinstance(receiver, DictValue):
        for key in list(receiver.items):
            trail.write(receiver, receiver.items, key, MISSING)
        trail.set(receiver, "rest", None)
    return NONE


@models(CONTAINER_METHODS, "copy")
def copy(call: Call) -> Value:
    """A shallow copy: the elements are the same objects."""
    return shallow_copy(call, call.receiver)


def shallow_copy(call: Call, value: Value) -> Value:
    """A new container with the same elements."""
    if isinstance(value, ListValue):
        return ListValue(call.machine.trail, value.items, value.rest, value.kind)
    if isinstance(value, DictValue):
        made = DictValue(call.machine.trail, dict(value.items), value.rest)
        made.state_of = value.state_of
        made.default = value.default
        return made
    return value


@models(CONTAINER_METHODS, "keys", "values", "items")
def views(call: Call) -> Value:
    """What a dictionary holds."""
    receiver, machine = call.receiver, call.machine
    if not isinstance(receiver, DictValue):
        return machine.unknown(call.site)
    rest = receiver.rest
    pairs = [(key_value(key), machine.narrow(value)) for key, value in receiver.items.items()]
    name = machine.unknown(call.site, "string") if rest is not None else None
    if call.name == "keys":
        return ListValue(machine.trail, tuple(key for key, _ in pairs), name)
    if call.name == "values":
        return ListValue(machine.trail, tuple(value for _, value in pairs), rest)
    more = TupleValue((name, rest)) if rest is not None else None
    return ListValue(machine.trail, tuple(TupleValue(pair) for pair in pairs), more)


@models(CONTAINER_METHODS, "get", "setdefault")
def get(call: Call) -> Value:
    """One element, or a default."""
    receiver, machine = call.receiver, call.machine
    key = call.argument(0)
    if not isinstance(receiver, DictValue) or key is None:
        return machine.unknown(call.site)
    known = known_key(machine.narrow(key))
    if known is not None and known in receiver.items:
        return machine.narrow(receiver.items[known])
    default = call.argument(1, "default")
    default = default if default is not None else NONE
    if call.name == "setdefault" and known is not None:
        machine.trail.write(receiver, receiver.items, known, default)
        return default
    if known is not None and receiver.rest is None:
        return default
    return read(machine, receiver, key, call.site)


@models(CONTAINER_METHODS, "sort", "reverse", "remove", "discard")
def reorder(call: Call) -> Value:
    """Another order, or one element less."""
    receiver = call.receiver
    if isinstance(receiver, ListValue) and call.name == "reverse":
        call.machine.trail.set(receiver, "items", tuple(reversed(receiver.items)))
    return NONE


@models(CONTAINER_METHODS, "__next__")
def following(call: Call) -> Value:
    """The next element."""
    items, rest = iterate(call.machine, call.receiver, call.site)
    return items[0] if items else (rest if rest is not None else call.machine.unknown(call.site))


@models(CONTAINER_METHODS, *PURE_TEXT)
def text(call: Call) -> Value:
    """A string from a string."""
    receiver = call.receiver
    if isinstance(receiver, Const) and isinstance(receiver.value, str) and not call.arguments.all:
        return Const(getattr(receiver.value, call.name)())
    return call.machine.unknown(call.site, "string")


@models(CONTAINER_METHODS, *TESTS)
def text_test(call: Call) -> Value:
    """A question about a string."""
    receiver, given = call.receiver, call.arguments.all
    if (
        isinstance(receiver, Const)
        and isinstance(receiver.value, str)
        and all(isinstance(item, Const) and isinstance(item.value, str) for item in given)
    ):
        return Const(getattr(receiver.value, call.name)(*(item.value for item in given)))
    return call.machine.unknown(call.site, "bool")


@models(CONTAINER_METHODS, "find", "rfind")
def find(call: Call) -> Value:
    """Where a string is in another."""
    receiver, given = call.receiver, call.arguments.positional
    known = [item.value for item in (receiver, *given) if isinstance(item, Const) and isinstance(item.value, str)]
    if len(known) == 2 and len(given) == 1:
        return Const(getattr(known[0], call.name)(known[1]))
    return call.machine.unknown(call.site, "int")


@models(CONTAINER_METHODS, "format", "join", "replace", "decode", "encode", "zfill", "ljust", "rjust")
def new_text(call: Call) -> Value:
    """A string that is not known."""
    return call.machine.unknown(call.site, "string")


@models(CONTAINER_METHODS, "_replace")
def replace_fields(call: Call) -> Value:
    """A named tuple with other fields."""
    receiver = call.receiver
    if isinstance(receiver, TupleValue) and receiver.fields:
        given = call.arguments.keywords or {}
        return TupleValue(
            tuple(given.get(name, old) for name, old in zip(receiver.fields, receiver.items, strict=True)),
            receiver.fields,
        )
    return call.machine.unknown(call.site)
