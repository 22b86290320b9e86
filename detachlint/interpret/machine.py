"""The abstract machine: the engine, the values and the paths, and what every part of the interpreter needs of them."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import libcst as cst

from detachlint.interpret import limits
from detachlint.interpret.events import Collected, GaveUp, Happening, OutArgument, YieldedUnderNoGrad
from detachlint.interpret.frames import Exit, Frame, ModuleScope
from detachlint.interpret.source_site import Site
from detachlint.interpret.syntax import SyntaxIndex
from detachlint.interpret.values import (
    BATCH,
    UNRESOLVED,
    Arguments,
    ArrayValue,
    BoundMethod,
    ClassValue,
    Const,
    DictValue,
    External,
    FunctionValue,
    Instance,
    IteratorValue,
    ListValue,
    Namespace,
    Native,
    NativeMethod,
    Partial,
    TupleValue,
    Union,
    Unknown,
    Value,
)
from detachlint.shadow.engine import Engine
from detachlint.shadow.events import Event
from detachlint.shadow.graph import Node
from detachlint.shadow.path import ANYWHERE, Path, both, compatible
from detachlint.shadow.tensor import Mark, Tensor
from detachlint.shadow.trail import Cell
from detachlint.shadow.tri import Tri

Listener = Callable[[Event | Happening], None]


class OutOfSteps(BaseException):
    """The file's budget of evaluations is used up; what was found so far stands."""


class Machine:
    """One run over one file and what it imports.

    What the parts of the interpreter need of one another is declared here and set by
    :mod:`detachlint.interpret.wiring`.
    """

    evaluate: Callable[[cst.BaseExpression], Value]
    """Evaluates an expression in the innermost frame."""
    call: Callable[[Value, Arguments, Site | None], Value]
    """Calls a value."""
    read_attribute: Callable[[Value, str, Site | None], Value]
    write_attribute: Callable[[Value, str, Value, Site | None], None]
    binary: Callable[[str, Value, Value, Site | None], Value]
    """A binary operator by symbol."""
    iterate: Callable[[Value, Site | None], tuple[tuple[Value, ...], Value]]
    """The known elements of an iterable, and one that stands for the others."""
    truth: Callable[[Value], Tri]
    condition_path: Callable[[Value], Path]
    """The path on which a value, used as a test, holds."""
    execute_suite: Callable[[cst.BaseSuite], bool]
    branch: Callable[[Sequence[tuple[Path, Callable[[], bool]]]], bool]
    run_context_manager: Callable[[Value, Callable[[Value], bool], Site], bool | None]
    """Runs a ``with`` body inside a generator that is a context manager in view; None when it is something else."""
    run_generator: Callable[[IteratorValue, Callable[[Value, bool], None], Site], None]
    """Runs a generator that has not begun; the function takes each value, and whether it is certain to come next."""
    settle: Callable[[IteratorValue, Site], None]
    """Takes all values of a generator that has not begun."""
    holders: Callable[[Tensor], list[str]]
    """Who holds a tensor, in the user's words."""
    is_module: Callable[[Value], bool]
    is_function_class: Callable[[Value], bool]
    deep_tensors: Callable[[Value], list[Tensor]]
    """The tensors in a value, those in attributes of objects included."""
    held: Callable[[Value], tuple[Tensor, ...]]
    """The tensors that an optimizer holds."""
    clipped: Callable[[Arguments], list[Tensor]]
    """The tensors that a call of gradient clipping was given."""
    layer_kinds: Callable[[Value], list[str]]
    """The qualified names of all layers in a module."""
    module_tensors: Callable[[Value], list[Tensor]]
    """All parameters of a module."""

    def __init__(self, listener: Listener, steps: int) -> None:
        self.engine = Engine(listener)
        self.trail = self.engine.trail
        self.autocast = False
        """Whether ``torch.autocast`` may be on."""
        self.emit: Listener = listener
        self.steps_left = steps
        self.syntax = SyntaxIndex()
        self.frames: list[Frame] = []
        self.function_steps: dict[cst.CSTNode, int] = {}
        self.loop_factor = 1
        self.undos = 0
        self.executed: set[cst.CSTNode] = set()
        """The bodies of functions that were followed at least once."""
        self.managers: list[Value] = []
        self.importer: Callable[[str, ModuleScope, int], Namespace | None] = lambda name, scope, level: None
        self.inspector: Callable[[cst.CSTNode, bool], None] | None = None
        """Somebody who looks at every statement: one that has run, or a block that is about to."""
        self.unresolved: set[Tensor] = set()
        """Tensors that stand for names which nothing in view binds."""
        self.left_out_elements = False
        """Whether elements that are known were never looked at, so that what was not seen may still happen."""
        self.last_call: tuple[Value, str, Value] | None = None
        """The last modelled call: what was called, under which name, on what."""
        self.last_read: tuple[Value, str] | None = None
        """The last attribute read: of what, under which name."""
        self.attribute_sites: dict[tuple[int, str], Site] = {}
        self.default_precision: str | None = "float32"
        """The default dtype, while it is known."""
        """Where the attributes of ``ctx`` objects were set."""
        self.watched: dict[cst.CSTNode, list[Exit]] = {}
        self.legacy_functions: set[ClassValue] = set()
        self.remainders = 0
        """How many remainders were taken of numbers that are known."""
        self.counted_branches = 0
        """How many of the branches being run were opened by a test that took such a remainder."""
        self.counting: set[Hashable] = set()
        """Identities of values that a remainder went into."""
        self.mode_calls: set[Site | None] = set()
        """The calls of ``set_grad_enabled``, which work at once."""
        self._summaries: list[Tensor] = []
        self._derived: dict[Hashable, Unknown] = {}
        self._keep: list[Value] = []
        self._negations: dict[int, Unknown] = {}
        self.outside: Tensor | None = None
        """Stands for all parameters out of view."""

    # -- bookkeeping ---------------------------------------------------------------------------------------------

    @property
    def path(self) -> Path:
        """The path being followed."""
        return self.engine.path

    @property
    def frame(self) -> Frame:
        """The innermost running frame."""
        return self.frames[-1]

    def tick(self) -> None:
        """Count one evaluation."""
        self.steps_left -= 1
        if self.steps_left < 0:
            raise OutOfSteps

    def site(self, node: cst.CSTNode) -> Site:
        """The site of a node of the file being run."""
        return self.frame.module.file.site(node)

    def give_up(self, site: Site | None, limit: str, name: str) -> None:
        """Say that a limit was reached, and what was not followed further."""
        self.emit(GaveUp(site, self.path, name, limit))

    # -- unknown values ------------------------------------------------------------------------------------------

    def unknown(self, site: Site | None = None, kind: str = "any", origin: str | None = None) -> Unknown:
        """Something new out of view."""
        made = Unknown(self.trail, site, kind)
        made.origin = origin
        return made

    def derived(self, key: tuple[Hashable, ...], parts: Sequence[Value], kind: str = "any") -> Unknown:
        """The unknown result of a pure operation: the same object for the same operands."""
        found = self._derived.get(key)
        if found is None:
            found = self._derived[key] = self.unknown(kind=kind)
            self._keep.extend(parts)
            if key[0] == "%" or any(id(part) in self.counting for part in parts):
                self.counting.add(id(found))
        return found

    def negation(self, value: Value) -> Value:
        """``not value``, so that a test of either decides the other."""
        if isinstance(value, Unknown) and value.negation_of is not None:
            return value.negation_of
        found = self._negations.get(id(value))
        if found is None:
            found = self._negations[id(value)] = self.unknown(kind="bool")
            found.negation_of = value
            self.keep(value)
        return found

    def keep(self, value: Value) -> None:
        """Keep a value alive whose identity is a condition's token."""
        self._keep.append(value)

    def identity(self, value: Value) -> Hashable:
        """A key that is equal for the same value only."""
        return ("const", value) if isinstance(value, Const) else ("id", id(value))

    # -- values on paths -----------------------------------------------------------------------------------------

    def alternatives(self, value: Value) -> list[tuple[Path, Value]]:
        """What a value may be on the path being followed."""
        if not isinstance(value, Union):
            return [(ANYWHERE, value)]
        return [(path, item) for path, item in value.alternatives if compatible(path, self.engine.path)]

    def narrow(self, value: Value) -> Value:
        """The value without alternatives that the path rules out."""
        if not isinstance(value, Union):
            return value
        left = self.alternatives(value)
        if len(left) == len(value.alternatives):
            return value
        return self.union(left)

    def union(self, alternatives: Iterable[tuple[Path, Value]]) -> Value:
        """One value for several; equal ones are merged, too many become unknown."""
        merged: list[tuple[Path, Value]] = []
        for path, value in alternatives:
            flat = value.alternatives if isinstance(value, Union) else ((ANYWHERE, value),)
            for inner, item in flat:
                if isinstance(value, Union) and not compatible(inner, path):
                    continue
                self._add_alternative(merged, both(path, inner), item)
        if not merged:
            return self.unknown()
        if len(merged) == 1:
            return merged[0][1]
        if len(merged) > limits.ALTERNATIVES:
            merged = self._latest(merged)
        return Union(tuple(merged))

    def _latest(self, merged: Sequence[tuple[Path, Value]]) -> list[tuple[Path, Value]]:
        """The alternatives that came last as they are, and one that stands for those before."""
        earlier, latest = merged[: 1 - limits.ALTERNATIVES], merged[1 - limits.ALTERNATIVES :]
        path = frozenset.intersection(*(item for item, _ in earlier))
        return [(path, self._one_of_many([item for _, item in earlier])), *latest]

    def _one_of_many(self, items: Sequence[Value]) -> Unknown:
        """What stands for too many alternatives: not known, but for what gradients may flow to."""
        made = self.unknown()
        tensors = [tensor for item in items for tensor in self.tensors_in(item, 0)]
        made.derived_from = tuple(tensor for tensor in tensors if tensor.requires_grad.maybe)
        return made

    @staticmethod
    def _add_alternative(merged: list[tuple[Path, Value]], path: Path, item: Value) -> None:
        for index, (known_path, known) in enumerate(merged):
            if known is item or (isinstance(item, Const) and known == item):
                merged[index] = (known_path & path, known)
                return
        merged.append((path, item))

    def lift(self, function: Callable[..., Value], *values: Value) -> Value:
        """Apply a function of plain values to values that may have alternatives, each on its path."""
        if not any(isinstance(value, Union) for value in values):
            return function(*values)
        results: list[tuple[Path, Value]] = []
        for path, combination in self._combinations(values):
            with self.engine.assuming(path):
                results.append((path, function(*combination)))
        return self.union(results)

    def _combinations(self, values: Sequence[Value]) -> Iterator[tuple[Path, tuple[Value, ...]]]:
        found: list[tuple[Path, tuple[Value, ...]]] = [(ANYWHERE, ())]
        for value in values:
            found = [
                (both(path, other), (*chosen, item))
                for path, chosen in found
                for other, item in self.alternatives(value)
                if compatible(path, other)
            ][: limits.ALTERNATIVES]
        return iter(found)

    def note_yield(self, site: Site) -> None:
        """Tell the rules of a ``yield`` between a grad mode switch of the same function and its end."""
        function = self.frame.function
        inline = function is not None and function.kind == "contextmanager"
        if self.frame.open_managers and self.engine.modes.grad.no and not inline:
            self.emit(YieldedUnderNoGrad(site, self.path))

    def watch(self, node: cst.CSTNode, run: Callable[[], Value]) -> list[Exit]:
        """The ways out that a function takes while something is run."""
        self.watched[node] = []
        run()
        return self.watched.pop(node)

    def method_of(self, receiver: Instance, name: str) -> Value | None:
        """A method that the class of an object in view defines, bound to it; None where there is none."""
        found = self.class_attribute(receiver.cls, name)
        return BoundMethod(found, receiver) if isinstance(found, FunctionValue) else None

    def class_attribute(self, cls: Value, name: str) -> Value | None:
        """What a class in view, or one of its bases in view, defines under a name."""
        for base in self.lineage(cls):
            if isinstance(base, ClassValue) and name in base.attributes:
                return base.attributes[name]
        return None

    def lineage(self, cls: Value) -> list[Value]:
        """A class and all its bases, nearest first (depth first, each once)."""
        order: dict[int, Value] = {}
        pending = [cls]
        while pending:
            current = pending.pop()
            if id(current) in order:
                continue
            order[id(current)] = current
            if isinstance(current, ClassValue):
                pending.extend(reversed(current.bases))
        return list(order.values())

    # -- branches ------------------------------------------------------------------------------------------------

    def lift_branch(self, mark: int, epoch: int) -> Any:
        """Take a branch's changes off the state."""
        self.undos += 1
        return self.trail.lift(mark, epoch)

    def join(self, branches: Sequence[tuple[Path, Any]]) -> None:
        """Put the joined changes of several branches onto the state."""
        self.trail.join(branches, self._join_place)

    def _join_place(self, values: Sequence[tuple[Path, Any]]) -> Any:
        if any(is_value(value) for _, value in values):
            return self.union([(path, value) for path, value in values if value is not None])
        if all(isinstance(value, tuple) and (not value or is_value(value[0])) for _, value in values):
            return self._join_items([(path, value) for path, value in values])
        return self.engine.join(values)

    def _join_items(self, values: Sequence[tuple[Path, tuple[Value, ...]]]) -> tuple[Value, ...]:
        longest = max(len(items) for _, items in values)
        return tuple(
            self.union([(path, items[index]) for path, items in values if index < len(items)])
            for index in range(longest)
        )

    @contextmanager
    def assuming(self, path: Path) -> Iterator[None]:
        """Follow a narrower path for a while."""
        with self.engine.assuming(path):
            yield

    # -- tensors -------------------------------------------------------------------------------------------------

    def outside_parameters(self) -> Tensor:
        """The tensor that stands for every parameter out of view."""
        if self.outside is None:
            self.outside = self.engine.tensor(None, requires_grad=Tri.YES, known=False)
            self.outside.parameter = True
        return self.outside

    def opaque_node(self, operator: str, site: Site | None, sources: Iterable[Tensor]) -> Node:
        """A node for code that was not seen: gradients may flow to all of its sources, what it saved is not known."""
        node = self.engine.new_node(operator, site)
        node.opaque = True
        node.saves = Tri.YES
        edges = (self.engine.edge(source) for source in sources)
        node.edges = tuple(edge for edge in edges if edge is not None)
        return node

    def prove_tensor(self, value: Value) -> None:
        """Something is used where only a tensor will do."""
        value = self.narrow(value)
        if isinstance(value, Unknown) and value.kind == "any" and not value.attributes:
            tensor = self.as_tensor(value)
            if tensor is not None:
                tensor.known = True
        elif isinstance(value, Tensor):
            value.known = True

    def is_tensor(self, value: Value) -> bool:
        """Whether a value is certain to be a tensor."""
        if isinstance(value, Unknown):
            return value.tensor is not None and value.tensor.known
        return isinstance(value, Tensor) and value.known

    def as_tensor(self, value: Value, site: Site | None = None) -> Tensor | None:
        """The tensor a value is, or would be if it is used as one; None for what cannot be a tensor."""
        if isinstance(value, Tensor):
            return value
        if isinstance(value, Unknown):
            if value.kind not in ("any", "tensor"):
                return None
            if value.tensor is None:
                value.tensor = self._materialise(value, site)
                value.tensor.born = value.born
            return value.tensor
        if isinstance(value, Union):
            left = [item for _, item in self.alternatives(value) if isinstance(item, (Tensor, Unknown))]
            return self.as_tensor(left[0], site) if left else None
        return None

    def _materialise(self, value: Unknown, site: Site | None) -> Tensor:
        made = self.engine.tensor(value.site or site, requires_grad=Tri.UNKNOWN, known=value.kind == "tensor")
        made.leaf = Tri.UNKNOWN
        if value.origin == UNRESOLVED:
            self.unresolved.add(made)
        if value.node is not None:
            self.engine.give_node(made, value.node)
            made.requires_grad = Tri.YES
            made.leaf = Tri.NO
        elif value.forward_input:
            made.requires_grad = Tri.YES
            made.presumed = True
        elif value.origin == BATCH:
            made.requires_grad, made.leaf = Tri.NO, Tri.YES
        elif value.derived_from and self.engine.modes.grad.maybe:
            node = self.opaque_node("out of view", site, value.derived_from)
            node.born = value.born
            node.guessed = True
            node.saves = Tri.UNKNOWN
            self.engine.give_node(made, node)
            made.requires_grad = Tri.UNKNOWN
            made.leaf = Tri.UNKNOWN
        return made

    def tensors_in(self, value: Value, depth: int = 3) -> Iterator[Tensor]:
        """Every tensor that a value is or holds, as far as is known."""
        if isinstance(value, Tensor):
            yield value
        elif isinstance(value, Unknown):
            if value.tensor is not None or value.node is not None or value.derived_from:
                tensor = self.as_tensor(value)
                if tensor is not None:
                    yield tensor
        elif depth > 0:
            for item in self.parts(value):
                yield from self.tensors_in(item, depth - 1)

    def parts(self, value: Value) -> tuple[Value, ...]:
        """What a container or a choice holds."""
        if isinstance(value, (ListValue, IteratorValue)):
            return value.items if value.rest is None else (*value.items, value.rest)
        if isinstance(value, TupleValue):
            return value.items
        if isinstance(value, DictValue):
            held = tuple(value.items.values())
            return held if value.rest is None else (*held, value.rest)
        if isinstance(value, Union):
            return tuple(item for _, item in self.alternatives(value))
        return ()

    # -- frames and loops ----------------------------------------------------------------------------------------

    def class_being_defined(self) -> ClassValue | None:
        """The class whose body is being run, if one is."""
        return self.frame.defining

    def method_frame(self) -> Frame | None:
        """The innermost frame that runs a method."""
        for frame in reversed(self.frames):
            if frame.function is not None and frame.function.owner is not None:
                return frame
        return None

    def outlives_loop(self, holder: Value) -> bool:
        """Whether something was there before the innermost running loop began."""
        for frame in reversed(self.frames):
            if frame.loops:
                return getattr(holder, "born", frame.loops[-1].epoch) < frame.loops[-1].epoch
        return False

    def grows_unseen(self, holder: Value) -> bool:
        """Whether something was there before a running loop of which only the first iterations are run."""
        loops = (loop for frame in self.frames for loop in frame.loops)
        return any(not loop.unrolled and getattr(holder, "born", loop.epoch) < loop.epoch for loop in loops)

    def bound_before_loop(self, frame: Frame, name: str) -> bool:
        """Whether a name had a value before the innermost running loop of its frame."""
        if not self.frame.loops:
            return False
        return name in frame.names and (frame is not self.frame or name in self.frame.loops[-1].names_before)

    def blend(self, first: Value, second: Value) -> Value:
        """One value that stands for either, it is not known which."""
        if first is None or first is second:
            return second
        if isinstance(first, Unknown) or isinstance(second, Unknown):
            return first if isinstance(first, Unknown) and not isinstance(second, Tensor) else second
        token = self.unknown()
        self.keep(token)
        return self.union([(frozenset({(id(token), True)}), first), (frozenset({(id(token), False)}), second)])

    def native(self, name: str, function: Callable[..., Value]) -> Native:
        """A function of the interpreter's own as a value."""
        return Native(name, function)

    def extend_list(self, target: ListValue, source: Value, site: Site) -> None:
        """``target.extend(source)``."""
        items, rest = self.iterate(source, site)
        for item in (*items, *(() if rest is None else (rest,))):
            self.emit(Collected(site, self.path, target, item, self.outlives_loop(target)))
        self.trail.set(target, "items", (*target.items, *items))
        if rest is not None:
            self.trail.set(target, "rest", self.blend(target.rest, rest))

    def slot(self, target: Instance) -> str:
        """A name for an attribute whose real name is not known."""
        return f"<{len(target.attributes)}>"

    def from_loop(self, scope: Frame, name: str) -> bool:
        """Whether a name was last bound as the target of a running ``for``."""
        return name in scope.loop_targets

    def read_since(self, scope: Frame, name: str, steps_left: int) -> bool:
        """Whether a name was read after a moment, given as the count of steps then left."""
        return scope.read_at.get(name, steps_left + 1) < steps_left

    def source_module(self, optimizer: Instance) -> Instance | None:
        """The module whose ``parameters()`` an optimizer was given, where that is all it was given."""
        given = optimizer.hidden.get("given")
        found = given.of if isinstance(given, IteratorValue) else None
        return found if isinstance(found, Instance) else None

    def has_base_out_of_view(self, cls: ClassValue) -> bool:
        """Whether a class inherits from something that is neither in view nor torch's."""
        return any(isinstance(base, Unknown) for base in self.lineage(cls))

    def name_site(self, function: FunctionValue) -> Site | None:
        """Where a function's name stands."""
        node = function.node
        return function.module.file.site(node.name) if isinstance(node, cst.FunctionDef) else None

    def note_legacy_function(self, cls: ClassValue) -> None:
        """A function class whose methods are not static: calling it is explained by that."""
        self.legacy_functions.add(cls)

    def trainable_in(self, function: Value) -> list[Tensor]:
        """The parameters of a module, or of the modules that a function in view can name."""
        if isinstance(function, BoundMethod):
            return self.module_tensors(function.receiver)
        if not isinstance(function, FunctionValue):
            return self.module_tensors(function)
        used = self.syntax.names_in(function.node)
        return [
            tensor
            for name, value in function.scope.names.items()
            if name in used
            for tensor in self.module_tensors(self.narrow(value))
        ]

    def made_in_loop(self, cell: Cell) -> bool:
        """Whether something was made since the innermost running loop began."""
        for frame in reversed(self.frames):
            if frame.loops:
                return cell.born >= frame.loops[-1].epoch
        return False

    def in_loop(self) -> bool:
        """Whether a loop is running, in whichever frame."""
        return any(frame.loops for frame in self.frames)

    def counts(self, path: Path) -> bool:
        """Whether a path depends on a condition that counts (``step % 4 == 0``)."""
        return any(token in self.counting for token, _ in path)

    def iteration_began(self) -> int:
        """When the running iteration of the outermost loop began."""
        return min((loop.iteration_epoch for frame in self.frames for loop in frame.loops), default=0)

    def is_running(self, scope: object) -> bool:
        """Whether the code that a scope belongs to has not ended yet; what is no scope has no end."""
        return scope in self.frames or not isinstance(scope, Frame)

    def loop_depth(self) -> int:
        """How many loops are running, one inside the other."""
        return sum(len(frame.loops) for frame in self.frames)

    def in_module_call(self) -> bool:
        """Whether the running code was called by a module's ``forward``."""
        return any(frame.function is not None and frame.function.name == "forward" for frame in self.frames)

    def mode_matters(self, module: Instance) -> bool:
        """Whether a module behaves differently in training and in evaluation."""
        return any(
            "Dropout" in kind or "BatchNorm" in kind or "InstanceNorm" in kind for kind in self.layer_kinds(module)
        )

    def remember_binding(self, value: Value, site: Site, scope: Cell) -> None:
        """Note on the graph which statement keeps a value, and in what."""
        for tensor in self.tensors_in(value, 2):
            if tensor.node is not None:
                tensor.node.bound_site, tensor.node.bound_in = site, scope

    # -- what is out of view -------------------------------------------------------------------------------------

    def module_parameters_outside(self, module: Unknown) -> Tensor:
        """The tensor that stands for the parameters of a module out of view."""
        if module.parameters is None:
            made = Tensor(self.trail, site=module.site, requires_grad=Tri.YES, known=False)
            made.parameter = True
            made.born = module.born
            module.parameters = made
            self._summaries.append(made)
        return module.parameters

    def method_origin(self, callee: Unknown) -> tuple[Unknown | None, str | None]:
        """Of what, and under which name, something unknown was read as an attribute."""
        return callee.owner, callee.attribute

    def forget_gradients(self, holder: Instance, site: Site) -> None:
        """Code out of view had a module or optimizer in hand: it may have cleared the gradients."""
        held = [*self.module_tensors(holder), *holder.hidden.get("parameters", ())]
        tensors = [tensor for tensor in held if isinstance(tensor, Tensor)]
        self.engine.clear_gradients(tensors, site)

    def forget_outside_gradients(self, holder: Unknown, site: Site) -> None:
        """Code out of view had something unknown in hand, perhaps an optimizer."""
        if holder.tensor is not None or holder.kind not in ("any",):
            return
        self.engine.clear_gradients(self.all_outside_parameters(), site)

    def all_outside_parameters(self) -> tuple[Tensor, ...]:
        """Every tensor that stands for parameters out of view."""
        return (self.outside_parameters(), *self._summaries)

    def initialise_outside(self, made: Instance, arguments: Arguments, site: Site) -> None:
        """A constructor out of view was run."""
        made.complete = False

    def has_unseen_parameters(self, module: Instance) -> bool:
        """Whether a module may hold parameters that were set up out of view."""
        return any(isinstance(base, Unknown) for base in self.lineage(module.cls)) or any(
            isinstance(base, External) and not base.name.startswith(("torch.nn.", "pytorch_lightning.Lightning"))
            for base in self.lineage(module.cls)
        )

    def training_of(self, layer: Instance) -> Tri:
        """Whether a module is in training mode; unless told otherwise it is."""
        value = layer.attributes.get("training")
        return Tri.YES if value is None else self.truth(self.narrow(value))

    def no_grad_cut(self, site: Site) -> Mark:
        """The mark of a result that grad mode kept out of the graph."""
        return Mark(self.engine.modes.grad_off_site or site, self.path, "no_grad")

    def call_from(self, callee: Value, arguments: Arguments, site: Site) -> Value:
        """Call a child of a container; the child's own site explains an in-place layer better than the call."""
        inner = callee.site if isinstance(callee, Instance) and callee.site is not None else site
        return self.call(callee, arguments, inner if self.writes_in_place(callee) else site)

    @staticmethod
    def writes_in_place(callee: Value) -> bool:
        """Whether a layer was made with ``inplace=True``."""
        arguments = callee.hidden.get("arguments") if isinstance(callee, Instance) else None
        return isinstance(arguments, Arguments) and any(value == Const(True) for value in arguments.all)

    def field_default(self, cls: ClassValue, name: str, site: Site) -> Value:
        """The default of a dataclass field."""
        found = self.class_attribute(cls, name)
        if isinstance(found, Unknown) and found.default_factory is not None:
            return self.call(found.default_factory, Arguments(), site)
        return found if found is not None else self.unknown(site)

    def emit_out(self, site: Site, target: Tensor, inputs: tuple[Tensor, ...], needs: Tri) -> None:
        """Tell the rules of an ``out=`` argument."""
        certain = any(item.known and not item.presumed and item.requires_grad.yes for item in (*inputs, target))
        refused = needs.yes and certain and self.engine.modes.grad.yes
        self.emit(OutArgument(site, self.path, target, inputs, refused))


_VALUES = (
    Const,
    Unknown,
    ListValue,
    TupleValue,
    DictValue,
    IteratorValue,
    ArrayValue,
    External,
    FunctionValue,
    BoundMethod,
    NativeMethod,
    Native,
    Partial,
    ClassValue,
    Instance,
    Namespace,
    Union,
)


def is_value(thing: object) -> bool:
    """Whether something is a value of the interpreted program, rather than a fact about one."""
    return isinstance(thing, (_VALUES, Tensor))


__all__ = ["Machine", "OutOfSteps", "is_value"]
