"""Samples from torch's own test suite."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import islice
from typing import Any

import torch
from torch.testing._internal.common_methods_invocations import op_db

from detachlint.facts.measuring.sample import Sample, is_sequence_of_tensors

READ = 250
"""So many samples of an operator are looked at; a few of them are kept."""
DTYPES = (torch.float32, torch.complex64, torch.int64, torch.bool)


@cache
def op_db_samples() -> dict[str, list[Sample]]:
    """By the name of the operator in ``op_db``, and by that of each alias."""
    found: dict[str, list[Sample]] = {}
    for operator in op_db:
        samples = sorted(_samples_of(operator), key=_description)
        for name in {operator.name, *(alias.name for alias in operator.aliases)}:
            found.setdefault(name, []).extend(samples)
    return found


def _samples_of(operator: Any) -> Iterator[Sample]:
    dtypes = operator.supported_dtypes("cpu")
    dtype = next((item for item in DTYPES if item in dtypes), None)
    if dtype is None:
        return
    torch.default_generator.manual_seed(0)
    samples = operator.sample_inputs_func(operator, "cpu", dtype, requires_grad=False)
    for item in islice(samples, READ):
        yield Sample((item.input, *item.args), dict(item.kwargs))


def _description(sample: Sample) -> str:
    """What makes one sample differ from another: torch takes some of them from sets, in no fixed order."""
    options = {name: value for name, value in sample.kwargs.items() if not isinstance(value, torch.Tensor)}
    rest = [
        value
        for value in sample.args
        if isinstance(value, (int, float, str, tuple)) and not is_sequence_of_tensors(value)
    ]
    return f"{[tuple(item.shape) for item in sample.tensors]} {sorted(map(str, options.items()))} {rest}"
