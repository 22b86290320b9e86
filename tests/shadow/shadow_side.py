"""Runs a program through the shadow."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import prod

from detachlint.shadow.engine import Engine
from detachlint.shadow.events import (
    BackwardOfNonScalar,
    BackwardRun,
    BackwardTwice,
    BackwardWithoutGraph,
    DetachedInPlace,
    Event,
    FlagRefused,
    GradientUnused,
    InferenceSaved,
    LeafMoved,
    SavedDetached,
    SavedModified,
    StaleView,
    WriteRefused,
)
from detachlint.shadow.graph import Node
from detachlint.shadow.tensor import Count, Dtype, Tensor, ViewKind
from detachlint.shadow.tri import Tri
from tests.shadow.program import OK, SKIPPED, Kinds, Outcome, Step, TableOperator, Verdict, ends

KINDS: dict[str, ViewKind] = {"unbind": ViewKind.MULTI, "chunk": ViewKind.MULTI, "split": ViewKind.MULTI}
KINDS["expand"] = ViewKind.EXPANDED
PARTS = {"row 0": 0, "row 1": 1}
DTYPES = {"float": Dtype.FLOAT, "int": Dtype.INTEGER, "bool": Dtype.BOOL}
MODES: dict[str, tuple[Tri, Tri | None]] = {
    "no_grad": (Tri.NO, None),
    "enable_grad": (Tri.YES, None),
    "inference": (Tri.NO, Tri.YES),
    "normal": (Tri.YES, Tri.NO),
}


def verdict_of(event: Event) -> Verdict | None:
    """What an event means for the step it happened in; None when the step goes on."""
    if isinstance(event, WriteRefused):
        return f"refused: {event.fault.value}"
    if isinstance(event, StaleView):
        return "stale view"
    if isinstance(event, DetachedInPlace):
        return "detach of view" if event.was_view else None
    if isinstance(event, FlagRefused):
        return f"flag: {event.reason}"
    if isinstance(event, InferenceSaved):
        return "inference saved"
    if isinstance(event, SavedModified) and event.stale:
        return "stale view"
    if isinstance(event, SavedModified):
        return "modified" if event.write.counted and event.write in event.entry.raising else None
    if isinstance(event, BackwardTwice):
        return "twice"
    if isinstance(event, LeafMoved):
        return "leaf moved"
    if isinstance(event, SavedDetached):
        return "detached"
    if isinstance(event, BackwardWithoutGraph):
        return "no graph"
    if isinstance(event, BackwardOfNonScalar):
        return "non-scalar"
    if isinstance(event, GradientUnused):
        return "unused"
    return None


class ShadowSide:
    """The state of one run. ``kinds`` tells dtype and number of elements of every name, as torch has them."""

    def __init__(self, operators: Mapping[str, TableOperator], kinds: Kinds) -> None:
        self.engine = Engine(self._listen)
        self.operators = operators
        self.kinds = kinds
        self.tensors: dict[str, Tensor] = {}
        self.outcome = Outcome()
        self._events: list[Event] = []
        self._modes: list[tuple[Tri, Tri, object]] = []
        self._step = -1
        self._broadcast: set[Node] = set()
        """Nodes whose operands have several shapes."""

    def run(self, program: Sequence[Step], theirs: Sequence[Verdict]) -> Outcome:
        """Run a program as far as torch came, leaving out the steps that failed there for reasons of their own."""
        for item, verdict in zip(program, theirs, strict=False):
            self._step += 1
            self._events = []
            self.outcome.verdicts.append(self._perform(item, verdict))
            self.outcome.alternatives.append(self._alternatives())
            self.outcome.silent.append(
                frozenset(
                    event.entry.node.site
                    for event in self._events
                    if isinstance(event, SavedModified) and event.write in event.entry.silent
                )
            )
            self.outcome.doubtful.append(
                frozenset(
                    entry.node.site
                    for event in self._events
                    if isinstance(event, BackwardRun)
                    for node in event.nodes
                    for entry in node.saved
                    if entry.doubtful
                )
            )
            if ends(item, self.outcome.verdicts[-1]):
                break
        for name, tensor in self.tensors.items():
            self.outcome.facts[name] = (self.engine.requires_grad_of(tensor).yes, tensor.inference.yes)
        return self.outcome

    def _listen(self, event: Event) -> None:
        self._events.append(event)

    def _perform(self, item: Step, theirs: Verdict) -> Verdict:
        if theirs.startswith("other"):
            return theirs
        if not all(name in self.tensors for name in item.reads):
            return SKIPPED
        if theirs == "refused: expanded" and self.tensors[item.reads[0]].expanded is Tri.UNKNOWN:
            return theirs
        made = getattr(self, f"_do_{item.do}")(item, [self.tensors[name] for name in item.reads])
        told = [event for event in self._events if not (theirs == OK and self._depends_on_shapes(event))]
        verdict = next((found for event in told if (found := verdict_of(event)) is not None), OK)
        if verdict == OK:
            self.tensors.update(zip(item.makes, made or (), strict=False))
        return verdict

    def _depends_on_shapes(self, event: Event) -> bool:
        """Of an operand that was broadcast some operators save an expanded view: the shadow is not told the shapes."""
        return isinstance(event, SavedDetached) and event.entry.node in self._broadcast

    def _alternatives(self) -> frozenset[Verdict]:
        """Torch looks at what one node saved, and at the leaves among the nodes, in an order of its own.

        Of a product it depends on the shapes, which the shadow is not told here, whether it saves an argument itself.
        """
        found = [event for event in self._events if verdict_of(event) is not None]
        first = [event.entry.node for event in found if isinstance(event, (SavedModified, SavedDetached))][:1]
        told = frozenset(
            verdict
            for event in found
            if (verdict := verdict_of(event)) is not None
            and (not isinstance(event, (SavedModified, SavedDetached)) or event.entry.node in first)
        )
        perhaps_itself = any(isinstance(event, SavedModified) and event.entry.role == "own view" for event in found)
        return told | {"stale view"} if perhaps_itself else told

    def _kind(self, name: str) -> tuple[Dtype, Count]:
        dtype, shape = self.kinds.get(name, ("float", (2,)))
        return DTYPES[dtype], Count.ONE if prod(shape) == 1 else Count.MANY

    # -- making tensors ------------------------------------------------------------------------------------------

    def _do_leaf(self, item: Step, _: list[Tensor]) -> list[Tensor]:
        dtype, count = self._kind(item.makes[0])
        requires = Tri.of(bool(item.get("requires")))
        return [self.engine.tensor(self._step, requires_grad=requires, dtype=dtype, count=count)]

    def _do_apply(self, item: Step, reads: list[Tensor]) -> tuple[Tensor, ...]:
        operator = self.operators[item.get("call")]
        given = iter(reads)
        inputs = [next(given) if tensor else None for tensor in operator.is_tensor]
        dtype, count = self._kind(item.makes[0])
        if operator.view == "alias":
            return (reads[0],)
        if operator.view != "no":
            kind = ViewKind.MULTI if operator.view == "multi" else ViewKind.SINGLE
            view = self.engine.view(reads[0], kind, self._step, operator.name)
            view.count = count
            return (view,)
        made = self.engine.apply(operator, inputs, self._step, dtype=dtype, count=count)
        if len({self.kinds[name][1] for name in item.reads if name in self.kinds}) > 1:
            self._broadcast.update(tensor.node for tensor in made if tensor.node is not None)
        return made

    def _do_view(self, item: Step, reads: list[Tensor]) -> list[Tensor]:
        kind = item.get("kind")
        made = []
        made_by_torch = [name for name in item.makes if name in self.kinds] or item.makes
        for number, name in enumerate(made_by_torch):
            part = (PARTS[kind],) if kind in PARTS else (number,) if KINDS.get(kind) is ViewKind.MULTI else None
            view = self.engine.view(reads[0], KINDS.get(kind, ViewKind.SINGLE), self._step, kind, part=part)
            view.count = self._kind(name)[1]
            made.append(view)
        return made

    def _do_detach(self, _: Step, reads: list[Tensor]) -> list[Tensor]:
        return [self.engine.detach(reads[0], self._step)]

    def _do_data(self, _: Step, reads: list[Tensor]) -> list[Tensor]:
        return [self.engine.data(reads[0], self._step)]

    def _do_array(self, _: Step, reads: list[Tensor]) -> list[Tensor]:
        return [self.engine.array(reads[0], self._step)]

    def _do_gradient(self, _: Step, reads: list[Tensor]) -> list[Tensor]:
        return [self.engine.gradient(reads[0], self._step)]

    # -- changing tensors ----------------------------------------------------------------------------------------

    def _do_write(self, item: Step, reads: list[Tensor]) -> None:
        name = item.get("call")
        operator = self.operators[name.replace("row", "all")]
        target, *given = reads
        remaining = iter(given)
        sources = [next(remaining) if tensor else None for tensor in operator.is_tensor[1:]]
        if name in ("set row", "set all") and self._differ(item, name):
            sources = [self.engine.view(given[0], ViewKind.SINGLE, self._step)]
        if any(isinstance(event, StaleView) for event in self._events):
            return
        if name.startswith("set row"):
            target = self.engine.view(target, ViewKind.SINGLE, self._step, part=(0,))
        self.engine.write(target, self._step, sources=sources, operator=operator)

    def _differ(self, item: Step, name: str) -> bool:
        """Whether torch brings the value to the shape of its place first."""
        target, source = (self.kinds[read][1] for read in item.reads)
        return source not in ((), target[1:] if name == "set row" else target)

    def _do_write_array(self, _: Step, reads: list[Tensor]) -> None:
        self.engine.write(reads[0], self._step)

    def _do_detach_in_place(self, _: Step, reads: list[Tensor]) -> None:
        self.engine.detach_in_place(reads[0], self._step)

    def _do_set_data(self, _: Step, reads: list[Tensor]) -> None:
        self.engine.set_data(reads[0], reads[1], self._step)

    def _do_flag(self, item: Step, reads: list[Tensor]) -> None:
        self.engine.set_requires_grad(reads[0], item.get("value"), self._step)
        if any(isinstance(event, FlagRefused) and event.reason == "inference" for event in self._events):
            reads[0].requires_grad = Tri.NO

    # -- modes ---------------------------------------------------------------------------------------------------

    def _do_enter(self, item: Step, _: list[Tensor]) -> None:
        grad, inference = MODES[item.get("mode")]
        self._modes.append(self.engine.set_grad_mode(grad, self._step, inference=inference))

    def _do_leave(self, _: Step, __: list[Tensor]) -> None:
        if self._modes:
            self.engine.restore_modes(self._modes.pop())

    # -- backward ------------------------------------------------------------------------------------------------

    def _do_backward(self, item: Step, reads: list[Tensor]) -> None:
        root, *inputs = reads
        self.engine.backward(
            root,
            self._step,
            retain=bool(item.get("retain")),
            create_graph=bool(item.get("create")),
            has_gradient=bool(item.get("gradient")),
            inputs=inputs or None,
        )

    def _do_grad(self, item: Step, reads: list[Tensor]) -> None:
        root, *inputs = reads
        self.engine.backward(
            root,
            self._step,
            retain=bool(item.get("retain")),
            create_graph=bool(item.get("create")),
            has_gradient=bool(item.get("gradient")),
            inputs=inputs,
            accumulates=False,
            allow_unused=bool(item.get("allow")),
        )

    def _do_step(self, _: Step, reads: list[Tensor]) -> None:
        self.engine.step(reads, self._step)

    def _do_clear(self, item: Step, reads: list[Tensor]) -> None:
        self.engine.clear_gradients(reads, self._step, to_none=bool(item.get("to_none")))
