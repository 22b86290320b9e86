"""Measures the samples of one spelling."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import torch

from detachlint.facts.measuring.effects import Effects, effects
from detachlint.facts.measuring.names import parameter_names
from detachlint.facts.measuring.sample import Layout, Sample, layout
from detachlint.facts.measuring.saving import REFUSED, Call, Saving, differentiable, measure
from detachlint.facts.measuring.spellings import Spelling

KEPT_PER_LAYOUT = 3
KEPT = 14


@dataclass(frozen=True)
class Record:
    """One sample, measured."""

    sample: Sample
    layout: Layout
    savings: dict[frozenset[int], Saving]
    effects: Effects


def records(spelling: Spelling, samples: Iterable[Sample]) -> list[Record]:
    """Measure a choice of samples that this spelling accepts: a few of each layout."""
    names = parameter_names(spelling.qualname, spelling.function)
    made: list[Record] = []
    seen: Counter[frozenset[str]] = Counter()
    for sample in _ordered(samples):
        given = layout(sample.copy(), names).given
        if len(made) == KEPT:
            break
        if seen[given] == KEPT_PER_LAYOUT:
            continue
        try:
            made.append(measured(spelling.function, sample, names))
        except REFUSED:
            continue
        seen[given] += 1
    return made


def replayed(spelling: Spelling, samples: Iterable[Sample], names: tuple[str, ...]) -> list[Record]:
    """Measure all of these samples, with the names another torch gives the arguments."""
    made: list[Record] = []
    for sample in samples:
        try:
            made.append(measured(spelling.function, sample, names))
        except REFUSED:
            continue
    return made


def measured(call: Call, sample: Sample, names: tuple[str, ...]) -> Record:
    """Measure one call."""
    torch.default_generator.manual_seed(0)
    savings = measure(call, sample)
    made = effects(call, sample, frozenset(differentiable(savings)))
    return Record(sample, layout(sample.copy(), names), savings, made)


def _ordered(samples: Iterable[Sample]) -> Iterator[Sample]:
    """First one that is not contiguous, then those with full tensors, then those with few elements."""
    ordered = sorted((item for item in samples if not _is_empty(item)), key=_has_few_elements)
    strided = next((item for item in ordered if any(tensor.dim() > 1 for tensor in item.tensors)), None)
    if strided is not None:
        yield strided.mapped(_transposed)
    yield from ordered


def _is_empty(sample: Sample) -> bool:
    return any(item.numel() == 0 for item in sample.tensors)


def _has_few_elements(sample: Sample) -> bool:
    return any(item.numel() == 1 for item in sample.tensors)


def _transposed(tensor: torch.Tensor) -> torch.Tensor:
    """The same values, laid out the other way round."""
    if tensor.layout is not torch.strided or tensor.is_quantized or tensor.dim() < 2:
        return tensor.clone()
    return tensor.transpose(0, -1).contiguous().transpose(0, -1)
