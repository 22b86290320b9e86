"""Which samples belong to which spelling."""

from __future__ import annotations

from collections.abc import Iterator

from detachlint.facts.measuring.op_db_samples import op_db_samples
from detachlint.facts.measuring.operator_spellings import operator_spellings
from detachlint.facts.measuring.own_samples import Table, own_samples
from detachlint.facts.measuring.sample import Sample
from detachlint.facts.measuring.spellings import Spelling, spellings

INITIALISERS = "torch.nn.init."
OWN_ONLY = frozenset({"dropout", "dropout1d", "dropout2d", "dropout3d", "alpha_dropout", "feature_alpha_dropout"})
"""Torch's samples of these drop nothing or everything."""


def catalog() -> Iterator[tuple[Spelling, list[Sample], list[Sample]]]:
    """Every spelling with our samples and torch's."""
    own, torchs = own_samples(), op_db_samples()
    for spelling in spellings():
        only_ours = spelling.short in OWN_ONLY or spelling.qualname.startswith(INITIALISERS)
        samples = _found(own, spelling), [] if only_ours else _found(torchs, spelling)
        if any(samples):
            yield (spelling, *samples)
    for spelling, ours in operator_spellings():
        yield spelling, ours, []


def _found(table: Table, spelling: Spelling) -> list[Sample]:
    return next((table[name] for name in _keys(spelling) if name in table), [])


def _keys(spelling: Spelling) -> list[str]:
    """Names under which samples may stand, the most particular first."""
    short = spelling.short
    plain = short.rstrip("_")
    if spelling.is_method:
        return [f"Tensor.{short}", short, plain]
    full = spelling.qualname.removeprefix("torch.")
    return [full, full.rstrip("_"), short, plain, f"nn.functional.{short}", f"nn.functional.{plain}"]
