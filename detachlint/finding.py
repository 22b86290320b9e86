"""What every part of the program hands on: a finding, its places, its trace and its fix.

Everything here is immutable, hashable and picklable, and knows neither libcst nor the command line.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Level(str, Enum):
    """How bad a finding is; the letter is what users see and configure."""

    ERROR = "E"
    WARNING = "W"
    LEGACY = "L"
    PEDANTIC = "P"

    @property
    def on_by_default(self) -> bool:
        """Whether rules of this level run without being selected by name."""
        return self in (Level.ERROR, Level.WARNING)


class FailureMode(str, Enum):
    """What a user would see at run time."""

    RAISES = "raises"
    WRONG = "wrong"
    NONE = "none"
    STALE = "stale"
    GROWS = "grows"
    NO_OP = "no-op"
    NOT_APPLICABLE = "n/a"


class Applicability(str, Enum):
    """How far a fix may be trusted: applied by ``--fix``, only by ``--unsafe-fixes``, or only shown."""

    SAFE = "safe"
    UNSAFE = "unsafe"
    DISPLAY = "display"


@dataclass(frozen=True, order=True)
class Location:
    """A point in a file; rows and columns count from 1, columns in Unicode characters."""

    row: int
    column: int


@dataclass(frozen=True, order=True)
class Place:
    """A stretch of a file, end exclusive. In a notebook rows count within ``cell`` (from 1)."""

    filename: str
    start: Location
    end: Location
    cell: int | None = None


@dataclass(frozen=True)
class TraceStep:
    """One place that explains a finding, with a few words in the user's own names."""

    message: str
    place: Place


@dataclass(frozen=True)
class Edit:
    """Replace the text between two locations; an insertion where they are equal."""

    content: str
    start: Location
    end: Location


@dataclass(frozen=True)
class Fix:
    """The cure: a sentence, and the edits that make it where they are certain (none when only shown)."""

    applicability: Applicability
    message: str
    edits: tuple[Edit, ...] = ()


@dataclass(frozen=True)
class Finding:
    """One report. ``place`` is the statement that commits the misuse; ``trace`` tells the story in order."""

    code: str
    name: str
    level: Level
    failure_mode: FailureMode
    message: str
    place: Place
    trace: tuple[TraceStep, ...] = ()
    fix: Fix | None = None
    noqa_row: int | None = None

    @property
    def sort_key(self) -> tuple[str, int, int, int, str]:
        """Order of every report: file, notebook cell, row, column, code."""
        return (self.place.filename, self.place.cell or 0, self.place.start.row, self.place.start.column, self.code)
