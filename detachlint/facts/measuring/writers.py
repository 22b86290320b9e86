"""Measures functions that write what they are given: initialisers and the utilities of ``torch.nn.utils``."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

import torch
from torch import nn
from torch.nn import init, utils

from detachlint.facts.measuring.own_samples import INITIALISERS, positive, words

HALF = words("constant_ constant sparse_ sparse")
"""These take a number."""


def measured_writers() -> dict[str, dict[str, Any]]:
    """By qualified name."""
    names = [*INITIALISERS, *HALF, *words("dirac_ dirac")]
    made = {f"torch.nn.init.{name}": _initialiser(name) for name in names if hasattr(init, name)}
    for name, call in _utilities().items():
        if hasattr(utils, name):
            made[f"torch.nn.utils.{name}"] = _utility(call)
    return made


def _initialiser(name: str) -> dict[str, Any]:
    shape = (3, 4, 3) if name.startswith("dirac") else (3, 4)
    parameter = nn.Parameter(positive(*shape))
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            result = getattr(init, name)(parameter, *([0.5] if name in HALF else []))
    except RuntimeError:
        return {
            "argument": 0,
            "writes": "argument",
            "allowed_on_leaf": False,
            "counter_moves": True,
            "returns_it": True,
        }
    return {
        "argument": 0,
        "writes": "argument",
        "allowed_on_leaf": True,
        "counter_moves": parameter._version > 0,
        "returns_it": result is parameter,
    }


def _utilities() -> dict[str, Callable[[nn.Parameter], Any]]:
    return {
        "clip_grad_norm_": lambda item: utils.clip_grad_norm_([item], 0.1),
        "clip_grad_value_": lambda item: utils.clip_grad_value_([item], 0.1),
        "clip_grads_with_norm_": lambda item: utils.clip_grads_with_norm_([item], 0.1, torch.tensor(1.0)),
        "vector_to_parameters": lambda item: utils.vector_to_parameters(positive(12), [item]),
        "parameters_to_vector": lambda item: utils.parameters_to_vector([item]),
        "get_total_norm": lambda item: utils.get_total_norm([item.grad]),
    }


def _utility(call: Callable[[nn.Parameter], Any]) -> dict[str, Any]:
    parameter = nn.Parameter(positive(3, 4))
    parameter.grad = positive(3, 4)
    old, memory = parameter.detach().clone(), parameter.data_ptr()
    gradient = parameter.grad
    old_gradient = gradient.clone()
    result = call(parameter)
    writes = "nothing"
    if parameter.data_ptr() != memory:
        writes = "data"
    elif not torch.equal(parameter.detach(), old):
        writes = "argument"
    elif parameter.grad is not gradient or not torch.equal(gradient, old_gradient):
        writes = "grad"
    written = gradient if writes == "grad" else parameter
    return {
        "argument": 1 if writes == "data" else 0,
        "writes": writes,
        "allowed_on_leaf": True,
        "counter_moves": written._version > 0,
        "returns_it": result is parameter,
    }
