"""Output formats, one file each. A reporter knows findings and the lines they stand in, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Protocol, cast

from detachlint.finding import Finding

if TYPE_CHECKING:
    from detachlint.report.lines import Lines

FORMATS = {
    "full": "full",
    "concise": "concise",
    "grouped": "grouped",
    "json": "json_array",
    "json-lines": "json_lines",
    "sarif": "sarif",
    "github": "github",
    "gitlab": "gitlab",
    "junit": "junit",
    "pylint": "pylint",
    "rdjson": "rdjson",
}
FOR_PEOPLE = frozenset({"full", "concise", "grouped"})
"""Formats in which findings are followed by a count, on stderr."""


@dataclass(frozen=True)
class Report:
    """What a reporter is given. File names are relative where they are below the working folder."""

    findings: Sequence[Finding]
    lines: Lines
    color: bool = False
    width: int | None = None
    """Columns of the terminal; None when the output goes elsewhere."""
    unsafe_fixes: bool = False


class Reporter(Protocol):
    """A module of this package."""

    def render(self, report: Report) -> Iterator[str]:
        """Pieces of the output."""


def reporter(name: str) -> Reporter:
    """The reporter of a format."""
    return cast(Reporter, import_module(f"detachlint.report.{FORMATS[name]}"))
