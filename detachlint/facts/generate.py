"""Measures the installed torch and writes the data that ships: ``python -m detachlint.facts.generate``."""

from __future__ import annotations

import json
import warnings
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import torch

from detachlint.facts.coverage import figures
from detachlint.facts.measuring.casting import measured_casting
from detachlint.facts.measuring.catalog import catalog
from detachlint.facts.measuring.factories import measured_factories
from detachlint.facts.measuring.layers import measured_layers
from detachlint.facts.measuring.names import parameter_names
from detachlint.facts.measuring.optimizers import measured_optimizers
from detachlint.facts.measuring.records import records
from detachlint.facts.measuring.reparametrizing import measured_reparametrizations
from detachlint.facts.measuring.sources import measured_sources
from detachlint.facts.measuring.transforms import measured_checkpoints, measured_transforms
from detachlint.facts.measuring.tree import Tree, tree
from detachlint.facts.measuring.writers import measured_writers
from detachlint.facts.stored import COVERAGE, DATA, LAYERS, LIBRARIES, OPERATORS, stripped

Measured = dict[str, tuple[Tree, tuple[str, ...]]]
"""By qualified name: the facts, and the names of the positional arguments."""


def measured_operators() -> dict[str, Any]:
    """Facts of every spelling."""
    found: Measured = {}
    for spelling, own, others in catalog():
        made = records(spelling, own, others)
        if made:
            found[spelling.qualname] = tree(made), parameter_names(spelling.qualname, spelling.function)
    return stored(found)


def measured_layers_data() -> dict[str, Any]:
    """Facts of every layer."""
    found = measured_layers()
    made = stored({name: (layer.call, layer.names) for name, layer in found.items()})
    return {**made, "about": {name: layer.about for name, layer in found.items()}}


def libraries() -> dict[str, Any]:
    """Facts of optimizers, of what writes its arguments, makes tensors, computes with functions, wraps layers."""
    return {
        "torch": torch.__version__.split("+")[0],
        "optimizers": measured_optimizers(),
        "writers": measured_writers(),
        "factories": measured_factories(),
        "transforms": measured_transforms(),
        "checkpoints": measured_checkpoints(),
        "reparametrizations": measured_reparametrizations(),
        "sources": measured_sources(),
        "casting": measured_casting(),
    }


def entries(data: Mapping[str, Any]) -> dict[str, Any]:
    """What stands in a data file, by name, so that two can be compared."""
    if "spellings" not in data:
        parts = {title: part for title, part in data.items() if isinstance(part, dict)}
        return {f"{title}: {name}": part[name] for title, part in parts.items() for name in part}
    return {
        name: (data["facts"][facts], tuple(data["parameters"][names]), data.get("about", {}).get(name))
        for name, (facts, names) in data["spellings"].items()
    }


def stored(found: Measured) -> dict[str, Any]:
    """What is the same is stored once."""
    distinct, facts_at = _table({name: stripped(facts) for name, (facts, _) in found.items()})
    lists, names_at = _table({name: names for name, (_, names) in found.items()})
    return {
        "torch": torch.__version__.split("+")[0],
        "facts": distinct,
        "parameters": lists,
        "spellings": {name: [facts_at[name], names_at[name]] for name in found},
    }


def _table(values: dict[str, Any]) -> tuple[list[Any], dict[str, int]]:
    """Distinct values, and for each name the place of its value."""
    places: dict[str, int] = {}
    distinct: list[Any] = []
    chosen: dict[str, int] = {}
    for name, value in values.items():
        key = json.dumps(value, sort_keys=True)
        if key not in places:
            places[key] = len(distinct)
            distinct.append(value)
        chosen[name] = places[key]
    return distinct, chosen


def write(path: Path, content: dict[str, Any]) -> None:
    """One line an entry, so that a change shows as a change."""
    parts = (f"{json.dumps(key)}: {_lines(value)}" for key, value in content.items())
    path.write_text("{\n" + ",\n".join(parts) + "\n}\n", encoding="utf-8")


def _lines(value: Any) -> str:
    if isinstance(value, list):
        return "[\n" + ",\n".join(_compact(value)) + "\n]"
    if isinstance(value, dict):
        return "{\n" + ",\n".join(f"{json.dumps(key)}:{_one(item)}" for key, item in value.items()) + "\n}"
    return json.dumps(value)


def _compact(values: Iterable[Any]) -> list[str]:
    return [_one(value) for value in values]


def _one(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"), sort_keys=True)


def main() -> None:
    """Measure and write everything."""
    torch.set_num_threads(1)
    warnings.simplefilter("ignore")
    DATA.mkdir(exist_ok=True)
    write(DATA / OPERATORS, measured_operators())
    write(DATA / LAYERS, measured_layers_data())
    write(DATA / LIBRARIES, libraries())
    write(DATA / COVERAGE, figures())


if __name__ == "__main__":
    main()
