"""Code that was once reported wrongly: each of these is right, or nobody can know, and nothing is said."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from detachlint.lint import lint_source
from detachlint.settings import Settings

TABLES = Path(__file__).parent / "silent"


def snippets() -> list[tuple[str, str]]:
    """Name and source of every entry: ``=== name``, then the code."""
    found = []
    for table in sorted(TABLES.glob("*.txt")):
        for entry in re.split(r"^=== ", table.read_text(encoding="utf-8"), flags=re.M)[1:]:
            name, source = entry.split("\n", 1)
            found.append((f"{table.stem}: {name}", source))
    return found


@pytest.mark.parametrize("source", [pytest.param(source, id=name) for name, source in snippets()])
def test_nothing_is_said(source: str) -> None:
    compile(source, "snippet.py", "exec")
    assert [f"{finding.place.start.row} {finding.code}" for finding in lint_source(source, "x.py", Settings())] == []
