"""Managers of grad mode and of precision: as ``with``, as decorator, as call."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from detachlint.interpret.events import ManagerEntered
from detachlint.interpret.machine import Machine
from detachlint.interpret.source_site import Site
from detachlint.interpret.values import Arguments, Const, External, Instance, Unknown, Value
from detachlint.shadow.tri import Tri

NO_GRAD = frozenset({"torch.no_grad", "torch.autograd.no_grad"})
ENABLE_GRAD = frozenset({"torch.enable_grad", "torch.autograd.enable_grad"})
INFERENCE = frozenset({"torch.inference_mode", "torch.autograd.inference_mode"})
SET_GRAD = frozenset({"torch.set_grad_enabled", "torch.autograd.set_grad_enabled"})
GRAD_MANAGERS = NO_GRAD | ENABLE_GRAD | INFERENCE | SET_GRAD
AUTOCAST = frozenset({"torch.autocast", "torch.amp.autocast"})


@dataclass(frozen=True, eq=False)
class Manager:
    """A manager of grad mode or of precision, made but not entered."""

    name: str
    mode: Value
    """What it was told: a truth value, or None when nothing."""
    before: Any = None
    """For ``set_grad_enabled``, which works as soon as it is called: the modes it found."""
    site: Site | None = None
    """Where it decorates a function."""


@dataclass(frozen=True)
class Entered:
    """What is needed to leave a ``with`` block again."""

    value: Value
    before: Any = None
    switches_grad: int = 0
    assumed: bool = False
    instance: Instance | None = None
    autocast_before: bool | None = None
    """Whether autocast was on, where it was switched."""


def is_manager(value: Value) -> bool:
    """Whether a value is one of torch's managers of grad mode or precision (the class, or one made from it)."""
    return isinstance(value, Manager) or (isinstance(value, External) and value.name in GRAD_MANAGERS | AUTOCAST)


def manager_value(callee: External, arguments: Arguments) -> Manager:
    """``torch.no_grad()`` and its kin, ``torch.autocast("cuda")``."""
    return Manager(callee.name, arguments.get(*((-1, "enabled") if callee.name in AUTOCAST else (0, "mode"))))


def enter_manager(machine: Machine, manager: Value, site: Site) -> Entered:
    """Enter ``with manager:`` (or a function it decorates)."""
    machine.emit(ManagerEntered(site, machine.path, manager))
    if isinstance(manager, External) and manager.name in GRAD_MANAGERS:
        manager = Manager(manager.name, None)
    if isinstance(manager, Manager):
        return _enter(machine, manager, site)
    if isinstance(manager, Instance):
        enter = machine.method_of(manager, "__enter__")
        if enter is not None:
            return Entered(machine.call(enter, Arguments(), site), instance=manager)
        return Entered(manager)
    if isinstance(manager, Unknown):
        return Entered(machine.unknown(site))
    return Entered(manager)


def _enter(machine: Machine, manager: Manager, site: Site) -> Entered:
    if manager.name not in AUTOCAST:
        return _enter_grad(machine, manager, site)
    before, machine.autocast = machine.autocast, _wanted(machine, manager).maybe
    return Entered(manager, autocast_before=before)


def _enter_grad(machine: Machine, manager: Manager, site: Site) -> Entered:
    engine = machine.engine
    if manager.before is not None:
        engine.restore_modes(manager.before)
    if manager.name in NO_GRAD:
        return Entered(manager, engine.set_grad_mode(Tri.NO, site), 1)
    if manager.name in ENABLE_GRAD:
        return Entered(manager, engine.set_grad_mode(Tri.YES, site), 1)
    wanted = _wanted(machine, manager)
    if manager.name in INFERENCE:
        if wanted.no:
            return Entered(manager, engine.set_grad_mode(engine.modes.grad, site), 0)
        return Entered(manager, engine.set_grad_mode(Tri.NO, site, inference=Tri.YES), 1)
    if wanted is not Tri.UNKNOWN:
        return Entered(manager, engine.set_grad_mode(wanted, site), 1)
    token = machine.condition_path(manager.mode)
    before = engine.set_grad_mode(Tri.YES, site)
    engine.path = machine.path | token
    return Entered(manager, before, 1, assumed=True)


def _wanted(machine: Machine, manager: Manager) -> Tri:
    value = machine.narrow(manager.mode)
    if value is None:
        return Tri.YES
    return machine.truth(value)


def leave_manager(machine: Machine, entered: Entered, site: Site) -> None:
    """Leave the block again."""
    if entered.before is not None:
        machine.engine.restore_modes(entered.before)
    if entered.autocast_before is not None:
        machine.autocast = entered.autocast_before
    if entered.instance is not None:
        leave = machine.method_of(entered.instance, "__exit__")
        if leave is not None:
            none = Const(None)
            machine.call(leave, Arguments((none, none, none)), site)


def set_mode(machine: Machine, name: str, arguments: Arguments, site: Site) -> Value:
    """``torch.set_grad_enabled(x)``: works at once, even as a plain call."""
    mode = arguments.get(0, "mode")
    machine.mode_calls.add(site)
    wanted = _wanted(machine, Manager(name, mode))
    before = machine.engine.set_grad_mode(wanted if wanted is not Tri.UNKNOWN else machine.engine.modes.grad, site)
    return Manager(name, mode, before)


__all__ = ["Entered", "Manager", "enter_manager", "is_manager", "leave_manager", "manager_value"]
