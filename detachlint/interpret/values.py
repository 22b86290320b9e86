"""What a name may stand for. Tensors are the shadow's own; everything else is here."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import libcst as cst

from detachlint.shadow.graph import Node
from detachlint.shadow.path import Path
from detachlint.shadow.tensor import Mark, Tensor
from detachlint.shadow.trail import Cell, Trail

if TYPE_CHECKING:
    from detachlint.interpret.frames import Frame, ModuleScope
    from detachlint.interpret.source_site import Site

Value = Any
"""Any of the classes below, or a shadow ``Tensor``."""


@dataclass(frozen=True)
class Const:
    """A value that is known: a number, a string, a truth value, None, Ellipsis, bytes, a slice of such."""

    value: Any

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Const) and type(self.value) is type(other.value) and self.value == other.value

    def __hash__(self) -> int:
        return hash((type(self.value), self.value))


NONE = Const(None)
TRUE = Const(True)
FALSE = Const(False)


BATCH = "torch.utils.data.DataLoader batch"
"""The origin of what a data loader yields: tensors without history, perhaps in tuples or dictionaries."""


UNRESOLVED = "unresolved name"
"""The origin of names that nothing in view binds: where one is read twice it may not be the same value."""


class Unknown(Cell):
    """Something out of view. The same object is the same value, so its attributes and conditions agree with it.

    ``node`` is set where its gradient history is known to exist; ``tensor`` once it was used as a tensor;
    ``parameters`` once it was used as a module: one tensor that stands for all its parameters.
    """

    def __init__(self, trail: Trail, site: Site | None = None, kind: str = "any") -> None:
        super().__init__(trail)
        self.site = site
        self.kind = kind
        self.attributes: dict[str, Value] = {}
        self.node: Node | None = None
        self.tensor: Tensor | None = None
        self.parameters: Tensor | None = None
        self.forward_input = False
        """Whether it came in as an argument of a module's ``forward``."""
        self.left_graph: tuple[Tensor, Mark] | None = None
        """For numbers and arrays that came out of a tensor which requires grad: that tensor, and where."""
        self.origin: str | None = None
        """The qualified name of what made it, where known."""
        self.negation_of: Value = None
        self.derived_from: tuple[Tensor, ...] = ()
        """Tensors that require grad and went into the code out of view that made it."""
        self.owner: Unknown | None = None
        self.attribute: str | None = None
        """Of what, and under which name, it was read."""
        self.default_factory: Value = None
        self.called = False


class ListValue(Cell):
    """A list, set or deque. ``rest`` stands for elements that are not known one by one."""

    def __init__(self, trail: Trail, items: tuple[Value, ...] = (), rest: Value = None, kind: str = "list") -> None:
        super().__init__(trail)
        self.items = items
        self.rest = rest
        self.kind = kind
        self.longer = False
        """Whether it grew in a loop that is not run to its end: there may be more elements of the same kind."""


@dataclass(frozen=True, eq=False)
class TupleValue:
    """A tuple whose elements are known one by one, perhaps with field names (named tuples, ``torch.max(x, 1)``)."""

    items: tuple[Value, ...]
    fields: tuple[str, ...] = ()


class DictValue(Cell):
    """A dictionary. ``items`` by known key; ``rest`` stands for values under keys that are not known."""

    def __init__(self, trail: Trail, items: dict[Hashable, Value] | None = None, rest: Value = None) -> None:
        super().__init__(trail)
        self.items: dict[Hashable, Value] = items if items is not None else {}
        self.rest = rest
        self.default: Value = None
        self.state_of: Value = None
        """The module whose ``state_dict()`` this is."""
        self.kind = "dict"


class SliceValue:
    """``start:stop:step`` in a subscript."""

    __slots__ = ("start", "step", "stop")

    def __init__(self, start: Value, stop: Value, step: Value) -> None:
        self.start, self.stop, self.step = start, stop, step

    def bounds(self) -> slice | None:
        """As a Python slice, where all three are known."""
        parts = (self.start, self.stop, self.step)
        if not all(isinstance(part, Const) and (part.value is None or isinstance(part.value, int)) for part in parts):
            return None
        return slice(*(part.value for part in parts))


class IteratorValue(Cell):
    """Something that can be consumed once: a generator, ``filter``, ``chain``, ``model.parameters()``."""

    def __init__(
        self, trail: Trail, items: tuple[Value, ...], rest: Value = None, site: Site | None = None, kind: str = ""
    ) -> None:
        super().__init__(trail)
        self.items = items
        self.rest = rest
        self.site = site
        self.kind = kind
        self.spent: tuple[Mark, ...] = ()
        self.of: Value = None
        """The module whose parameters it yields."""
        self.pending: tuple[FunctionValue, Arguments] | None = None
        """For a context manager in view that was called: the function and its arguments, not run yet."""
        self.steps = False
        """Whether it is taken from step by step (``next``)."""


class ArrayValue(Cell):
    """A NumPy array; ``tensor`` is the memory it works on."""

    def __init__(self, trail: Trail, tensor: Tensor) -> None:
        super().__init__(trail)
        self.tensor = tensor
        self.left_graph: tuple[Tensor, Mark] | None = None


@dataclass(frozen=True)
class External:
    """Something of a package that is not followed, by qualified name: ``torch.nn.functional.relu``."""

    name: str


@dataclass(frozen=True, eq=False)
class FunctionValue:
    """A function or lambda in view."""

    node: cst.FunctionDef | cst.Lambda
    scope: Frame
    module: ModuleScope
    name: str
    defaults: dict[str, Value]
    owner: ClassValue | None = None
    modes: tuple[Value, ...] = ()
    """Grad mode managers that decorate it, outermost first."""
    kind: str = "function"
    """``function``, ``staticmethod``, ``classmethod``, ``property`` or ``contextmanager``."""


@dataclass(frozen=True, eq=False)
class BoundMethod:
    """A function with its first argument."""

    function: Value
    receiver: Value


@dataclass(frozen=True, eq=False)
class NativeMethod:
    """A method of a value that the interpreter models itself: ``tensor.detach``, ``list.append``."""

    receiver: Value
    name: str


@dataclass(frozen=True, eq=False)
class Native:
    """A function that the interpreter made: the result of ``functools.partial`` of a model, a hook handle …"""

    name: str
    call: Callable[..., Value]


@dataclass(frozen=True, eq=False)
class Partial:
    """``functools.partial``."""

    function: Value
    arguments: tuple[Value, ...]
    keywords: dict[str, Value]


class ClassValue(Cell):
    """A class in view."""

    def __init__(
        self, trail: Trail, name: str, node: cst.ClassDef, module: ModuleScope, bases: tuple[Value, ...]
    ) -> None:
        super().__init__(trail)
        self.name = name
        self.node = node
        self.module = module
        self.bases = bases
        self.attributes: dict[str, Value] = {}
        self.fields: tuple[str, ...] = ()
        """The names annotated in its body, in order."""
        self.is_dataclass = False
        self.is_named_tuple = False
        self.instantiated = False


class Instance(Cell):
    """An object: of a class in view, or of a class of torch (a layer, an optimizer)."""

    def __init__(self, trail: Trail, cls: ClassValue | External, site: Site | None) -> None:
        super().__init__(trail)
        self.cls = cls
        self.site = site
        self.attributes: dict[str, Value] = {}
        self.hidden: dict[str, Value] = {}
        """What the models keep about it that is no attribute: an optimizer's parameters, a layer's arguments."""
        self.complete = True
        """False once code out of view had it in hand: attributes may be there that nobody saw."""


class HookHandle:
    """What registering a hook returns."""

    def __init__(self) -> None:
        self.remove: Value = None


@dataclass(frozen=True, eq=False)
class Super:
    """``super()`` within a method."""

    start: ClassValue
    receiver: Value


@dataclass(frozen=True, eq=False)
class Namespace:
    """A module of the project, once run."""

    scope: ModuleScope


@dataclass(frozen=True, eq=False)
class Union:
    """One of several values, each on its path."""

    alternatives: tuple[tuple[Path, Value], ...]


@dataclass(frozen=True)
class Arguments:
    """The arguments of a call. ``more`` says that unknown ones may follow (``*args`` of unknown length)."""

    positional: tuple[Value, ...] = ()
    keywords: dict[str, Value] | None = None
    more: bool = False

    def get(self, index: int, name: str | None = None) -> Value | None:
        """The argument at a position or of a name; None when it is not given."""
        if 0 <= index < len(self.positional):
            return self.positional[index]
        if name is not None and self.keywords is not None:
            return self.keywords.get(name)
        return None

    def keyword(self, name: str) -> Value | None:
        """A keyword argument."""
        return self.keywords.get(name) if self.keywords is not None else None

    @property
    def all(self) -> tuple[Value, ...]:
        """Every argument's value."""
        return (*self.positional, *(self.keywords or {}).values())
