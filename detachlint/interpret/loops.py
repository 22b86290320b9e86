"""Loops: run as they are when short and known, else often enough that one iteration meets what another left."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import libcst as cst

from detachlint.interpret import limits
from detachlint.interpret.assigning import assign
from detachlint.interpret.comprehensions import begin_iteration, is_unstarted, iterate, refresh, stepper
from detachlint.interpret.conditions import condition
from detachlint.interpret.events import IterationEnded, LoopBegan, LoopEnded
from detachlint.interpret.frames import Exit, Frame, Loop
from detachlint.interpret.machine import Machine
from detachlint.interpret.source_site import Site
from detachlint.interpret.values import NONE, Const, IteratorValue, Value
from detachlint.shadow.path import Path
from detachlint.shadow.trail import Delta
from detachlint.shadow.tri import Tri


def for_loop(machine: Machine, node: cst.For) -> bool:
    """``for target in iterable``."""
    site = machine.site(node)
    source = machine.site(node.iter)
    iterable = begin_iteration(machine, machine.evaluate(node.iter), source)
    if is_unstarted(iterable):
        return _over_generator(machine, node, iterable)
    step = stepper(machine, iterable, source)
    items, rest = iterate(machine, iterable, source) if step is None else ((), machine.unknown(source))
    if rest is None and not _unrolls(machine, node.body, items) and all(isinstance(item, Const) for item in items):
        items, rest = (), machine.unknown(source, _kind(items))
    elements = _elements(machine, node, items, rest)
    if not elements and rest is None:
        return node.orelse is None or machine.execute_suite(node.orelse.body)

    def begin(index: int) -> bool:
        element = elements[index]
        if element is None:
            element = refresh(machine, rest, source) if step is None else step()
        assign(machine, node.target, element, source, loop_target=True)
        return True

    unrolled = rest is None and len(items) == len(elements)
    return _run(machine, site, node.body, len(elements), begin, node.orelse, unrolled)


def _over_generator(machine: Machine, node: cst.For, generator: IteratorValue) -> bool:
    """The loop's body runs between what the generator does before and after each ``yield``."""
    site, source = machine.site(node), machine.site(node.iter)
    before = machine.path
    loop = _begin(machine, site)
    left: list[Path] = []

    def use(value: Value, certain: bool) -> None:
        if any(path <= machine.path for path in left):
            return
        loop.unrolled = certain
        assign(machine, node.target, value, source, loop_target=True)
        falls = _iteration(machine, loop, node.body)
        machine.emit(IterationEnded(site, machine.path, loop.count))
        loop.count += 1
        if not falls:
            left.append(machine.path)

    machine.run_generator(generator, use, source)
    return _end(machine, site, loop, before not in left, before, node.orelse)


def _elements(machine: Machine, node: cst.For, items: tuple[Value, ...], rest: Value) -> list[Value | None]:
    """The elements to run the body for; None stands for one that is not known."""
    if rest is None and _unrolls(machine, node.body, items):
        return list(items)
    if rest is not None:
        known = items if _unrolls(machine, node.body, items) else items[: limits.ABSTRACT_ITERATIONS]
        return [*known, *[None] * limits.ABSTRACT_ITERATIONS]
    machine.left_out_elements = True
    return list(items[: limits.ABSTRACT_ITERATIONS])


def _unrolls(machine: Machine, body: cst.CSTNode, items: Sequence[Value]) -> bool:
    """Whether a loop is run as it is. Numbers are worth it only while they are few: a test may depend on them."""
    count = len(items)
    total = count * machine.loop_factor
    if count <= limits.UNROLL and total <= limits.UNROLL_TOTAL:
        return True
    if any(isinstance(item, Const) for item in items):
        return False
    return total <= limits.UNROLL_TOTAL * 4 and total * machine.syntax.size(body) <= limits.UNROLL_NODES


def _kind(items: Sequence[Value]) -> str:
    return "int" if all(isinstance(item, Const) and isinstance(item.value, int) for item in items) else "any"


def while_loop(machine: Machine, node: cst.While) -> bool:
    """``while test``."""
    site = machine.site(node)

    def begin(index: int) -> bool:
        found = condition(machine, node.test)
        if found.truth is Tri.UNKNOWN:
            machine.engine.path = machine.path | found.when_true
        return not found.truth.no

    return _run(machine, site, node.body, limits.ABSTRACT_ITERATIONS, begin, node.orelse)


def _run(
    machine: Machine,
    site: Site,
    body: cst.BaseSuite,
    count: int,
    begin: Callable[[int], bool],
    orelse: cst.Else | None,
    unrolled: bool = False,
) -> bool:
    before = machine.path
    loop = _begin(machine, site)
    loop.unrolled = unrolled
    outer = machine.loop_factor
    machine.loop_factor = outer * max(count, 1)
    falls = True
    for index in range(count):
        if not begin(index):
            break
        falls = _iteration(machine, loop, body)
        machine.emit(IterationEnded(site, machine.path, index))
        if not falls:
            break
    machine.loop_factor = outer
    return _end(machine, site, loop, falls, before, orelse)


def _begin(machine: Machine, site: Site) -> Loop:
    frame = machine.frame
    loop = Loop(machine.trail.mark(), machine.trail.epoch, names_before=frozenset(frame.names))
    frame.loops.append(loop)
    machine.emit(LoopBegan(site, machine.path))
    return loop


def _end(machine: Machine, site: Site, loop: Loop, falls: bool, before: Path, orelse: cst.Else | None) -> bool:
    machine.frame.loops.pop()
    falls = falls and (orelse is None or machine.execute_suite(orelse.body))
    falls = _leave(machine, loop, falls, before)
    machine.emit(LoopEnded(site, machine.path))
    return falls


def _iteration(machine: Machine, loop: Loop, body: cst.BaseSuite) -> bool:
    loop.iteration_mark = machine.trail.mark()
    loop.iteration_epoch = machine.trail.epoch
    loop.continues = []
    falls = machine.execute_suite(body)
    if not loop.continues:
        return falls
    return _join_exits(machine, loop.continues, falls, loop.iteration_mark, loop.iteration_epoch)


def _leave(machine: Machine, loop: Loop, falls: bool, before: Path) -> bool:
    if loop.breaks:
        falls = _join_exits(machine, loop.breaks, falls, loop.mark, loop.epoch)
    machine.engine.path = before
    return falls


def _join_exits(machine: Machine, exits: list[Exit], falls: bool, mark: int, epoch: int) -> bool:
    branches: list[tuple[Path, Delta]] = [(item.path, item.delta) for item in exits]
    if len(exits) == 1 and not falls and exits[0].undos == machine.undos:
        machine.engine.path = exits[0].path
        return True
    path = machine.path
    delta = machine.lift_branch(mark, epoch)
    if falls:
        branches.append((path, delta))
    machine.join(branches)
    machine.engine.path = frozenset.intersection(*(item for item, _ in branches))
    return True


def break_loop(machine: Machine, node: cst.Break) -> bool:
    """``break``."""
    loop = _loop(machine.frame)
    if loop is not None:
        loop.breaks.append(_exit(machine, loop.mark, loop.epoch))
    return False


def continue_loop(machine: Machine, node: cst.Continue) -> bool:
    """``continue``."""
    loop = _loop(machine.frame)
    if loop is not None:
        loop.continues.append(_exit(machine, loop.iteration_mark, loop.iteration_epoch))
    return False


def _loop(frame: Frame) -> Loop | None:
    return frame.loops[-1] if frame.loops else None


def _exit(machine: Machine, mark: int, epoch: int) -> Exit:
    return Exit(machine.path, machine.trail.snapshot(mark, epoch), NONE, machine.undos)
