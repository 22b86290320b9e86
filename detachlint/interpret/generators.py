"""Generator functions: the body runs where it is iterated, and each value is used before the next is made."""

from __future__ import annotations

from collections.abc import Callable

from detachlint.interpret import calling
from detachlint.interpret.frames import Frame
from detachlint.interpret.machine import Machine
from detachlint.interpret.source_site import Site
from detachlint.interpret.values import Arguments, FunctionValue, IteratorValue, Value

Use = Callable[[Value, bool], None]
"""Takes a value that is yielded, and whether it is certain that just this one comes next."""


def run(machine: Machine, iterator: IteratorValue, use: Use, site: Site) -> None:
    """Run a generator, or a context manager in view, that has not begun yet."""
    function, arguments = _begin(machine, iterator)
    outer = machine.frame
    modes, before = machine.engine.current_modes, machine.path

    def on_yield(value: Value) -> Value:
        inner, inner_modes = machine.frames[:], machine.engine.current_modes
        certain = machine.path == before and all(loop.unrolled for loop in machine.frame.loops)
        machine.frames[:] = inner[: _position(inner, outer) + 1]
        if function.modes and function.kind != "contextmanager":
            machine.engine.restore_modes(modes)
        use(value, certain)
        machine.engine.restore_modes(inner_modes)
        machine.frames[:] = inner
        return machine.unknown(site)

    calling.call_function(machine, function, arguments, site, on_yield)


def _begin(machine: Machine, iterator: IteratorValue) -> tuple[FunctionValue, Arguments]:
    assert iterator.pending is not None
    function, arguments = iterator.pending
    machine.trail.set(iterator, "pending", None)
    return function, arguments


def _position(frames: list[Frame], wanted: Frame) -> int:
    return next(index for index, frame in enumerate(frames) if frame is wanted)


def settle(machine: Machine, iterator: IteratorValue, site: Site) -> None:
    """Take all values of a generator at once, as ``list`` does."""
    known: list[Value] = []
    others: list[Value] = []

    def collect(value: Value, certain: bool) -> None:
        (known if certain and not others else others).append(value)

    run(machine, iterator, collect, site)
    machine.trail.set(iterator, "items", tuple(known))
    if others:
        rest = others[0] if len(others) == 1 else machine.union([(machine.path, item) for item in others])
        machine.trail.set(iterator, "rest", rest)
