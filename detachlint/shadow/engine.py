"""The engine: the operations of autograd over abstract tensors.

Torch decides "modified by an in-place operation", "second time" and "does not require grad" with a handful of plain
mechanisms. They are here under torch's own names, with three-valued facts in place of numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from detachlint.shadow import walk
from detachlint.shadow.events import (
    BackwardOfNonScalar,
    BackwardRun,
    BackwardTwice,
    BackwardWithoutGraph,
    DetachedInPlace,
    Event,
    FlagRefused,
    FlagSet,
    GradientUnused,
    GraphCut,
    InferenceSaved,
    LeafMoved,
    SavedDetached,
    SavedModified,
    StaleView,
    WriteFault,
    WriteRefused,
    Written,
)
from detachlint.shadow.graph import Edge, Node, SavedEntry
from detachlint.shadow.joining import join_facts
from detachlint.shadow.operator import Operator
from detachlint.shadow.own_views import views_argument
from detachlint.shadow.path import ANYWHERE, Path, Ways, both, compatible, shared
from detachlint.shadow.region import WHOLE, Region, overlapping
from detachlint.shadow.tensor import (
    Alias,
    Count,
    Counter,
    Dtype,
    Mark,
    Site,
    Storage,
    Tensor,
    ViewKind,
    Write,
)
from detachlint.shadow.trail import Cell, Trail
from detachlint.shadow.tri import Tri, any_of

SAVED_ENTRIES_KEPT = 512
"""Per storage; older entries are forgotten first, which can only silence."""
WRITES_KEPT = 8
DATA_ASSIGNMENT = "data assignment"
BY_HAND = "by hand"
"""The detail of a mark of an update that no optimizer made."""
WRITES_OVERLAPPING = frozenset(
    {
        "conj_physical",
        "fill",
        "fill_diagonal",
        "index_fill",
        "index_put",
        "masked_fill",
        "threshold",
        "tril",
        "triu",
        "zero",
    }
)
"""In-place operators that torch lets write to a tensor whose elements share memory."""


class Modes(Cell):
    """Grad mode and inference mode."""

    def __init__(self, trail: Trail) -> None:
        super().__init__(trail)
        self.grad: Tri = Tri.YES
        self.inference: Tri = Tri.NO
        self.grad_off_site: Site = None


class Engine:
    """The shadow of one process of torch."""

    def __init__(self, listener: Callable[[Event], None] | None = None) -> None:
        self.trail = Trail()
        self.path: Path = ANYWHERE
        self.modes = Modes(self.trail)
        self._listener = listener
        self._numbers = 0
        self._passes = 0
        self.touched: dict[Tensor, None] = {}
        """Every leaf that a backward pass has reached, in order."""

    # -- branches ------------------------------------------------------------------------------------------------

    def emit(self, event: Event) -> None:
        """Tell the listener."""
        if self._listener is not None:
            self._listener(event)

    @contextmanager
    def assuming(self, path: Path) -> Iterator[None]:
        """Work on a narrower path for a while."""
        before = self.path
        self.path = both(before, path)
        try:
            yield
        finally:
            self.path = before

    def join(self, values: Sequence[tuple[Path, Any]]) -> Any:
        """Join what several branches left at one place; see :mod:`detachlint.shadow.joining`."""
        return join_facts(self, values)

    # -- making tensors ------------------------------------------------------------------------------------------

    def tensor(
        self,
        site: Site,
        *,
        requires_grad: Tri = Tri.NO,
        dtype: Dtype = Dtype.UNKNOWN,
        count: Count = Count.UNKNOWN,
        known: bool = True,
        storage: Storage | None = None,
        counter: Counter | None = None,
    ) -> Tensor:
        """A tensor without history."""
        made = Tensor(
            self.trail,
            site=site,
            requires_grad=requires_grad,
            dtype=dtype,
            count=count,
            known=known,
            storage=storage,
            counter=counter,
        )
        made.inference = made.uncounted = self.modes.inference
        return made

    def new_node(self, operator: str, site: Site) -> Node:
        """A graph node without edges."""
        self._numbers += 1
        return Node(self.trail, operator, site, self._numbers, self.path)

    @property
    def recording(self) -> Tri:
        """Whether operators add to the graph."""
        return self.modes.grad & ~self.modes.inference

    def _records(self, inputs: Sequence[Tensor | None]) -> Tri:
        """Whether an operator on these inputs adds to the graph; torch has no autograd for inference tensors alone."""
        return self.recording & any_of(~item.inference for item in inputs if item is not None)

    def edge(self, tensor: Tensor, site: Site = None) -> Edge | None:
        """Where the gradient of ``tensor`` goes; at ``site`` it is asked for."""
        if self.requires_grad_of(tensor).no:
            return None
        node = self.node_of(tensor, site)
        if node is not None:
            return Edge(node)
        return None if tensor.through_base else Edge(tensor)

    def node_of(self, tensor: Tensor, site: Site = None) -> Node | None:
        """The ``grad_fn`` of ``tensor``; that of a view is made anew after its memory was written."""
        base = tensor.base
        if base is None or tensor.view_version == tensor.counter.version:
            return tensor.node
        if tensor.node is None and base.requires_grad.no:
            return None
        stale = self._stale((tensor,), site)
        if stale is not None:
            self.emit(stale)
        if tensor.view_no_grad.maybe or tensor.view_kind is ViewKind.MULTI:
            return tensor.node
        return self._renew_view(tensor, base)

    def _stale(self, tensors: Iterable[Tensor], site: Site) -> StaleView | None:
        """The first of several views whose history torch refuses to make anew."""
        for tensor in tensors:
            path = self._staleness(tensor)
            if path is not None:
                return StaleView(site, path, tensor)
        return None

    def _staleness(self, tensor: Tensor) -> Path | None:
        """The path on which torch refuses it."""
        base = tensor.base
        if base is None or tensor.view_version == tensor.counter.version:
            return None
        if tensor.node is None and base.requires_grad.no:
            return None
        if not tensor.view_no_grad.yes and tensor.view_kind is not ViewKind.MULTI:
            return None
        moves = (mark.path for mark in tensor.counter.moves if mark.detail > tensor.view_version)
        return next((both(self.path, path) for path in moves if compatible(self.path, path)), None)

    def _renew_view(self, tensor: Tensor, base: Tensor) -> Node:
        edge = self.edge(base)
        node = self.new_node("AsStrided", tensor.site)
        node.edges = (edge,) if edge is not None else ()
        self.trail.set(tensor, "node", node)
        self.trail.set(tensor, "view_version", tensor.counter.version)
        self.trail.set(tensor, "leaf", Tri.NO)
        self.trail.set(tensor, "requires_grad", self.requires_grad_of(tensor))
        self.trail.set(tensor, "through_base", False)
        return node

    def requires_grad_of(self, tensor: Tensor) -> Tri:
        """``tensor.requires_grad``, as torch would answer now: a view requires grad as soon as its base does."""
        base = tensor.base
        if base is None:
            return tensor.requires_grad
        return base.requires_grad if tensor.through_base else base.requires_grad | tensor.requires_grad

    # -- operators -----------------------------------------------------------------------------------------------

    def apply(
        self,
        operator: Operator,
        inputs: Sequence[Tensor | None],
        site: Site,
        *,
        dtype: Dtype = Dtype.UNKNOWN,
        count: Count = Count.UNKNOWN,
        outputs: int = 1,
    ) -> tuple[Tensor, ...]:
        """Run an out-of-place operator; None stands for an argument that is no tensor."""
        results = tuple(self.tensor(site, dtype=dtype, count=count) for _ in range(outputs))
        node = self.record(operator, inputs, site)
        for result in results:
            self._give_history(result, node, operator, inputs)
        if node is not None:
            self._save_result(node, operator, inputs, results[0])
        return results

    def without_gradient(self, result: Tensor, inputs: Sequence[Tensor | None]) -> None:
        """Let one of several results be one that no gradient goes to, such as where a maximum was found."""
        tensors = [item for item in inputs if item is not None]
        needs = any_of(self.requires_grad_of(item) for item in tensors)
        result.node, result.requires_grad, result.leaf, result.presumed = None, Tri.NO, Tri.YES, False
        result.dtype = Dtype.INTEGER
        if needs.maybe and self.recording.maybe:
            result.cut_from = next(item for item in tensors if self.requires_grad_of(item).maybe)
        result.cut = self._cut_of(result.site, tensors, needs)
        if needs.yes and result.cut is not None:
            self._tell_cut(tensors, result, result.cut)

    def _save_result(self, node: Node, operator: Operator, inputs: Sequence[Tensor | None], result: Tensor) -> None:
        saved = operator.saves_output(node.flows, tuple(item is not None for item in inputs))
        if saved.maybe:
            self._save(node, result, "result", saved)

    def record(self, operator: Operator, inputs: Sequence[Tensor | None], site: Site) -> Node | None:
        """The node an operator would add to the graph, or None when it adds none."""
        requires, is_tensor = self._signature(inputs)
        if operator.grad == "no" or self._records(inputs).no or not any_of(requires).maybe:
            return None
        if operator.result_requires_grad(requires, is_tensor).no:
            return None
        node = self._new_node_from(operator, inputs, site)
        node.zero_gradient = operator.grad == "zero"
        for index, saved in enumerate(operator.saved_inputs(node.flows, is_tensor)[: len(inputs)]):
            item = inputs[index]
            if item is not None and saved.maybe:
                role = {Tri.YES: "own view", Tri.UNKNOWN: "input or view of it", Tri.NO: "input"}
                self._save(node, item, role[views_argument(operator.name, index, inputs)], saved)
        node.saves = node.saves | operator.saves_anything(node.flows, is_tensor)
        return node

    def _new_node_from(self, operator: Operator | None, inputs: Sequence[Tensor | None], site: Site) -> Node:
        """A node with edges to what made the inputs; these come first, so that its number is the highest."""
        reached = self._reached(operator, inputs)
        edges = [
            self.edge(item, site) if item is not None and way else None
            for item, way in zip(inputs, reached, strict=True)
        ]
        node = self.new_node(operator.name if operator is not None else "in-place", site)
        node.operands = tuple(inputs)
        node.edges = tuple(edge for edge in edges if edge is not None)
        node.flows = tuple(
            Tri.NO if item is None or edge is None else self.requires_grad_of(item)
            for item, edge in zip(inputs, edges, strict=True)
        )
        return node

    def _reached(self, operator: Operator | None, inputs: Sequence[Tensor | None]) -> tuple[bool, ...]:
        """Which arguments a gradient goes to: not to the targets of a loss, though they require grad."""
        requires, is_tensor = self._signature(inputs)
        if operator is None or sum(flag.maybe for flag in requires) < 2:
            return is_tensor
        return tuple(
            flag.maybe and operator.result_requires_grad(_only(index, len(inputs)), is_tensor).maybe
            for index, flag in enumerate(requires)
        )

    def _signature(self, inputs: Sequence[Tensor | None]) -> tuple[tuple[Tri, ...], tuple[bool, ...]]:
        requires = tuple(Tri.NO if item is None else self.requires_grad_of(item) for item in inputs)
        return requires, tuple(item is not None for item in inputs)

    def _give_history(
        self, result: Tensor, node: Node | None, operator: Operator, inputs: Sequence[Tensor | None]
    ) -> None:
        tensors = [item for item in inputs if item is not None]
        needs = any_of(self.requires_grad_of(item) for item in tensors)
        result.cut_from = next((item.cut_from for item in tensors if item.cut_from is not None), None)
        result.cuts = _all_cuts(tensors)
        result.took_in = next((item.took_in for item in tensors if item.took_in is not None), None)
        result.gradient_used = _gradient_used(tensors, result.site, self.path)
        result.gradient_detached = _gradient_detached(tensors)
        if node is None:
            if needs.maybe and self.recording.maybe:
                result.cut_from = next(item for item in tensors if self.requires_grad_of(item).maybe)
            result.cut = self._cut_of(result.site, tensors, needs)
            if needs.yes and result.cut is not None:
                self._tell_cut(tensors, result, result.cut)
            return
        stated = operator.result_requires_grad(*self._signature(inputs))
        result.requires_grad = self._records(inputs) & stated & needs
        result.presumed = all(item.presumed or not item.requires_grad.maybe for item in tensors)
        result.node = node
        result.leaf = ~result.requires_grad
        node.result = result
        if not result.requires_grad.yes:
            result.cut = next((item.cut for item in tensors if item.cut is not None), None)

    def _tell_cut(self, sources: Sequence[Tensor], result: Tensor, cut: Mark) -> None:
        behind = tuple(item for item in sources if item.requires_grad.yes)
        if behind:
            self.emit(GraphCut(result.site, self.path, behind, result, cut))

    def _cut_of(self, site: Site, tensors: Sequence[Tensor], needs: Tri) -> Mark | None:
        if needs.yes and self.recording.no:
            return Mark(self.modes.grad_off_site or site, self.path, "no_grad")
        if needs.yes:
            return Mark(site, self.path, "not differentiable")
        return next((item.cut for item in tensors if item.cut is not None), None)

    def _save(self, node: Node, tensor: Tensor, role: str, certain: Tri) -> None:
        if tensor.inference.yes and certain.yes and self.recording.yes:
            self.emit(InferenceSaved(node.site, self.path, tensor, node.operator))
        entry = SavedEntry(self.trail, node, tensor, role, certain)
        self.trail.set(node, "saved", (*node.saved, entry))
        self.trail.set(node, "saves", node.saves | certain)
        for entries in (tensor.storage.saved, tensor.counter.saved):
            if len(entries) >= SAVED_ENTRIES_KEPT:
                del entries[: SAVED_ENTRIES_KEPT // 2]
            entries.append(entry)

    def save(self, node: Node, tensor: Tensor, role: str = "input", certain: Tri = Tri.YES) -> None:
        """Let a node save a tensor (``ctx.save_for_backward``)."""
        self._save(node, tensor, role, certain)

    def give_node(self, result: Tensor, node: Node, requires_grad: Tri = Tri.YES) -> Tensor:
        """Make ``result`` the outcome of ``node``."""
        result.requires_grad = requires_grad & self.recording
        result.leaf = ~result.requires_grad
        result.node = node
        node.result = result
        return result

    # -- aliases -------------------------------------------------------------------------------------------------

    def view(
        self, tensor: Tensor, kind: ViewKind, site: Site, operator: str = "view", *, part: Hashable = None
    ) -> Tensor:
        """A view: same storage, same counter, its gradient flows to ``tensor``.

        ``part`` says which part of ``tensor`` it shows: a number for one index of the first dimension, the same
        object for the same part, None where it is not known.
        """
        made = self.tensor(site, dtype=tensor.dtype, storage=tensor.storage, counter=tensor.counter, known=tensor.known)
        made.region = Region((*tensor.region, part if part is not None else object()))
        made.inference = made.uncounted = tensor.inference
        if not tensor.inference.yes:
            self._note_base(made, tensor, kind)
        made.expanded = Tri.YES if kind is ViewKind.EXPANDED else tensor.expanded & Tri.UNKNOWN
        made.presumed = tensor.presumed
        made.alias, made.alias_of = tensor.alias, tensor.alias_of
        made.cut, made.cuts, made.cut_from = tensor.cut, tensor.cuts, tensor.cut_from
        made.took_in, made.gradient_used = tensor.took_in, tensor.gradient_used
        made.gradient_detached = tensor.gradient_detached
        self._give_view_history(made, tensor, operator)
        return made

    def _note_base(self, made: Tensor, tensor: Tensor, kind: ViewKind) -> None:
        """What the view is of, and what forbids writing it: the last thing that did, as torch has it."""
        made.base = tensor.base if tensor.base is not None else tensor
        made.view_kind = ViewKind.MULTI if ViewKind.MULTI in (kind, tensor.view_kind) else kind
        made.view_version = tensor.counter.version
        made.through_base = True
        made.view_inference = self.modes.inference | tensor.view_inference
        inherited = tensor.view_no_grad if kind is not ViewKind.MULTI else tensor.view_inference
        made.view_no_grad = ~self.recording | inherited

    def _give_view_history(self, made: Tensor, tensor: Tensor, operator: str) -> None:
        needs = self.requires_grad_of(tensor)
        if needs.no:
            return
        if self._records((tensor,)).no:
            made.requires_grad = made.base.requires_grad if made.base is not None else Tri.NO
            made.cut = Mark(self.modes.grad_off_site or made.site, self.path, "no_grad")
            self._tell_cut((tensor,), made, made.cut)
            return
        edge = self.edge(tensor, made.site)
        node = self.new_node(operator, made.site)
        node.edges = (edge,) if edge is not None else ()
        node.operands = (tensor,)
        made.requires_grad = needs & (Tri.YES if made.is_view else self.recording)
        made.leaf = ~(needs & self.recording)
        made.through_base = False
        made.node = node
        node.result = made

    def detach(self, tensor: Tensor, site: Site) -> Tensor:
        """``tensor.detach()``: same storage and counter, no history."""
        made = self.tensor(site, dtype=tensor.dtype, count=tensor.count, storage=tensor.storage, counter=tensor.counter)
        _same_memory(made, tensor)
        made.alias, made.alias_of = Alias.DETACH, tensor
        self._cut_alias(tensor, made, Mark(site, self.path, "detach"))
        made.gradient_detached = made.gradient_used is not None
        return made

    def data(self, tensor: Tensor, site: Site) -> Tensor:
        """``tensor.data``: same storage, a counter of its own, no history."""
        made = self.tensor(site, dtype=tensor.dtype, count=tensor.count, storage=tensor.storage)
        _same_memory(made, tensor)
        made.alias, made.alias_of = Alias.DATA, tensor
        self._cut_alias(tensor, made, Mark(site, self.path, "data"))
        return made

    def _cut_alias(self, tensor: Tensor, made: Tensor, cut: Mark) -> None:
        self._numbers += 1
        made.made_at = self._numbers
        made.took_in, made.gradient_used = tensor.took_in, tensor.gradient_used
        made.gradient_detached = tensor.gradient_detached
        made.cut_from = tensor.cut_from
        if not self.requires_grad_of(tensor).maybe:
            made.cut, made.cuts = tensor.cut, tensor.cuts
            return
        made.cut = cut
        self._tell_cut((tensor,), made, cut)

    def array(self, tensor: Tensor, site: Site) -> Tensor:
        """A NumPy array on the same memory, as a tensor whose counter nobody else sees."""
        made = self.data(tensor, site)
        made.alias, made.inference, made.uncounted = Alias.NUMPY, Tri.NO, Tri.NO
        made.cut = Mark(site, self.path, "numpy") if tensor.requires_grad.maybe else tensor.cut
        return made

    def set_data(self, tensor: Tensor, value: Tensor | None, site: Site) -> None:
        """``tensor.data = value``: the object keeps its history and counter and gets other memory.

        What saved the object itself (an input, a leaf) then sees the new memory without notice; a saved output is
        kept apart from the object and does not.
        """
        write = Write(site, tensor, self.path, counted=False, kind=DATA_ASSIGNMENT)
        storage = value.storage if value is not None else Storage(self.trail)
        region = value.region if value is not None else WHOLE
        touched = []
        for entry in tensor.counter.saved:
            itself = entry.original and entry.role != "input or view of it"
            if entry.tensor is not tensor or not itself or not self._meets(entry):
                continue
            if storage is entry.storage and region == entry.region:
                self._undo_assignment(entry)
            else:
                self.trail.set(entry, "silent", _kept(entry.silent, write))
                touched.append(entry)
        self.emit(Written(site, self.path, write, tensor, tuple(touched), () if value is None else (value,)))
        self._note_update(tensor, (value,), site)
        if value is not None:
            self.trail.set(tensor, "expanded", value.expanded)
            self.trail.set(tensor, "layout", value.layout)
        self.trail.set(tensor, "storage", storage)
        self.trail.set(tensor, "region", region)

    def _note_update(self, target: Tensor, sources: Sequence[Tensor | None], site: Site) -> None:
        """An update by hand has used a leaf's gradient."""
        leaf = target.alias_of if target.alias in (Alias.DATA, Alias.DETACH) else target
        if leaf is not None and leaf.leaf.yes and leaf.grads and any(uses_gradient_of(item, leaf) for item in sources):
            mark = Mark(site, self.path, BY_HAND)
            self.trail.set(leaf, "consumed", (*leaf.consumed, mark)[-WRITES_KEPT:])

    def _undo_assignment(self, entry: SavedEntry) -> None:
        """The tensor got back the memory it had when it was saved."""
        left = tuple(write for write in entry.silent if write.kind != DATA_ASSIGNMENT or not self.path <= write.path)
        self.trail.set(entry, "silent", left)

    def detach_in_place(self, tensor: Tensor, site: Site) -> None:
        """``tensor.detach_()``: this object leaves the graph; torch refuses it on views, inference mode ignores it."""
        if self.modes.inference.yes or tensor.inference.yes:
            return
        self.emit(DetachedInPlace(site, self.path, tensor, tensor.node, tensor.is_view))
        if tensor.is_view:
            return
        if tensor.requires_grad.maybe:
            self.trail.set(tensor, "cut", Mark(site, self.path, "detach_"))
        self.trail.set(tensor, "node", None)
        self.trail.set(tensor, "leaf", Tri.YES)
        self.trail.set(tensor, "requires_grad", Tri.NO)

    # -- in-place writes -----------------------------------------------------------------------------------------

    def write(
        self,
        target: Tensor,
        site: Site,
        *,
        sources: Sequence[Tensor | None] = (),
        operator: Operator | None = None,
        kind: str = "in-place",
    ) -> bool:
        """An in-place operation on ``target``; False when torch refuses it there and then.

        ``sources`` are its other operands (None for what is no tensor); ``operator`` tells what it saves.
        """
        inputs = (target, *sources)
        requires, is_tensor = self._signature(inputs)
        recorded = self._records(inputs) & any_of(requires)
        if operator is not None and recorded.maybe:
            recorded = recorded & operator.result_requires_grad(requires, is_tensor)
        if target.dtype.differentiable.no or (operator is not None and operator.grad == "no"):
            recorded = Tri.NO
        refusal = self._refusal(target, sources, operator, site) if recorded.yes else None
        fault = self._memory_fault(target, operator)
        if refusal is None and fault is not None:
            refusal = WriteRefused(site, self.path, target, fault)
        if refusal is not None:
            self.emit(refusal)
            return False
        node = self._write_node(target, sources, operator, site) if recorded.maybe else None
        write = Write(site, target, self.path, counted=target.alias is not Alias.NUMPY, kind=kind)
        self._touch(target, write, [item for item in sources if item is not None])
        self._note_update(target, sources, site)
        if node is not None:
            self._rebase(target, sources, node, recorded)
            if operator is not None:
                self._save_result(node, operator, inputs, target)
        return True

    def _refusal(
        self, target: Tensor, sources: Sequence[Tensor | None], operator: Operator | None, site: Site
    ) -> Event | None:
        """Why torch refuses to record the write, in the order in which it looks."""
        requires, is_tensor = self._signature((target, *sources))
        certain = any(
            flag.yes and item is not None and not item.presumed
            for flag, item in zip(requires, (target, *sources), strict=True)
        )
        fault = self._graph_fault(target, requires[0])
        if fault is not None and certain:
            return WriteRefused(site, self.path, target, fault)
        tensors = [item for item in sources if item is not None]
        stale = self._stale(tensors, site)
        if stale is not None:
            return stale
        if operator is None or not any(item.inference.yes for item in tensors):
            return None
        for item, saved in zip(sources, operator.saved_inputs(requires, is_tensor)[1:], strict=False):
            if item is not None and item.inference.yes and saved.yes:
                return InferenceSaved(site, self.path, item, operator.name)
        return None

    def _memory_fault(self, target: Tensor, operator: Operator | None) -> WriteFault | None:
        spreads = operator is not None and operator.name.rstrip("_") in WRITES_OVERLAPPING
        if target.expanded.yes and target.alias is not Alias.NUMPY and not spreads:
            return WriteFault.EXPANDED
        if target.uncounted.yes and self.modes.inference.no:
            return WriteFault.INFERENCE
        return None

    def _graph_fault(self, target: Tensor, requires: Tri) -> WriteFault | None:
        """What ``check_inplace`` refuses when the write is to be recorded."""
        if target.base is not None:
            if target.view_no_grad.yes:
                return WriteFault.NO_GRAD_VIEW
            if target.view_kind is ViewKind.MULTI:
                return WriteFault.MULTI_VIEW
            if requires.yes and target.base.leaf.yes and not target.base.presumed:
                return WriteFault.VIEW_OF_LEAF
        if requires.yes and target.leaf.yes and not target.presumed:
            return WriteFault.LEAF
        return None

    def _write_node(
        self, target: Tensor, sources: Sequence[Tensor | None], operator: Operator | None, site: Site
    ) -> Node:
        """The node that a write adds: torch saves the other operands before it writes."""
        inputs = (target, *sources)
        is_tensor = tuple(item is not None for item in inputs)
        before = self.edge(target.base) if target.base is not None else None
        node = self._new_node_from(operator, inputs, site)
        if operator is not None:
            for item, saved in zip(sources, operator.saved_inputs(node.flows, is_tensor)[1:], strict=False):
                if item is not None and saved.maybe:
                    self._save(node, item, "input", saved)
            node.saves = node.saves | operator.saves_anything(node.flows, is_tensor)
        if target.base is not None:
            own = self.edge(target)
            others = [edge for edge in node.edges if own is None or edge.target is not own.target]
            node.edges = (*((before,) if before is not None else ()), *others)
            node.saves = Tri.YES
        return node

    def _touch(self, target: Tensor, write: Write, sources: Sequence[Tensor] = ()) -> None:
        self._numbers += 1
        write = replace(write, number=self._numbers)
        storage, counter = target.storage, target.counter
        counted = counter.saved if write.counted else []
        touched = [entry for entry in counted if self._meets(entry)]
        for entry in touched:
            self.trail.set(entry, "raising", _kept(entry.raising, write))
        for entry in storage.saved:
            if (write.counted and entry.counter is counter) or not self._meets(entry):
                continue
            overlap = overlapping(entry.region, target.region)
            if overlap.yes:
                self.trail.set(entry, "silent", _kept(entry.silent, write))
                touched.append(entry)
            elif overlap.maybe:
                self.trail.set(entry, "doubtful", _kept(entry.doubtful, write))
        if write.counted:
            self.trail.set(counter, "version", counter.version + 1)
            move = Mark(write.site, self.path, counter.version)
            self.trail.set(counter, "moves", (*counter.moves, move)[-WRITES_KEPT:])
        self.trail.set(storage, "content", storage.content + 1)
        self.trail.set(storage, "writes", _latest(storage.writes, write))
        self.emit(Written(write.site, self.path, write, target, tuple(touched), tuple(sources)))

    def _meets(self, entry: SavedEntry) -> bool:
        return compatible(entry.node.path, self.path) and self._live(entry)

    def _live(self, entry: SavedEntry) -> bool:
        return not any(mark.path <= self.path for mark in entry.node.freed)

    def _rebase(self, target: Tensor, sources: Sequence[Tensor | None], node: Node, needs: Tri) -> None:
        """Give the written tensor its new history; behind a view it is the base that the node belongs to."""
        owner = target.base if target.base is not None else target
        before = self.requires_grad_of(target)
        self.trail.set(owner, "node", node)
        self.trail.set(owner, "requires_grad", needs | owner.requires_grad)
        self.trail.set(owner, "leaf", ~owner.requires_grad)
        if target is not owner:
            self._renew_view(target, owner)
        giving = [item for item in sources if item is not None and item.requires_grad.maybe]
        if giving and (before.no or target.presumed):
            presumed = all(item.presumed for item in giving)
            self.trail.set(target, "presumed", presumed)
            self.trail.set(owner, "presumed", presumed)

    # -- flags ---------------------------------------------------------------------------------------------------

    def set_requires_grad(self, tensor: Tensor, value: bool, site: Site, *, assigned: bool = False) -> None:
        """``requires_grad_(value)``; or, ``assigned``, ``tensor.requires_grad = value``.

        Of a computed tensor that requires grad anyway torch lets the method switch it on and refuses the assignment.
        """
        if value and tensor.dtype.differentiable.no:
            self.emit(FlagRefused(site, self.path, tensor, value, "dtype"))
            self.trail.set(tensor, "requires_grad", Tri.UNKNOWN)
            return
        computed = tensor.leaf.no and tensor.requires_grad.yes
        if computed and (not value or (assigned and tensor.known and not tensor.presumed)):
            self.emit(FlagRefused(site, self.path, tensor, value, "non-leaf"))
            return
        if value and tensor.inference.yes and self.modes.inference.no:
            self.emit(FlagRefused(site, self.path, tensor, value, "inference"))
            self.trail.set(tensor, "requires_grad", Tri.UNKNOWN)
            return
        if not value:
            self.trail.set(tensor, "cut", Mark(site, self.path, "frozen"))
        else:
            self.trail.set(tensor, "flagged", Mark(site, self.path))
        self.emit(FlagSet(site, self.path, tensor, value))
        self.trail.set(tensor, "requires_grad", Tri.of(value))
        self.trail.set(tensor, "through_base", tensor.is_view and not value)
        self.trail.set(tensor, "presumed", False)

    # -- backward ------------------------------------------------------------------------------------------------

    def backward(
        self,
        root: Tensor,
        site: Site,
        *,
        retain: bool = False,
        create_graph: bool = False,
        has_gradient: bool = False,
        inputs: Sequence[Tensor] | None = None,
        accumulates: bool = True,
        allow_unused: bool = True,
        joint: bool = False,
    ) -> None:
        """Run backward from ``root``: check what was saved, free the graph, add to the leaves' gradients.

        ``inputs`` limits the pass to the part of the graph that leads to them (``autograd.grad``), which adds to no
        gradient when ``accumulates`` is False. ``joint`` goes on with the last pass, from another of the roots that it
        may have: what that one freed or filled is not met again.
        """
        self._passes += 0 if joint else 1
        if root.count is Count.MANY and not has_gradient and self.requires_grad_of(root).maybe:
            self.emit(BackwardOfNonScalar(site, self.path, root))
        start = self.edge(root, site)
        if start is None:
            self.emit(BackwardWithoutGraph(site, self.path, root))
        stale = self._stale(inputs or (), site)
        if stale is not None:
            self.emit(stale)
        if start is None or stale is not None or self._staleness(root) is not None:
            return
        for item in inputs or ():
            if self.requires_grad_of(item).no:
                self.emit(GradientUnused(site, self.path, root, item))
        reached = walk.reach(self, root, tuple(inputs) if inputs is not None else None, accumulates)
        if accumulates:
            self._check_leaves(reached, root, site)
        for visit in reached.visits:
            if not self._check_node(visit, root, site):
                break
        for item in inputs or ():
            if not (allow_unused or walk.depends_on(self, root, frozenset({self.node_of(item) or item}))):
                self.emit(GradientUnused(site, self.path, root, item))
        spent, accumulated = self._accumulate(reached, site, create_graph) if accumulates else ((), ())
        keep = retain or create_graph
        if not keep:
            self._free(reached, site)
        self.emit(
            BackwardRun(
                site,
                self.path,
                root,
                tuple(leaf for leaf, _ in reached.ways_to_leaves),
                frozenset(visit.node for visit in reached.visits),
                keep,
                create_graph,
                tuple(inputs) if inputs is not None else None,
                spent,
                accumulated,
            )
        )

    def check_pending(self, root: Tensor, site: Site) -> None:
        """Ask what a backward pass from ``root``, which is out of view, would meet; nothing is freed."""
        if self.edge(root, site) is None:
            return
        reached = walk.reach(self, root, None)
        for visit in reached.visits:
            for entry in visit.node.saved:
                self._check_entry(entry, visit.ways, None, site)

    def _check_leaves(self, reached: walk.Reach, root: Tensor, site: Site) -> None:
        for leaf, path in reached.leaves:
            if self.requires_grad_of(leaf).no:
                continue
            stale = self._stale((leaf,), site)
            if stale is not None:
                self.emit(stale)
            elif self.node_of(leaf, site) is not None and leaf.leaf.no:
                self.emit(LeafMoved(site, path, leaf, root))

    def _check_node(self, visit: walk.Visit, root: Tensor, site: Site) -> bool:
        """False where torch certainly stops."""
        node = visit.node
        if node.saves.yes:
            for mark in node.freed:
                if mark.detail == self._passes:
                    continue
                path = _meeting(mark.path, visit.ways)
                if path is not None and root.node is not None and walk.surely_reaches(root.node, node):
                    self.emit(BackwardTwice(site, path, node, mark, root))
                    return not _always(mark.path, visit.ways)
        stops = False
        for entry in node.saved:
            stops = self._check_entry(entry, visit.ways, root, site) or stops
        return not stops

    def _check_entry(self, entry: SavedEntry, ways: Ways, root: Tensor | None, site: Site) -> bool:
        stops = False
        if not entry.certain.yes:
            return False
        if entry.original and entry.computed and entry.tensor.node is None:
            self.emit(SavedDetached(site, shared(ways), entry, root))
            stops = True
        for write in (*entry.raising, *entry.silent):
            path = _meeting(write.path, ways)
            if path is not None:
                stale = entry.original and self._staleness(entry.tensor) is not None
                self.emit(SavedModified(site, path, entry, write, root, stale))
                stops = stops or (write.counted and write in entry.raising and _always(write.path, ways))
        return stops

    def _accumulate(
        self, reached: walk.Reach, site: Site, create_graph: bool
    ) -> tuple[tuple[tuple[Tensor, Mark, Mark], ...], tuple[tuple[Tensor, tuple[Mark, ...]], ...]]:
        stale = []
        accumulated = []
        for leaf, ways in reached.ways_to_leaves:
            if self.requires_grad_of(leaf).no:
                continue
            self.touched[leaf] = None
            earlier = tuple(
                mark for mark in leaf.grads if mark.detail != self._passes and _meeting(mark.path, ways) is not None
            )
            used = tuple(mark for mark in leaf.consumed if _meeting(mark.path, ways) is not None)
            if earlier and used:
                stale.append((leaf, earlier[0], used[0]))
            if earlier:
                accumulated.append((leaf, earlier))
            self.trail.set(
                leaf, "grads", (*leaf.grads, *(Mark(site, path, self._passes) for path in ways))[-WRITES_KEPT:]
            )
            self.trail.set(leaf, "holds_gradient", True)
            gradient = self._one_gradient(leaf)
            if gradient is not None and not create_graph:
                self._touch(gradient, Write(site, gradient, self.path, counted=True, kind="accumulation"))
            elif create_graph:
                self.trail.set(leaf, "gradient", None)
        return tuple(stale), tuple(accumulated)

    @staticmethod
    def _one_gradient(leaf: Tensor) -> Tensor | None:
        """Its ``.grad``, unless branches have left different ones."""
        return leaf.gradient if isinstance(leaf.gradient, Tensor) else None

    def _free(self, reached: walk.Reach, site: Site) -> None:
        for visit in reached.visits:
            for mark in (Mark(site, path, self._passes) for path in visit.ways):
                if not any(old.path <= mark.path for old in visit.node.freed):
                    self.trail.set(visit.node, "freed", (*visit.node.freed, mark)[-WRITES_KEPT:])

    # -- optimizers ----------------------------------------------------------------------------------------------

    def step(self, parameters: Sequence[Tensor], site: Site, kind: str = "step") -> None:
        """``optimizer.step()``: an in-place write, under no_grad, to each parameter that has a gradient."""
        for parameter in parameters:
            if parameter.requires_grad.no and not parameter.grads:
                continue
            if parameter.grads or not parameter.known:
                self.trail.set(parameter, "consumed", (*parameter.consumed, Mark(site, self.path))[-WRITES_KEPT:])
            if parameter.grads or parameter.holds_gradient:
                self._touch(parameter, Write(site, parameter, self.path, counted=True, kind=kind))

    def clear_gradients(self, parameters: Sequence[Tensor], site: Site, *, to_none: bool | None = None) -> None:
        """``zero_grad``: nothing is left of earlier backward passes.

        ``to_none`` says whether the gradients are given up (True) or filled with zeros (False), if that is known.
        """
        for parameter in parameters:
            self.trail.set(parameter, "grads", ())
            self.trail.set(parameter, "consumed", ())
            self.trail.set(parameter, "holds_gradient", parameter.holds_gradient and to_none is False)
            gradient = self._one_gradient(parameter)
            if gradient is not None and to_none:
                self.trail.set(parameter, "gradient", None)
            elif gradient is not None and to_none is False:
                self._touch(gradient, Write(site, gradient, self.path, counted=True, kind="zero_grad"))

    def gradient(self, tensor: Tensor, site: Site) -> Tensor:
        """``tensor.grad``: always the same tensor until the gradient is given up."""
        if tensor.gradient is None:
            made = self.tensor(site, dtype=tensor.dtype, count=tensor.count)
            made.grad_of, made.inference, made.uncounted = tensor, Tri.NO, Tri.NO
            self.trail.set(tensor, "gradient", made)
            return made
        return tensor.gradient

    # -- modes ---------------------------------------------------------------------------------------------------

    @property
    def current_modes(self) -> tuple[Tri, Tri, Site]:
        """What to give to :meth:`restore_modes` to come back to the modes of now."""
        return self.modes.grad, self.modes.inference, self.modes.grad_off_site

    def set_grad_mode(self, grad: Tri, site: Site = None, *, inference: Tri | None = None) -> tuple[Tri, Tri, Site]:
        """Switch grad mode (and inference mode); returns what to give to :meth:`restore_modes`."""
        before = self.current_modes
        self.trail.set(self.modes, "grad", grad)
        self.trail.set(self.modes, "grad_off_site", site if grad.no else None)
        if inference is not None:
            self.trail.set(self.modes, "inference", inference)
        return before

    def restore_modes(self, before: tuple[Tri, Tri, Site]) -> None:
        """Back to an earlier grad mode."""
        self.trail.set(self.modes, "grad", before[0])
        self.trail.set(self.modes, "inference", before[1])
        self.trail.set(self.modes, "grad_off_site", before[2])


def _gradient_used(tensors: Sequence[Tensor], site: Site, path: Path) -> tuple[Tensor, Mark] | None:
    for item in tensors:
        if item.grad_of is not None:
            return item.grad_of, Mark(site, path)
        if item.gradient_used is not None:
            return item.gradient_used
    return None


def _gradient_detached(tensors: Sequence[Tensor]) -> bool:
    used = [item for item in tensors if item.grad_of is not None or item.gradient_used is not None]
    return bool(used) and all(item.gradient_detached for item in used)


def uses_gradient_of(tensor: Tensor | None, leaf: Tensor) -> bool:
    """Whether the ``.grad`` of a leaf is a tensor, or went into it."""
    if tensor is None:
        return False
    return tensor.grad_of is leaf or (tensor.gradient_used is not None and tensor.gradient_used[0] is leaf)


def _meeting(path: Path, ways: Ways) -> Path | None:
    """The path of the first way on which something that happened on a path is met."""
    return next((both(way, path) for way in ways if compatible(way, path)), None)


def _always(path: Path, ways: Ways) -> bool:
    """Whether what happened on a path is met on every way."""
    return all(path <= way for way in ways)


def _only(index: int, size: int) -> tuple[Tri, ...]:
    return tuple(Tri.of(position == index) for position in range(size))


def _same_memory(made: Tensor, source: Tensor) -> None:
    made.ndim, made.inference = source.ndim, source.inference
    made.uncounted = made.uncounted & source.uncounted
    made.region, made.expanded, made.layout = source.region, source.expanded, source.layout


def _all_cuts(tensors: Sequence[Tensor]) -> tuple[Mark, ...]:
    found: dict[Mark, None] = {}
    for item in tensors:
        found.update(dict.fromkeys(item.cuts or (() if item.cut is None else (item.cut,))))
    return tuple(found)[:WRITES_KEPT]


def _latest(writes: tuple[Write, ...], new: Write) -> tuple[Write, ...]:
    """The writes with the newest of each place last."""
    others = [old for old in writes if old.site is not new.site or old.path != new.path]
    return (*others, new)[-WRITES_KEPT:]


def _kept(writes: tuple[Write, ...], new: Write) -> tuple[Write, ...]:
    if any(old.site is new.site and old.path == new.path for old in writes):
        return writes
    return (*writes, replace(new))[-WRITES_KEPT:]
