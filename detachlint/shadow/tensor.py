"""Tensors, storages and version counters, as abstract values.

A tensor object's identity matters: ``detach_`` changes the object, not its storage. A view and a ``detach()`` share
both storage and counter; ``.data`` shares the storage and gets a counter of its own; a NumPy array shares the storage
and has none; ``clone`` shares nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Any

from detachlint.shadow.layout import Layout
from detachlint.shadow.path import Path
from detachlint.shadow.region import WHOLE
from detachlint.shadow.trail import Cell, Trail
from detachlint.shadow.tri import Tri

if TYPE_CHECKING:
    from detachlint.shadow.graph import Node, SavedEntry

Site = Any
"""Where in the source something happened; opaque to the shadow."""


class Dtype(Enum):
    """The class of a dtype, as far as autograd cares."""

    FLOAT = "float"
    INTEGER = "int"
    BOOL = "bool"
    UNKNOWN = "unknown"

    @property
    def differentiable(self) -> Tri:
        """Whether a tensor of this class can require grad (complex counts as float)."""
        if self is Dtype.UNKNOWN:
            return Tri.UNKNOWN
        return Tri.of(self is Dtype.FLOAT)


class Count(Enum):
    """How many elements a tensor has, as far as ``backward()`` cares."""

    ONE = "one"
    MANY = "many"
    UNKNOWN = "unknown"


class ViewKind(Enum):
    """How a view came to be; it decides whether torch lets it be written."""

    SINGLE = "single"
    MULTI = "multi"
    EXPANDED = "expanded"


class Alias(Enum):
    """How a tensor or array came to share memory with another without being its differentiable view."""

    DETACH = "detach"
    DATA = "data"
    NUMPY = "numpy"


@dataclass(frozen=True)
class Write:
    """An in-place change: where, through which tensor, on which path, and whether the version counter saw it."""

    site: Site
    target: Tensor | None
    path: Path
    counted: bool
    kind: str
    number: int = 0
    """Its place in the order of everything that happened."""


@dataclass(frozen=True)
class Mark:
    """Something that happened at a place, on a path."""

    site: Site
    path: Path
    detail: Any = None


Marks = tuple[Mark, ...]


class Counter(Cell):
    """A version counter, shared by a tensor, its views and its detached aliases."""

    def __init__(self, trail: Trail) -> None:
        super().__init__(trail)
        self.version = 0
        self.moves: Marks = ()
        """The last writes that moved it, each with the version it made."""
        self.saved: list[SavedEntry] = []


class Storage(Cell):
    """A piece of memory. ``saved`` lists what graph nodes keep of it."""

    def __init__(self, trail: Trail) -> None:
        super().__init__(trail)
        self.content = 0
        self.writes: tuple[Write, ...] = ()
        self.saved: list[SavedEntry] = []


class Tensor(Cell):
    """An abstract tensor."""

    def __init__(
        self,
        trail: Trail,
        *,
        site: Site,
        storage: Storage | None = None,
        counter: Counter | None = None,
        requires_grad: Tri = Tri.NO,
        dtype: Dtype = Dtype.UNKNOWN,
        count: Count = Count.UNKNOWN,
        known: bool = True,
    ) -> None:
        super().__init__(trail)
        self.site = site
        self.storage = storage if storage is not None else Storage(trail)
        self.counter = counter if counter is not None else Counter(trail)
        self.requires_grad = requires_grad
        self.dtype = dtype
        self.count = count
        self.known = known
        """Whether it is certain to be a tensor at all."""
        self.presumed = False
        """Whether ``requires_grad`` rests on a presumption (a module's input) rather than on what was seen."""
        self.node: Node | None = None
        self.leaf: Tri = Tri.YES
        self.parameter = False
        self.base: Tensor | None = None
        """The tensor this one is a differentiable view of (never a view itself)."""
        self.view_kind: ViewKind | None = None
        self.view_no_grad: Tri = Tri.NO
        """Whether it was made under no_grad or in inference mode, or is a view of one that was."""
        self.view_inference: Tri = Tri.NO
        """Whether that was inference mode."""
        self.view_version = 0
        self.expanded: Tri = Tri.NO
        """Whether several of its elements share memory."""
        self.through_base = False
        """Whether it requires grad only because the base of this view does, so that no gradient flows from it."""
        self.region = WHOLE
        self.alias: Alias | None = None
        self.alias_of: Tensor | None = None
        self.made_at = 0
        """For an alias: its place in the order of everything that happened."""
        self.inference: Tri = Tri.NO
        self.uncounted: Tri = Tri.NO
        """Whether it has no version counter, so that torch refuses to write it outside inference mode."""
        self.cut: Mark | None = None
        """Where this value left the graph, for values that would require grad but for that."""
        self.cuts: Marks = ()
        """All such places, where several values that left the graph went into this one."""
        self.flagged: Mark | None = None
        """Where ``requires_grad`` was last switched on by hand."""
        self.gradient_used: tuple[Tensor, Mark] | None = None
        """A tensor whose ``.grad`` (or first-order ``autograd.grad``) went into this value, and where it was read."""
        self.gradient_detached = False
        """Whether that gradient was detached on purpose on its way into this value."""
        self.retains_grad = False
        self.grads: Marks = ()
        """The backward passes that have added to ``.grad`` since it was last cleared."""
        self.consumed: Marks = ()
        """The optimizer steps that have used ``.grad`` since it was last cleared."""
        self.holds_gradient = False
        """Whether ``.grad`` is certainly a tensor, if only of zeros, so that a step writes."""
        self.gradient: Tensor | None = None
        """Its ``.grad``, once somebody asked for it."""
        self.grad_of: Tensor | None = None
        """The tensor whose ``.grad`` this is."""
        self.took_in: tuple[Tensor, Mark] | None = None
        """A tensor whose value went into this one as a plain number or array, and where it left the graph."""
        self.maybe_alias_of: Tensor | None = None
        """The tensor whose memory it may share (``reshape``, ``contiguous``, ``to``)."""
        self.index_key: Any = None
        """For a view by index: what it was indexed with."""
        self.overwritten: tuple[int, Site] | None = None
        """When (by a count that falls) and where a layer that works in place last wrote over it."""
        self.precision: str | None = None
        """The very dtype, such as ``float64``, where it is known."""
        self.buffer = False
        self.compared: str | None = None
        """The comparison (``gt``, ``ne`` …) that made it."""
        self.wraps: Tensor | None = None
        """The tensor that a ``Parameter`` or ``Variable`` was made from."""
        self.fresh = False
        """Whether it was just made by a factory and nothing else holds it."""
        self.cut_from: Tensor | None = None
        """The tensor whose gradient an integer or boolean result cut off."""
        self.first_order: tuple[Tensor, bool] | None = None
        """For a result of ``autograd.grad``: of what, and whether certainly without ``create_graph``."""
        self.no_dimension = False
        """Whether it is known to have no dimension (a full reduction)."""
        self.ndim: int | None = None
        self.layout: Layout | None = None
        """Its dimensions, where their number is known."""
        self.name: str | None = None
        """The user's first name for it."""

    @property
    def is_view(self) -> bool:
        """Whether it is a differentiable view."""
        return self.base is not None
