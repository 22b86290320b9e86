"""Samples from torch's own test suite."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

import torch
from torch.testing._internal.common_methods_invocations import op_db

from detachlint.facts.measuring.sample import Sample

READ = 60
"""So many samples of an operator are looked at; a few of them are kept."""
DTYPES = (torch.float32, torch.complex64, torch.int64, torch.bool)


def op_db_samples() -> dict[str, list[Sample]]:
    """By the name of the operator in ``op_db``, and by that of each alias."""
    found: dict[str, list[Sample]] = {}
    for operator in op_db:
        samples = list(_samples_of(operator))
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
