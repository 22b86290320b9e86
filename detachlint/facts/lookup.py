"""Finds stored entries, under the release of torch that is asked about."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from detachlint.facts.stored import LIBRARIES, load
from detachlint.facts.versions import PREFIX


class Entry(NamedTuple):
    """A stored operator or layer."""

    facts: Mapping[str, Any]
    parameters: tuple[str, ...]
    about: Mapping[str, Any]


def entry(file: str, name: str, release: str | None) -> Entry | None:
    """The entry of this name, as it is in this release; None where there is none."""
    if release is not None:
        changed = load(f"{PREFIX}{release}.json")[file]
        if name in changed["spellings"]:
            return _entry(changed, name)
    return _entry(load(file), name)


def library(part: str, name: str, release: str | None) -> Mapping[str, Any] | None:
    """An optimizer, a writer or a factory, as it is in this release."""
    if release is not None:
        changed = load(f"{PREFIX}{release}.json")[LIBRARIES][part]
        if name in changed:
            found: Mapping[str, Any] | None = changed[name]
            return found
    known: Mapping[str, Any] | None = load(LIBRARIES)[part].get(name)
    return known


def _entry(data: Mapping[str, Any], name: str) -> Entry | None:
    places = data["spellings"].get(name)
    if places is None:
        return None
    facts, parameters = data["facts"][places[0]], tuple(data["parameters"][places[1]])
    return Entry(facts, parameters, data.get("about", {}).get(name, {}))
