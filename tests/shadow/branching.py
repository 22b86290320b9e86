"""Programs with branches: the shadow runs them once, following both ways; torch runs each way through them."""

from __future__ import annotations

import random
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Any

from detachlint.shadow.engine import Engine
from detachlint.shadow.events import BackwardTwice, BackwardWithoutGraph, Event, SavedModified, StaleView, WriteRefused
from detachlint.shadow.path import Path, both, compatible
from detachlint.shadow.tensor import Count, Dtype, Tensor, ViewKind
from detachlint.shadow.trail import MISSING, Cell
from detachlint.shadow.tri import Tri
from tests.shadow.measured import BY_NAME, FLOAT
from tests.shadow.program import OK, PASSES, SKIPPED, Step, Verdict, step
from tests.shadow.torch_side import TorchSide

TOKENS = ("a", "b", "c")
LOST = ("modified", "twice", "stale view", "detached", "leaf moved")
"""Ways to find a graph unusable; which of them torch meets first may depend on the branch taken."""


@dataclass(frozen=True)
class If:
    """``if token: then else: orelse``; the same token is the same condition."""

    token: str
    then: tuple[Item, ...]
    orelse: tuple[Item, ...]


@dataclass(frozen=True)
class Numbered:
    """A step with its number in the whole program."""

    number: int
    step: Step


Item = Numbered | If
Choice = Mapping[Hashable, bool]


def choices() -> Iterator[Choice]:
    """Every way through."""
    for taken in product((True, False), repeat=len(TOKENS)):
        yield dict(zip(TOKENS, taken, strict=True))


def straight(items: Sequence[Item], choice: Choice) -> Iterator[Numbered]:
    """The steps of one way through."""
    for item in items:
        if isinstance(item, Numbered):
            yield item
        else:
            yield from straight(item.then if choice[item.token] else item.orelse, choice)


def numbers(items: Sequence[Item]) -> Iterator[int]:
    """The numbers of all steps."""
    for item in items:
        if isinstance(item, Numbered):
            yield item.number
        else:
            yield from numbers((*item.then, *item.orelse))


def without(items: Sequence[Item], number: int) -> tuple[Item, ...]:
    """The program without one step; what is empty then is left out too."""
    left: list[Item] = []
    for item in items:
        if isinstance(item, If):
            item = If(item.token, without(item.then, number), without(item.orelse, number))
            if item.then or item.orelse:
                left.append(item)
        elif item.number != number:
            left.append(item)
    return tuple(left)


def shown(items: Sequence[Item], indent: str = "  ") -> str:
    """The program as text."""
    lines: list[str] = []
    for item in items:
        if isinstance(item, Numbered):
            lines.append(f"{indent}{item.number:2d}  {item.step}")
            continue
        lines.append(f"{indent}if {item.token}:\n{shown(item.then, indent + '    ')}")
        if item.orelse:
            lines.append(f"{indent}else:\n{shown(item.orelse, indent + '    ')}")
    return "\n".join(lines)


# -- torch -------------------------------------------------------------------------------------------------------------


@dataclass
class Run:
    """One way through, in torch: what was said at each step, and the steps whose saved values had changed."""

    choice: Choice
    verdicts: dict[int, Verdict] = field(default_factory=dict)
    unnoticed: dict[int, frozenset[int]] = field(default_factory=dict)

    @property
    def first_fault(self) -> int | None:
        """The step at which the run ends: torch raises, or a name is not bound."""
        return next((number for number, verdict in self.verdicts.items() if verdict != OK), None)


def torch_runs(items: Sequence[Item]) -> list[Run]:
    """All ways through."""
    calls = {name: operator.call for name, operator in BY_NAME.items()}
    return [_torch_run(list(straight(items, choice)), choice, calls) for choice in choices()]


def _torch_run(steps: Sequence[Numbered], choice: Choice, calls: Mapping[str, Any]) -> Run:
    run = Run(choice)
    plain = TorchSide(calls).run([item.step for item in steps])
    for item, verdict in zip(steps, plain.verdicts, strict=False):
        run.verdicts[item.number] = verdict
    passed = [
        index
        for index, (item, verdict) in enumerate(zip(steps, plain.verdicts, strict=False))
        if item.step.do in PASSES and verdict == OK
    ]
    if passed:
        watched = TorchSide(calls, watch=True).run([item.step for item in steps[: passed[-1] + 1]])
        for item, changed in zip(steps, watched.silent, strict=False):
            run.unnoticed[item.number] = frozenset(steps[index].number for index in changed)
    return run


# -- the shadow --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Report:
    """What the shadow says of a step, and on which path; ``unnoticed`` is the step whose saved value had changed."""

    number: int
    verdict: Verdict
    path: Path
    unnoticed: int | None = None


Alternatives = tuple[tuple[Path, Tensor], ...]


class Names(Cell):
    """What the names stand for; after a branch a name may stand for several tensors, each on its path."""

    def __init__(self, engine: Engine) -> None:
        super().__init__(engine.trail)
        self.bound: dict[str, Alternatives] = {}


class BranchingShadow:
    """Runs a program with branches once. A step on several alternatives is a branch too."""

    def __init__(self) -> None:
        self.engine = Engine(self._listen)
        self.names = Names(self.engine)
        self.reports: list[Report] = []
        self._number = -1

    def run(self, items: Sequence[Item]) -> list[Report]:
        """Run the items and say what was found."""
        self._block(items)
        return self.reports

    def _block(self, items: Iterable[Item]) -> None:
        for item in items:
            if isinstance(item, If):
                self._branch(item)
            else:
                self._number = item.number
                self._step(item.step)

    def _branch(self, item: If) -> None:
        engine, before = self.engine, self.engine.path
        lifted = []
        for taken, block in ((True, item.then), (False, item.orelse)):
            guard: Path = frozenset({(item.token, taken)})
            if not compatible(before, guard):
                continue
            mark = engine.trail.mark()
            epoch = engine.trail.epoch
            with engine.assuming(guard):
                self._block(block)
                path = engine.path
            lifted.append((path, engine.trail.lift(mark, epoch)))
        engine.trail.join(lifted, self._join)

    def _join(self, values: Sequence[tuple[Path, Any]]) -> Any:
        if not all(isinstance(value, tuple) and value and isinstance(value[0], tuple) for _, value in values):
            return self.engine.join(values)
        joined: dict[tuple[Path, int], tuple[Path, Tensor]] = {}
        for path, alternatives in values:
            for inner, tensor in alternatives:
                if compatible(path, inner):
                    joined[both(path, inner), id(tensor)] = (both(path, inner), tensor)
        return tuple(joined.values())

    def _listen(self, event: Event) -> None:
        if isinstance(event, WriteRefused):
            self._report(f"refused: {event.fault.value}", event)
        elif isinstance(event, StaleView):
            self._report("stale view", event)
        elif isinstance(event, BackwardTwice):
            self._report("twice", event)
        elif isinstance(event, BackwardWithoutGraph):
            self._report("no graph", event)
        elif isinstance(event, SavedModified) and event.stale:
            self._report("stale view", event)
        elif isinstance(event, SavedModified) and event.write in event.entry.raising:
            self._report("modified", event)
        elif isinstance(event, SavedModified):
            self.reports.append(Report(self._number, OK, event.path, event.entry.node.site))

    def _report(self, verdict: Verdict, event: Event) -> None:
        self.reports.append(Report(self._number, verdict, event.path))

    def _step(self, item: Step) -> None:
        if item.do in ("enter", "leave"):
            self._mode(item)
            return
        results: list[tuple[Path, Tensor]] = []
        trail = self.engine.trail
        lifted = []
        for path, tensors in self._combinations(item.reads):
            mark = trail.mark()
            epoch = trail.epoch
            with self.engine.assuming(path):
                made = self._perform(item, tensors)
            lifted.append((path, trail.lift(mark, epoch)))
            results.extend((path, tensor) for tensor in made[:1])
        if lifted:
            trail.join(lifted, self._join)
        if item.makes:
            self.engine.trail.write(self.names, self.names.bound, item.makes[0], tuple(results) or MISSING)

    def _combinations(self, reads: Sequence[str]) -> list[tuple[Path, list[Tensor]]]:
        found: list[tuple[Path, list[Tensor]]] = [(self.engine.path, [])]
        for name in reads:
            found = [
                (both(path, other), [*chosen, tensor])
                for path, chosen in found
                for other, tensor in self.names.bound.get(name, ())
                if compatible(path, other)
            ]
        return found

    def _mode(self, item: Step) -> None:
        self.engine.set_grad_mode(Tri.of(item.do == "leave"), self._number)

    def _perform(self, item: Step, reads: list[Tensor]) -> Sequence[Tensor]:
        engine, site = self.engine, self._number
        if item.do == "leaf":
            requires = Tri.of(bool(item.get("requires")))
            return [engine.tensor(site, requires_grad=requires, dtype=Dtype.FLOAT, count=Count.MANY)]
        if item.do == "apply":
            operator = BY_NAME[item.get("call")]
            given = iter(reads)
            inputs = [next(given) if tensor else None for tensor in operator.is_tensor]
            return engine.apply(operator, inputs, site, dtype=Dtype.FLOAT, count=Count.MANY)
        if item.do == "view":
            kind = ViewKind.MULTI if item.get("kind") == "unbind" else ViewKind.SINGLE
            return [engine.view(reads[0], kind, site, part=0)]
        if item.do == "detach":
            return [engine.detach(reads[0], site)]
        if item.do == "data":
            return [engine.data(reads[0], site)]
        self._change(item, reads)
        return []

    def _change(self, item: Step, reads: list[Tensor]) -> None:
        engine, site = self.engine, self._number
        if item.do == "write":
            operator = BY_NAME[item.get("call")]
            given = iter(reads[1:])
            sources = [next(given) if tensor else None for tensor in operator.is_tensor[1:]]
            engine.write(reads[0], site, sources=sources, operator=operator)
        elif item.do == "detach_in_place":
            engine.detach_in_place(reads[0], site)
        elif item.do == "backward":
            engine.backward(reads[0], site, retain=bool(item.get("retain")), has_gradient=True)


# -- programs ----------------------------------------------------------------------------------------------------------


class BranchGenerator:
    """Writes programs with branches. All tensors are square, so that every way through them fits."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.plain = [item for item in BY_NAME.values() if self._fits(item) and not item.in_place]
        self.writing = [item for item in BY_NAME.values() if self._fits(item) and item.in_place]
        self._count = 0

    @staticmethod
    def _fits(operator: Any) -> bool:
        shapeless = operator.name in ("sum", "mean", "argmax", "lt", "softmax")
        return set(operator.tensors) == {FLOAT} and not shapeless and len(operator.tensors) < 3

    def program(self) -> tuple[Item, ...]:
        """One program."""
        self._count = 0
        names = ["x", "y"]
        start = [self._numbered(step("leaf", (), (name,), shape=(3, 3), requires=name == "x")) for name in names]
        start.append(self._numbered(step("apply", ("x",), ("z",), call="sin")))
        names.append("z")
        return (*start, *self._block(self.rng.randint(4, 9), names, 0))

    def _numbered(self, item: Step) -> Numbered:
        self._count += 1
        return Numbered(self._count - 1, item)

    def _block(self, length: int, names: list[str], depth: int) -> list[Item]:
        items: list[Item] = []
        while length > 0:
            length -= 1
            if depth < 2 and self.rng.random() < 0.3:
                then = self._block(self.rng.randint(1, 3), names, depth + 1)
                orelse = self._block(self.rng.randint(0, 2), names, depth + 1)
                items.append(If(self.rng.choice(TOKENS), tuple(then), tuple(orelse)))
            else:
                items.extend(self._steps(names))
        return items

    def _steps(self, names: list[str]) -> list[Item]:
        if self.rng.random() < 0.08:
            inner = [self._numbered(step("enter", mode="no_grad")), *self._one(names)]
            return [*inner, self._numbered(step("leave"))]
        return list(self._one(names))

    def _one(self, names: list[str]) -> list[Numbered]:
        name = self.rng.choice(names[-4:])
        made = self.rng.choice([*names, f"v{self._count}"])
        do = self.rng.choices(
            ("apply", "write", "view", "detach", "data", "detach_in_place", "backward"), (10, 8, 3, 2, 2, 1, 6)
        )[0]
        if do == "apply":
            operator = self.rng.choice(self.plain)
            item = step(do, [self.rng.choice(names) for _ in operator.tensors], (made,), call=operator.name)
        elif do == "write":
            operator = self.rng.choice(self.writing)
            sources = [self.rng.choice(names) for _ in operator.tensors[1:]]
            return [self._numbered(step(do, (name, *sources), call=operator.name))]
        elif do == "backward":
            return [self._numbered(step(do, (name,), gradient=True, retain=self.rng.random() < 0.4))]
        elif do == "detach_in_place":
            return [self._numbered(step(do, (name,)))]
        elif do == "view":
            made = f"v{self._count}"
            item = step(do, (name,), (made,), kind=self.rng.choice(("row 0", "unbind")))
            return [self._numbered(item)]
        else:
            item = step(do, (name,), (made,))
        if made not in names:
            names.append(made)
        return [self._numbered(item)]


# -- comparing ---------------------------------------------------------------------------------------------------------


def false_alarm(reports: Sequence[Report], runs: Sequence[Run]) -> str | None:
    """A report that does not hold in a run on its path; runs that raised before say nothing."""
    for report in reports:
        for run in runs:
            if not all(run.choice[token] == taken for token, taken in report.path if token in TOKENS):
                continue
            if not _holds(report, run):
                way = ", ".join(f"{token}={taken}" for token, taken in run.choice.items())
                return f"{report} does not hold with {way}: torch says {run.verdicts.get(report.number)!r}"
    return None


def _holds(report: Report, run: Run) -> bool:
    fault = run.first_fault
    at = list(run.verdicts)
    if report.number not in run.verdicts:
        return fault is not None
    if fault is not None and at.index(fault) < at.index(report.number):
        return True
    said = run.verdicts[report.number]
    if said == SKIPPED or said.startswith("other"):
        return True
    if report.unnoticed is None:
        return said == report.verdict or (said in LOST and fault == report.number)
    return said != OK or report.unnoticed in run.unnoticed.get(report.number, frozenset())


def missed(reports: Sequence[Report], runs: Sequence[Run]) -> tuple[int, int]:
    """How many runs raised, and for how many of them nothing was said at the step that did."""
    raised = said = 0
    for run in runs:
        fault = run.first_fault
        if fault is None or run.verdicts[fault] == SKIPPED or run.verdicts[fault].startswith("other"):
            continue
        raised += 1
        said += any(
            report.number == fault and all(run.choice[token] == taken for token, taken in report.path)
            for report in reports
        )
    return raised, raised - said
