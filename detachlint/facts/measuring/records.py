"""Measures the samples of one spelling."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import torch

from detachlint.facts.measuring.effects import Effects, effects
from detachlint.facts.measuring.names import parameter_names
from detachlint.facts.measuring.rows import rows
from detachlint.facts.measuring.sample import Layout, Sample, layout
from detachlint.facts.measuring.saving import REFUSED, Call, Saving, differentiable, measure
from detachlint.facts.measuring.spellings import Spelling

KEPT_PER_LAYOUT = 3
KEPT = 18
"""So many samples of torch's are kept of each layout, and beside ours in all."""


@dataclass(frozen=True)
class Record:
    """One sample, measured."""

    sample: Sample
    layout: Layout
    savings: dict[frozenset[int], Saving]
    rows: dict[str, str]
    effects: Effects


def records(spelling: Spelling, own: Sequence[Sample], others: Sequence[Sample]) -> list[Record]:
    """Measure all our own samples that this spelling accepts, and of the others a few of each layout."""
    names = parameter_names(spelling.qualname, spelling.function)
    made: list[Record] = []
    seen: Counter[frozenset[str]] = Counter()
    most = len(own) + KEPT
    for sample in _ordered(own, others):
        given = layout(sample.copy(), names).given
        wanted = sample in own or (len(made) < most and seen[given] < KEPT_PER_LAYOUT)
        if wanted and (record := attempted(spelling.function, sample, names)) is not None:
            made.append(record)
            seen[given] += 1
    return made


def replayed(spelling: Spelling, samples: Iterable[Sample], names: tuple[str, ...]) -> list[Record]:
    """Measure all of these samples, with the names another torch gives the arguments."""
    made = (attempted(spelling.function, sample, names) for sample in samples)
    return [record for record in made if record is not None]


def attempted(call: Call, sample: Sample, names: tuple[str, ...]) -> Record | None:
    """Measure one call; None where torch does not accept it, or the result is empty and tells nothing."""
    try:
        record = measured(call, sample, names)
    except REFUSED:
        return None
    return None if record.effects.empty else record


def measured(call: Call, sample: Sample, names: tuple[str, ...]) -> Record:
    """Measure one call."""
    torch.default_generator.manual_seed(0)
    savings = measure(call, sample)
    made = effects(call, sample, frozenset(differentiable(savings)))
    place = layout(sample.copy(), names)
    return Record(sample, place, savings, rows(savings, place.order), made)


def _ordered(own: Iterable[Sample], others: Iterable[Sample]) -> Iterator[Sample]:
    """First one that is not contiguous, then ours, then the others, full tensors before those with few elements."""
    full = [*own, *sorted((item for item in others if not _is_empty(item)), key=_has_few_elements)]
    strided = next((item for item in full if any(tensor.dim() > 1 for tensor in item.tensors)), None)
    if strided is not None:
        yield strided.mapped(_transposed)
    yield from full


def _is_empty(sample: Sample) -> bool:
    return any(item.numel() == 0 for item in sample.tensors)


def _has_few_elements(sample: Sample) -> bool:
    return any(item.numel() == 1 for item in sample.tensors)


def _transposed(tensor: torch.Tensor) -> torch.Tensor:
    """The same values, laid out the other way round."""
    if tensor.layout is not torch.strided or tensor.is_quantized or tensor.dim() < 2:
        return tensor.clone()
    return tensor.transpose(0, -1).contiguous().transpose(0, -1)
