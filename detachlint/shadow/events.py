"""What the shadow tells its listeners."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum

from detachlint.shadow.graph import Node, SavedEntry
from detachlint.shadow.path import Path
from detachlint.shadow.tensor import Mark, Marks, Site, Tensor, Write


class WriteFault(Enum):
    """Why torch refuses an in-place write there and then."""

    LEAF = "leaf"
    VIEW_OF_LEAF = "view of leaf"
    MULTI_VIEW = "multi-output view"
    NO_GRAD_VIEW = "view made under no_grad"
    INFERENCE = "inference tensor"
    EXPANDED = "expanded"


@dataclass(frozen=True)
class Event:
    """Something the shadow saw."""

    site: Site
    path: Path


@dataclass(frozen=True)
class WriteRefused(Event):
    """An in-place write that raises at once."""

    target: Tensor
    fault: WriteFault


@dataclass(frozen=True)
class Written(Event):
    """An in-place write that went through; ``pending`` are the live graph entries it touched."""

    write: Write
    target: Tensor
    pending: tuple[SavedEntry, ...]
    sources: tuple[Tensor, ...] = ()


@dataclass(frozen=True)
class SavedModified(Event):
    """Backward (at ``site``) met a saved tensor that was changed. ``write.counted`` tells raising from silent."""

    entry: SavedEntry
    write: Write
    root: Tensor | None
    stale: bool = False
    """Whether torch complains of the view that was saved rather than of its version."""


@dataclass(frozen=True)
class SavedDetached(Event):
    """Backward met a computed tensor that was saved and then lost its history to ``detach_()``, which torch refuses."""

    entry: SavedEntry
    root: Tensor | None


@dataclass(frozen=True)
class LeafMoved(Event):
    """Backward came to a tensor that was a leaf when it was used and has a history now, which torch refuses."""

    leaf: Tensor
    root: Tensor


@dataclass(frozen=True)
class BackwardTwice(Event):
    """Backward met a node that an earlier backward freed."""

    node: Node
    freed: Mark
    root: Tensor


@dataclass(frozen=True)
class BackwardWithoutGraph(Event):
    """Backward of something that requires no grad."""

    root: Tensor


@dataclass(frozen=True)
class BackwardOfNonScalar(Event):
    """Backward without a gradient argument of something with many elements."""

    root: Tensor


@dataclass(frozen=True)
class BackwardRun(Event):
    """A backward pass that was run: the leaves it reached and the nodes it went through."""

    root: Tensor
    leaves: tuple[Tensor, ...]
    nodes: frozenset[Node]
    retain: bool
    create_graph: bool
    inputs: tuple[Tensor, ...] | None
    stale: tuple[tuple[Tensor, Mark, Mark], ...] = field(default=())
    """Leaves that still held gradients an earlier step had used: (leaf, earlier backward, step)."""
    accumulated: tuple[tuple[Tensor, Marks], ...] = field(default=())
    """Leaves that still held gradients of earlier backward passes."""


@dataclass(frozen=True)
class GraphCut(Event):
    """A value was made from ``sources``, which require grad, and does not require grad itself."""

    sources: tuple[Tensor, ...]
    result: Tensor
    cut: Mark


@dataclass(frozen=True)
class FlagSet(Event):
    """``requires_grad`` was set and torch accepted it."""

    tensor: Tensor
    value: bool


@dataclass(frozen=True)
class DetachedInPlace(Event):
    """``detach_()``: ``node`` is the graph node the tensor object had."""

    tensor: Tensor
    node: Node | None
    was_view: bool


@dataclass(frozen=True)
class FlagRefused(Event):
    """``requires_grad`` set where torch refuses it: on a computed tensor, or on integers."""

    tensor: Tensor
    value: bool
    reason: str


@dataclass(frozen=True)
class InferenceSaved(Event):
    """An inference tensor was to be saved for backward."""

    tensor: Tensor
    operator: str


@dataclass(frozen=True)
class StaleView(Event):
    """A view that may not be written (made under no_grad, or one of several) is used after its memory was written."""

    tensor: Tensor


@dataclass(frozen=True)
class GradientUnused(Event):
    """A gradient was asked for of something that requires none, or that the root does not depend on."""

    root: Tensor
    tensor: Tensor
