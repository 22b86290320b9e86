"""Which torch a project pins, in its pyproject.toml or its requirements."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from typing import Any

from detachlint.settings import toml_module

PIN = re.compile(r"torch\s*(?:\[[^\]]*\])?\s*\(?\s*(?:={2,3}|~=)\s*(\d+\.\d+(?:\.\d+)?)", re.IGNORECASE)
POETRY_PIN = re.compile(r"(?:={0,3}|~=?)\s*(\d+\.\d+(?:\.\d+)?)")
REQUIREMENTS = re.compile(r"requirements[\w.-]*\.(?:txt|in)")


def pinned_torch(folder: str) -> str:
    """The version pinned in a folder or above it, up to the top of its repository; empty when none is."""
    while True:
        found = _in_folder(folder)
        above = os.path.dirname(folder)
        if found or above == folder or os.path.exists(os.path.join(folder, ".git")):
            return found
        folder = above


def _in_folder(folder: str) -> str:
    try:
        names = sorted(os.listdir(folder))
    except OSError:
        return ""
    if "pyproject.toml" in names:
        found = _in_pyproject(_read(os.path.join(folder, "pyproject.toml")))
        if found:
            return found
    for name in names:
        if REQUIREMENTS.fullmatch(name):
            found = _first(_read(os.path.join(folder, name)).splitlines())
            if found:
                return found
    return ""


def _read(path: str) -> str:
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            return file.read()
    except OSError:
        return ""


def _in_pyproject(text: str) -> str:
    if "torch" not in text:
        return ""
    toml = toml_module()
    try:
        document = toml.loads(text)
    except toml.TOMLDecodeError:
        return ""
    return _first(_requirements(document)) or _poetry(document)


def _requirements(document: dict[str, Any]) -> Iterator[str]:
    project = _table(document, "project")
    yield from _texts(project.get("dependencies"))
    for group in (_table(project, "optional-dependencies"), _table(document, "dependency-groups")):
        for requirements in group.values():
            yield from _texts(requirements)


def _poetry(document: dict[str, Any]) -> str:
    wanted = _table(_table(_table(document, "tool"), "poetry"), "dependencies").get("torch")
    if isinstance(wanted, dict):
        wanted = wanted.get("version")
    found = POETRY_PIN.fullmatch(wanted.strip()) if isinstance(wanted, str) else None
    return found[1] if found is not None else ""


def _first(requirements: Any) -> str:
    for requirement in requirements:
        found = PIN.match(requirement.strip())
        if found is not None:
            return found[1]
    return ""


def _table(document: dict[str, Any], key: str) -> dict[str, Any]:
    value = document.get(key)
    return value if isinstance(value, dict) else {}


def _texts(value: Any) -> list[str]:
    return [item for item in value if isinstance(item, str)] if isinstance(value, list) else []
