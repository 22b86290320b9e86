"""Joins the measurements of several calls into one set of facts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from detachlint.facts.measuring.records import Record
from detachlint.facts.measuring.rows import UNKNOWN, joined

Leaf = dict[str, Any]
"""Facts as they are stored: see ``detachlint.facts.stored``."""


def leaf(records: Sequence[Record]) -> Leaf:
    """What all these calls have in common."""
    effects = [item.effects for item in records]
    several = any(item.view == "multi" for item in effects)
    made: Leaf = {
        "patterns": _patterns(records),
        "view": _view({item.view for item in effects}),
        "view_of": _common((item.view_of for item in effects if item.view != "no"), 0),
        "grad": _grad(records),
        "dtype": _dtype({item.dtype for item in effects}),
        "numel": _numel(records),
        "outputs": None if several else _common((item.outputs for item in effects), None),
        "writes": _always_written(records),
        "backward": _common((item.backward_name for item in effects if item.backward_name), None),
    }
    also = sorted({position for item in records for position in _written(item)} - set(made["writes"]))
    quiet = sorted({position for item in records for position in _positions(item, item.effects.quiet_writes)})
    if quiet:
        made["quiet_writes"] = quiet
    if also:
        made["also_writes"] = also
    refused = [_refused(item) for item in records]
    if any(refused):
        made["refuses_grad"] = sorted(set.intersection(*refused))
    spread = {item.layout.spread for item in records} - {None}
    if len(spread) == 1:
        made["spread"] = spread.pop()
    return made


def vagueness(facts: Leaf) -> int:
    """How much in it is not certain."""
    digits = sum(row.count(UNKNOWN) for rows in facts["patterns"].values() for row in rows.values())
    vague: list[bool] = [
        facts["view"] == "maybe",
        facts["dtype"] == "unknown",
        facts["numel"] == "unknown",
        facts["outputs"] is None,
        "also_writes" in facts,
        "quiet_writes" in facts,
        facts["grad"] == "unknown",
    ]
    return int(digits + sum(vague))


def _common(values: Iterable[Any], otherwise: Any) -> Any:
    found = set(values)
    return found.pop() if len(found) == 1 else otherwise


def _view(kinds: set[str]) -> str:
    if kinds == {"itself"}:
        return "alias"
    if kinds <= {"view", "no", "multi", "expand"} and len(kinds) == 1:
        return kinds.pop()
    if "no" in kinds or "itself" in kinds:
        return "maybe"
    return "multi" if "multi" in kinds else "expand"


def _grad(records: Sequence[Record]) -> str:
    kinds = {item.effects.grad for item in records if item.savings}
    for kind in ("yes", "zero"):
        if kind in kinds:
            return kind
    return "no"


def _dtype(kinds: set[str]) -> str:
    known = kinds - {"unknown"} or kinds
    if known == {"same", "promote"}:
        return "promote"
    return known.pop() if len(known) == 1 else "unknown"


def _numel(records: Sequence[Record]) -> str:
    telling = [item.effects for item in records if item.effects.telling]
    if not telling:
        return "unknown"
    if all(item.one for item in telling):
        return "one"
    together = [item for item in telling if item.broadcast is not None]
    alone = [item for item in telling if item.broadcast is None]
    if together and all(item.broadcast for item in together) and all(item.same for item in alone):
        return "broadcast"
    return "same" if all(item.same for item in telling) else "unknown"


def _refused(record: Record) -> set[int]:
    """Positions that must not require grad."""
    alone = [index for requires, saving in record.savings.items() if saving.refused for index in requires]
    return _positions(record, alone)


def _written(record: Record) -> set[int]:
    return _positions(record, record.effects.writes)


def _positions(record: Record, indexes: Iterable[int]) -> set[int]:
    """Positions in the call, from those among its tensors."""
    positions = [index for index, sign in enumerate(record.layout.pattern) if sign == "T"]
    index_to_position = dict(zip(record.layout.order, positions, strict=True))
    return {index_to_position[index] for index in indexes}


def _always_written(records: Sequence[Record]) -> list[int]:
    return sorted(set.intersection(*(_written(item) for item in records)))


def _patterns(records: Sequence[Record]) -> dict[str, dict[str, str]]:
    made: dict[str, dict[str, str]] = {}
    for record in records:
        known = made.setdefault(record.layout.pattern, {})
        for requires, row in record.rows.items():
            known[requires] = joined(known[requires], row) if requires in known else row
    return made
