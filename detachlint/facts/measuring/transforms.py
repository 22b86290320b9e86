"""Measures what computes with a function it is given: checkpoints, ``torch.func``, ``torch.autograd.functional``."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import torch
from torch import func
from torch.autograd import functional
from torch.utils import checkpoint as checkpoints

Function = Callable[[torch.Tensor], torch.Tensor]
Transform = Callable[..., Any]
"""Called with a function of one tensor and with that tensor."""
LENGTH = 3
OF_GRADIENT = ("jacobian", "hessian", "vjp", "jvp", "vhp", "hvp")
CURRIED = ("grad", "grad_and_value", "jacrev", "jacfwd", "hessian", "vmap")
OF_A_NUMBER = frozenset({"hessian", "vhp", "hvp", "grad", "grad_and_value"})
"""These take functions whose result is one number."""
REFUSED = (RuntimeError, ValueError, TypeError)


def measured_transforms() -> dict[str, dict[str, Any]]:
    """By qualified name."""
    made = {f"torch.autograd.functional.{name}": _measure(_of_gradient(name), True) for name in OF_GRADIENT}
    made |= {f"torch.func.{name}": _measure(_curried(name), False) for name in CURRIED}
    made |= {f"torch.func.{name}": _measure(_direct(name), False) for name in ("vjp", "jvp")}
    return made


def _of_gradient(name: str) -> Transform:
    call = getattr(functional, name)
    more = () if name in ("jacobian", "hessian") else (torch.ones(LENGTH),)
    return lambda inner, given, **options: call(_numbered(name, inner), given, *more, **options)


def _curried(name: str) -> Transform:
    return lambda inner, given: getattr(func, name)(_numbered(name, inner))(given)


def _direct(name: str) -> Transform:
    if name == "jvp":
        return lambda inner, given: func.jvp(inner, (given,), (torch.ones(LENGTH),))
    return _vjp


def _vjp(inner: Function, given: torch.Tensor) -> Any:
    found: tuple[Any, ...] = func.vjp(inner, given)
    result, pull = found
    return result, *pull(torch.ones(LENGTH))


def _numbered(name: str, inner: Function) -> Function:
    return (lambda given: inner(given).sum()) if name in OF_A_NUMBER else inner


class Watched:
    """A function of a tensor and of another one that it captures; it notes how it is run."""

    def __init__(self, captured: torch.Tensor) -> None:
        self.captured = captured
        self.grad_modes: list[bool] = []
        self.requires_grad: list[bool] = []

    def __call__(self, given: torch.Tensor) -> torch.Tensor:
        self.grad_modes.append(torch.is_grad_enabled())
        self.requires_grad.append(given.requires_grad)
        return (given * self.captured.mean()).exp()


def _measure(transform: Transform, has_option: bool) -> dict[str, Any]:
    silent = _Run(transform, False, False)
    return {
        "results": len(silent.results),
        "follows_input": _Run(transform, True, False).requires_grad,
        "follows_captured": _Run(transform, False, True).requires_grad,
        "requires_grad_alone": silent.requires_grad,
        "create_graph": _Run(transform, False, False, create_graph=True).requires_grad if has_option else None,
        "input_requires_grad_inside": all(silent.watched.requires_grad),
        "enables_grad": _enables_grad(transform),
        "accumulates": _Run(transform, True, True).accumulated,
        "runs": len(silent.watched.grad_modes),
        "second_pass_raises": _second_pass_raises(transform, has_option),
    }


class _Run:
    """One call, and what came of it."""

    def __init__(self, transform: Transform, given: bool, captured: bool, **options: Any) -> None:
        torch.default_generator.manual_seed(0)
        self.given = torch.rand(LENGTH, requires_grad=given)
        self.watched = Watched(torch.rand(LENGTH, requires_grad=captured))
        self.results = list(tensors_in(transform(self.watched, self.given, **options)))

    @property
    def requires_grad(self) -> bool:
        """Whether all results do."""
        return all(item.requires_grad for item in self.results)

    @property
    def accumulated(self) -> bool:
        """Whether the call added to a gradient."""
        return self.given.grad is not None or self.watched.captured.grad is not None


def tensors_in(result: Any) -> Iterator[torch.Tensor]:
    """The tensors of a result."""
    if isinstance(result, torch.Tensor):
        yield result
    elif isinstance(result, (tuple, list)):
        for item in result:
            yield from tensors_in(item)


def _enables_grad(transform: Transform) -> bool:
    """Whether the function is run with grad mode on, whatever it is outside."""
    watched = Watched(torch.rand(LENGTH))
    with torch.no_grad():
        transform(watched, torch.rand(LENGTH))
    return all(watched.grad_modes)


def _second_pass_raises(transform: Transform, has_option: bool) -> bool:
    """Whether a second backward pass through its result, where it has a graph, raises."""
    run = _Run(transform, True, True, **({"create_graph": True} if has_option else {}))
    return _raises(lambda: [run.results[-1].sum().backward() for _ in range(2)])  # type: ignore[no-untyped-call]


def _raises(call: Callable[[], Any]) -> bool:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            call()
    except REFUSED:
        return True
    return False


# -- checkpoints ---------------------------------------------------------------------------------------------------


def measured_checkpoints() -> dict[str, dict[str, Any]]:
    """By kind: ``reentrant`` or not."""
    return {
        "reentrant": _checkpoint(partial(checkpoints.checkpoint, use_reentrant=True)),
        "not reentrant": _checkpoint(partial(checkpoints.checkpoint, use_reentrant=False)),
    }


def _checkpoint(call: Transform) -> dict[str, Any]:
    return {
        "runs_without_grad": not _modes_first(call),
        "follows_captured": _Run(call, False, True).requires_grad,
        "looks_into_lists": _looks_into_lists(call),
        "takes_keywords": not _raises(lambda: call(lambda given, scale: given * scale, torch.rand(2), scale=2)),
        "saves_input": _write_raises(call, lambda run: run.given),
        "saves_captured": _write_raises(call, lambda run: run.watched.captured),
        "saves_result": _write_raises(call, lambda run: run.results[0]),
        "second_pass_raises": _twice_raises(call, lambda given: given.exp()),
        "second_pass_raises_of_sum": _twice_raises(call, lambda given: given + 1),
        "allows_autograd_grad": not _raises(lambda: _gradient(call)),
        "result_may_be_input": _may_be_input(call),
        "is_default": _Run(call, False, True).requires_grad is _default().requires_grad,
    }


def _default() -> _Run:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return _Run(checkpoints.checkpoint, False, True)


def _modes_first(call: Transform) -> bool:
    return _Run(call, True, True).watched.grad_modes[0]


def _looks_into_lists(call: Transform) -> bool:
    tensor = torch.rand(2, requires_grad=True)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        result: torch.Tensor = call(lambda given: given[0] * 2, [tensor])
    return result.requires_grad


def _write_raises(call: Transform, chosen: Callable[[_Run], torch.Tensor]) -> bool:
    """Whether a write under ``no_grad`` between the call and the backward pass makes that raise."""
    run = _Run(call, True, True)
    with torch.no_grad():
        chosen(run).mul_(2)
    return _raises(lambda: run.results[0].sum().backward())  # type: ignore[no-untyped-call]


def _twice_raises(call: Transform, inner: Function) -> bool:
    result = call(inner, torch.rand(2, requires_grad=True)).sum()
    result.backward()
    return _raises(result.backward)


def _gradient(call: Transform) -> Any:
    run = _Run(call, True, True)
    return torch.autograd.grad(run.results[0].sum(), [run.given])


def _may_be_input(call: Transform) -> bool:
    tensor = torch.rand(2, requires_grad=True)
    return call(lambda given: given, tensor) is tensor
