"""The autograd graph: nodes, their edges, and what they saved for backward."""

from __future__ import annotations

from dataclasses import dataclass

from detachlint.shadow.path import ANYWHERE, Path
from detachlint.shadow.tensor import Counter, Marks, Site, Storage, Tensor, Write
from detachlint.shadow.trail import Cell, Trail
from detachlint.shadow.tri import Tri


@dataclass(frozen=True)
class Edge:
    """From a node to the node (or the leaf) that its gradient flows to, on a path."""

    target: Node | Tensor
    path: Path = ANYWHERE


class SavedEntry(Cell):
    """A tensor that a node saved, at the version it then had.

    ``raising`` are the writes that moved its counter since; ``silent`` those that changed its content only;
    ``doubtful`` those of which it is not known whether they met the part that was saved.
    """

    def __init__(self, trail: Trail, node: Node, tensor: Tensor, role: str, certain: Tri) -> None:
        super().__init__(trail)
        self.node = node
        self.tensor = tensor
        self.storage: Storage = tensor.storage
        self.counter: Counter = tensor.counter
        self.version: int = tensor.counter.version
        self.region = tensor.region
        self.role = role
        self.original = role.startswith("input") or (role == "result" and tensor.leaf.yes)
        """Whether the tensor object itself was saved, not an alias (of a result) or a view (of some inputs)."""
        self.computed = tensor.leaf.no
        """Whether the tensor had a history when it was saved."""
        self.certain = certain
        self.raising: tuple[Write, ...] = ()
        self.silent: tuple[Write, ...] = ()
        self.doubtful: tuple[Write, ...] = ()


class Node(Cell):
    """What torch calls a ``grad_fn``: the operator, the edges its gradients take, and what it saved."""

    def __init__(self, trail: Trail, operator: str, site: Site, number: int, path: Path) -> None:
        super().__init__(trail)
        self.operator = operator
        self.site = site
        self.number = number
        """Torch runs backward from the highest number down."""
        self.path = path
        self.edges: tuple[Edge, ...] = ()
        self.saved: tuple[SavedEntry, ...] = ()
        self.saves: Tri = Tri.NO
        """Whether anything at all was saved, even where it is not known what."""
        self.freed: Marks = ()
        self.operands: tuple[Tensor | None, ...] = ()
        """What the operator was given, tensors that require no grad included; None for what is no tensor."""
        self.scalars: tuple[float, ...] = ()
        """The numbers that the operator was given beside tensors."""
        self.flows: tuple[Tri, ...] = ()
        """To which of its operands a gradient flows; by that torch decides what to save."""
        self.zero_gradient = False
        """Whether every gradient it passes on is zero (``round``, ``sign``)."""
        self.opaque = False
        """Whether it stands for code that was not seen."""
        self.guessed = False
        """Whether gradients only may flow along its edges: code that was not seen was given their tensors."""
        self.result: Tensor | None = None
        self.bound_site: Site = None
        """The last statement that gave its result to a name or an attribute."""
        self.bound_in: Cell | None = None
        """The scope of that name, or the object of that attribute."""
