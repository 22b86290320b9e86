"""Measures which functions ``torch.autocast`` gives copies of their arguments, in another precision.

A function that saves its arguments then saves the copies, so that a write to the arguments does no harm. Whether torch
has a rule for an operator can be asked without the device; which operators a function is made of is seen when it runs.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterable
from functools import cache
from typing import Any

import torch
from torch.autograd.profiler import profile, record_function
from torch.autograd.profiler_util import FunctionEvent

from detachlint.facts.measuring.catalog import catalog
from detachlint.facts.measuring.sample import Sample
from detachlint.facts.measuring.saving import REFUSED, Call, run

KEYS = {"cpu": "AutocastCPU", "cuda": "AutocastCUDA"}
PREFIX = "spelling "
ENOUGH = 4
"""So many samples that torch accepts show what a function is made of."""


def measured_casting() -> dict[str, dict[str, Any]]:
    """By qualified name: on which devices. Functions without arguments in another precision are not in it."""
    made = {name: _devices(operators) for name, operators in _operators_of_all().items()}
    return {name: {"devices": devices} for name, devices in made.items() if devices}


def _operators_of_all() -> dict[str, set[str]]:
    """The operators that each spelling is made of."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        with profile() as seen:
            for spelling, own, others in catalog():
                if not spelling.in_place:
                    with record_function(PREFIX + spelling.qualname):
                        _run_some(spelling.function, [*own, *others])
    events = seen.function_events or []
    roots = [event for event in events if event.name.startswith(PREFIX)]
    return {root.name.removeprefix(PREFIX): set(_below(root)) for root in roots}


def _run_some(function: Call, samples: Iterable[Sample]) -> None:
    accepted = 0
    for sample in samples:
        try:
            run(function, sample)
        except REFUSED:
            continue
        accepted += 1
        if accepted == ENOUGH:
            return


def _below(event: FunctionEvent) -> Iterable[str]:
    for child in event.cpu_children:
        yield child.name
        yield from _below(child)


def _devices(operators: set[str]) -> list[str]:
    return [device for device, key in KEYS.items() if operators & _cast(key)]


@cache
def _cast(key: str) -> frozenset[str]:
    """The operators with a rule, without the names of their overloads."""
    known = (name for name in torch._C._dispatch_get_all_op_names() if name.startswith("aten::"))
    return frozenset(name.split(".")[0] for name in known if _has_rule(name, key))


def _has_rule(name: str, key: str) -> bool:
    try:
        return torch._C._dispatch_has_kernel_for_dispatch_key(name, key)
    except RuntimeError:
        return False
