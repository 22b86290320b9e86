"""Measures what optimizers of ``torch.optim`` do to their parameters."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable
from typing import Any

import torch
from torch import optim

Optimizer = optim.Optimizer
Build = Callable[..., Any]
MOVING = ("momentum", "weight_decay")
"""Options with which a parameter may go on moving."""


def measured_optimizers() -> dict[str, dict[str, Any]]:
    """By qualified name."""
    return {f"torch.optim.{name}": _measure(getattr(optim, name)) for name in optimizer_names()}


def optimizer_names() -> list[str]:
    """Every concrete optimizer."""
    members = ((name, getattr(optim, name)) for name in sorted(dir(optim)))
    return [
        name
        for name, item in members
        if isinstance(item, type) and issubclass(item, Optimizer) and item is not Optimizer
    ]


def _measure(build: Build) -> dict[str, Any]:
    names = list(inspect.signature(build).parameters)
    return {
        "constructor": names,
        "needs_closure": _needs_closure(build),
        "closure_has_grad": _closure_has_grad(build),
        "closure_runs_again": _closure_runs_again(build),
        "counter_moves": _counter_moves(build, {}),
        "counter_moves_foreach": _counter_moves(build, {"foreach": True}) if "foreach" in names else None,
        "skips_without_grad": _skips_without_grad(build),
        "moves_on_zero_grad": _moves_on_zero_grad(build, {}),
        "moving_options": [name for name in MOVING if name in names and _moves_on_zero_grad(build, {name: 0.1})],
        "changes_gradients": _changes_gradients(build),
        "zero_grad_sets_to_none": _zero_grad_sets_to_none(build),
        "refuses_non_leaf": _refuses(build, lambda: [_parameter().clone()]),
        "refuses_empty": _refuses(build, list),
        "refuses_tensor": _refuses(build, _parameter),
        "refuses_integers": _refuses(build, lambda: [torch.zeros(2, dtype=torch.int64)]),
        "accepts_frozen": not _refuses(build, lambda: [torch.zeros(3, 4)]),
        "state": _state(build),
    }


def _parameter() -> torch.Tensor:
    torch.default_generator.manual_seed(0)
    return torch.rand(3, 4, requires_grad=True)


def _gradient(build: Build, parameter: torch.Tensor, value: float = 1.0) -> torch.Tensor:
    dense = torch.full_like(parameter, value)
    return dense.to_sparse() if build is optim.SparseAdam else dense


def _step(optimizer: Any) -> None:
    needs_closure = type(optimizer) is optim.LBFGS
    optimizer.step(*([lambda: torch.tensor(1.0)] if needs_closure else []))


def _stepped(build: Build, options: dict[str, Any]) -> tuple[torch.Tensor, Any]:
    parameter = _parameter()
    optimizer = build([parameter], **options)
    parameter.grad = _gradient(build, parameter)
    _step(optimizer)
    return parameter, optimizer


def _needs_closure(build: Build) -> bool:
    parameter = _parameter()
    parameter.grad = _gradient(build, parameter)
    try:
        build([parameter]).step()
    except TypeError:
        return True
    return False


def _closure_has_grad(build: Build) -> bool:
    seen: list[bool] = []
    parameter = _parameter()
    parameter.grad = _gradient(build, parameter)

    def closure() -> torch.Tensor:
        seen.append(torch.is_grad_enabled())
        return torch.tensor(1.0)

    with torch.no_grad():
        build([parameter]).step(closure)
    return all(seen)


def _closure_runs_again(build: Build) -> bool:
    """Whether one step runs the closure several times, the parameter moved in between."""
    seen: list[torch.Tensor] = []
    parameter = _parameter()

    def closure() -> torch.Tensor:
        seen.append(parameter.detach().clone())
        parameter.grad = _gradient(build, parameter)
        return parameter.sum()

    build([parameter]).step(closure)
    return len(seen) > 1 and not torch.equal(seen[0], seen[1])


def _counter_moves(build: Build, options: dict[str, Any]) -> bool:
    return _stepped(build, options)[0]._version > 0


def _skips_without_grad(build: Build) -> bool:
    first, second = _parameter(), _parameter()
    optimizer = build([first, second])
    first.grad = _gradient(build, first)
    _step(optimizer)
    return torch.equal(second, _parameter())


def _moves_on_zero_grad(build: Build, options: dict[str, Any]) -> bool:
    """Whether a parameter goes on moving when its gradient is zero but not None."""
    parameter, optimizer = _stepped(build, options)
    before = parameter.detach().clone()
    parameter.grad = _gradient(build, parameter, 0.0)
    _step(optimizer)
    return not torch.equal(parameter, before)


def _changes_gradients(build: Build) -> bool:
    parameter = _parameter()
    optimizer = build([parameter])
    gradient = _gradient(build, parameter)
    parameter.grad = gradient
    _step(optimizer)
    return gradient._version > 0 or not torch.equal(gradient.to_dense(), _gradient(build, parameter).to_dense())


def _zero_grad_sets_to_none(build: Build) -> bool:
    parameter, optimizer = _stepped(build, {})
    optimizer.zero_grad()
    return parameter.grad is None


def _refuses(build: Build, make: Callable[[], Any]) -> bool:
    try:
        build(make())
    except (ValueError, TypeError):
        return True
    return False


def _state(build: Build) -> list[str]:
    _, optimizer = _stepped(build, {})
    return sorted(_names(optimizer.state.values()))


def _names(states: Iterable[dict[str, Any]]) -> set[str]:
    return {name for state in states for name in state}
