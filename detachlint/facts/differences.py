"""Measures where another torch differs from the one the facts are of.

``python -m detachlint.facts.differences write FILE`` writes the samples, under the torch the facts are of;
``python -m detachlint.facts.differences measure FILE`` makes the same calls under another torch, and writes the entries
that come out otherwise.
"""

from __future__ import annotations

import pickle
import sys
import warnings
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import torch

from detachlint.facts.generate import Measured, entries, libraries, measured_layers_data, stored, write
from detachlint.facts.measuring.catalog import catalog
from detachlint.facts.measuring.operator_spellings import operator_spellings
from detachlint.facts.measuring.records import records, replayed
from detachlint.facts.measuring.sample import Sample
from detachlint.facts.measuring.spellings import Spelling, spellings
from detachlint.facts.measuring.tree import tree
from detachlint.facts.stored import DATA, LAYERS, LIBRARIES, OPERATORS, load

Samples = dict[str, list[bytes]]


def write_samples(path: Path) -> None:
    """Write the samples the facts come from."""
    chosen: Samples = {}
    for spelling, own, others in catalog():
        made = [
            pickled for record in records(spelling, own, others) if (pickled := _pickled(record.sample)) is not None
        ]
        if made:
            chosen[spelling.qualname] = made
    path.write_bytes(pickle.dumps(chosen))


def _pickled(sample: Sample) -> bytes | None:
    try:
        return pickle.dumps(sample)
    except (pickle.PicklingError, AttributeError, TypeError, NotImplementedError):
        return None


def _unpickled(data: bytes) -> Sample | None:
    """None where this torch knows nothing of what is in it, such as a newer dtype."""
    try:
        found = pickle.loads(data)
    except (AttributeError, ImportError, RuntimeError, TypeError):
        return None
    return found if isinstance(found, Sample) else None


def operator_differences(path: Path) -> dict[str, Any]:
    """Operators that do otherwise; null where there is none of this name here."""
    shipped = load(OPERATORS)
    samples: Samples = pickle.loads(path.read_bytes())
    here = {spelling.qualname: spelling for spelling in _all_spellings()}
    found: Measured = {}
    for name, (_, names_at) in shipped["spellings"].items():
        names = tuple(shipped["parameters"][names_at])
        known = [sample for data in samples.get(name, []) if (sample := _unpickled(data)) is not None]
        made = replayed(here[name], known, names) if name in here else []
        if made:
            found[name] = tree(made), names
    tried = {name: entry for name, entry in entries(shipped).items() if name in samples}
    return _different(tried, stored(found))


def _all_spellings() -> Iterator[Spelling]:
    yield from spellings()
    yield from (spelling for spelling, _ in operator_spellings())


def _different(before: Mapping[str, Any], measured: Mapping[str, Any]) -> dict[str, Any]:
    """The part of what was measured that is not as before, with null for what is not there."""
    after = entries(measured)
    changed = {name: after[name] for name in before if name in after and after[name] != before[name]}
    made = stored({name: (facts, names) for name, (facts, names, _) in changed.items()})
    made["spellings"].update({name: None for name in before if name not in after})
    about = {name: item for name, (_, _, item) in changed.items() if item is not None}
    return {**made, "about": about}


def _different_libraries(before: Mapping[str, Any], after: Mapping[str, Any]) -> dict[str, Any]:
    parts = [name for name, part in before.items() if isinstance(part, dict)]
    return {part: _changed(before[part], after[part]) for part in parts}


def _changed(before: Mapping[str, Any], after: Mapping[str, Any]) -> dict[str, Any]:
    return {name: after.get(name) for name, item in before.items() if after.get(name) != item}


def main() -> None:
    """Write samples, or measure with them."""
    torch.set_num_threads(1)
    warnings.simplefilter("ignore")
    action, path = sys.argv[1], Path(sys.argv[2])
    if action == "write":
        write_samples(path)
        return
    version = torch.__version__.split("+")[0]
    content = {
        "torch": version,
        OPERATORS: operator_differences(path),
        LAYERS: _different(entries(load(LAYERS)), measured_layers_data()),
        LIBRARIES: _different_libraries(load(LIBRARIES), libraries()),
    }
    write(DATA / f"torch-{version}.json", content)


if __name__ == "__main__":
    main()
