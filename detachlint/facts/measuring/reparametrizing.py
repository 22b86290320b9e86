"""Measures what computes a layer's weight from other parameters: weight norm, spectral norm, parametrizations."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

import torch
from torch import nn
from torch.nn import utils
from torch.nn.utils import parametrizations, parametrize

Change = Callable[[nn.Module], nn.Module]
SIZE = 3
OLD, NEW = "torch.nn.utils.", "torch.nn.utils.parametrizations."


class Doubled(nn.Module):
    """A parametrization that can be undone."""

    def forward(self, weight: torch.Tensor) -> torch.Tensor:
        return weight * 2

    def right_inverse(self, weight: torch.Tensor) -> torch.Tensor:
        return weight / 2


def measured_reparametrizations() -> dict[str, dict[str, Any]]:
    """By qualified name."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return {name: _measure(change) for name, change in _changes().items()}


def _changes() -> dict[str, Change]:
    return {
        f"{OLD}weight_norm": utils.weight_norm,
        f"{OLD}spectral_norm": utils.spectral_norm,
        f"{NEW}weight_norm": parametrizations.weight_norm,
        f"{NEW}spectral_norm": parametrizations.spectral_norm,
        f"{NEW}orthogonal": parametrizations.orthogonal,
        f"{OLD}parametrize.register_parametrization": _doubled,
    }


def _doubled(layer: nn.Module) -> nn.Module:
    return parametrize.register_parametrization(layer, "weight", Doubled())


def _layer(change: Change) -> nn.Linear:
    torch.default_generator.manual_seed(0)
    made = nn.Linear(SIZE, SIZE)
    change(made)
    return made


def _measure(change: Change) -> dict[str, Any]:
    before = nn.Linear(SIZE, SIZE)
    old = before.weight
    returned = change(before)
    layer, given = _layer(change), torch.rand(2, SIZE)
    layer(given)
    return {
        "returns_it": returned is before,
        "parameters": [name for name, _ in _layer(change).named_parameters() if name != "bias"],
        "buffers": [name for name, _ in _layer(change).named_buffers()],
        "keeps": next((name for name, item in before.named_parameters() if item is old), None),
        "weight_is_leaf": layer.weight.is_leaf,
        "weight_requires_grad": layer.weight.requires_grad,
        "made_when_read": layer.weight is not layer.weight,
        "made_when_called": _made_when_called(layer, given),
        "runs_twice": _runs_twice(layer, given),
        "frozen_with_its_parameters": not _frozen(layer)(given).requires_grad,
        "takes_tensors": _takes_tensors(_layer(change)),
        "step_raises": _step_raises(_layer(change), given),
    }


def _made_when_called(layer: nn.Linear, given: torch.Tensor) -> bool:
    before = layer.weight
    layer(given)
    return layer.weight is not before


def _runs_twice(layer: nn.Linear, given: torch.Tensor) -> bool:
    """Whether each call can be run backward for itself."""
    for _ in range(2):
        layer(given).sum().backward()
    return all(item.grad is not None for item in layer.parameters())


def _frozen(layer: nn.Linear) -> nn.Linear:
    for item in layer.parameters():
        item.requires_grad_(False)
    return layer


def _takes_tensors(layer: nn.Linear) -> bool:
    """Whether a plain tensor can be assigned to the weight."""
    try:
        layer.weight = torch.rand(SIZE, SIZE)
    except TypeError:
        return False
    return True


def _step_raises(layer: nn.Linear, given: torch.Tensor) -> bool:
    """Whether a step between the call and its backward pass makes that raise."""
    result = layer(given).sum()
    with torch.no_grad():
        for item in layer.parameters():
            item.mul_(1.5)
    try:
        result.backward()
    except RuntimeError:
        return True
    return False
