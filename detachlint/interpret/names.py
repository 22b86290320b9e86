"""Names: where they are looked up and where they are bound."""

from __future__ import annotations

import builtins

import libcst as cst

from detachlint.interpret.canonical import canonical
from detachlint.interpret.events import NameBound, OverwrittenRead
from detachlint.interpret.frames import Frame
from detachlint.interpret.machine import Machine
from detachlint.interpret.source_site import Site
from detachlint.interpret.star_imports import SHADOWED, star_member
from detachlint.interpret.values import FALSE, NONE, TRUE, UNRESOLVED, Const, External, Unknown, Value
from detachlint.shadow.tensor import Tensor
from detachlint.shadow.trail import MISSING

CONSTANTS: dict[str, Value] = {"None": NONE, "True": TRUE, "False": FALSE}
BUILTINS = frozenset(dir(builtins))


def look_up(machine: Machine, name: str, node: cst.CSTNode) -> Value:
    """The value of a name, from the innermost scope outwards."""
    constant = CONSTANTS.get(name)
    if constant is not None:
        return constant
    scope: Frame | None = _start(machine.frame, name)
    while scope is not None:
        found = scope.names.get(name, MISSING)
        if found is not MISSING:
            scope.read_at[name] = machine.steps_left
            return machine.narrow(found)
        scope = scope.parent
    module = machine.frame.module
    found = module.names.get(name, MISSING)
    if found is not MISSING:
        return machine.narrow(found)
    if name == "__name__":
        return Const("__main__")
    starred = star_member(module.star_modules, name) if module.star_modules else None
    if starred is not None:
        return External(canonical(starred))
    if name in BUILTINS and not (module.wildcard and name in SHADOWED):
        return External(f"builtins.{name}")
    missing = machine.unknown(machine.site(node), origin=UNRESOLVED)
    module.names[name] = missing
    return missing


def _start(frame: Frame, name: str) -> Frame | None:
    if name in frame.globals_declared:
        return frame.module
    return frame


def bind_name(machine: Machine, name: str, value: Value, site: Site, loop_target: bool = False) -> None:
    """Bind a name in the scope that a plain assignment would bind it in."""
    scope = owner_of(machine.frame, name)
    old = scope.names.get(name, MISSING)
    bound_before = scope.bound_at.get(name, machine.steps_left)
    scope.bound_at[name] = machine.steps_left
    machine.trail.write(scope, scope.names, name, value)
    if loop_target:
        scope.loop_targets.add(name)
    _remember_name(machine, value, name)
    if not loop_target:
        machine.remember_binding(value, site, scope)
    machine.emit(
        NameBound(
            site,
            machine.path,
            name,
            None if old is MISSING else old,
            value,
            loop_target,
            scope,
            bool(machine.frame.loops),
            bound_before,
        )
    )


def note_overwritten(machine: Machine, name: str, value: Value, site: Site) -> None:
    """Tell the rules when a name's tensor was overwritten by a layer since the name was bound to it."""
    value = value.tensor if isinstance(value, Unknown) else value
    if not isinstance(value, Tensor) or value.overwritten is None:
        return
    when, where = value.overwritten
    if machine.frame.names.get(name) is not None and machine.frame.bound_at.get(name, when + 1) > when:
        machine.emit(OverwrittenRead(site, machine.path, name, value, where))


def owner_of(frame: Frame, name: str) -> Frame:
    """The frame in which an assignment to a name takes effect."""
    if name in frame.globals_declared:
        return frame.module
    if name in frame.nonlocals_declared:
        scope = frame.parent
        while scope is not None:
            if name in scope.names:
                return scope
            scope = scope.parent
    return frame


def _remember_name(machine: Machine, value: Value, name: str) -> None:
    if isinstance(value, Unknown):
        value = value.tensor
    if isinstance(value, Tensor) and value.name is None:
        value.name = name
