"""Reading: one file to its findings, and the files that its imports lead to."""

from __future__ import annotations

import os
import time
from dataclasses import dataclass, field
from functools import lru_cache
from hashlib import blake2b
from typing import TYPE_CHECKING

from detachlint.discovery import Target
from detachlint.finding import Finding
from detachlint.lint import lint_text, unreadable
from detachlint.source import Source, UnreadableSource, decode, decode_notebook
from detachlint.syntax import Problem

if TYPE_CHECKING:
    from detachlint.interpret.project import Project


@dataclass
class Checked:
    """What linting one file came to. File names are absolute."""

    path: str
    findings: list[Finding] = field(default_factory=list)
    digest: str = ""
    """Of the bytes that were linted; empty when there were none."""
    reads: dict[str, str | None] = field(default_factory=dict)
    """Digest of each other file that was asked for; None where there was no such file."""
    vanished: bool = False
    seconds: float = 0.0


def digest_of(data: bytes) -> str:
    """Stands for some bytes."""
    return blake2b(data, digest_size=16).hexdigest()


def source_of(path: str, data: bytes) -> Source:
    """A file's bytes as text, by its kind.

    :raises UnreadableSource: when they are none
    """
    return decode_notebook(data) if path.endswith(".ipynb") else decode(data)


def check_file(target: Target) -> Checked:
    """Read a file and lint it."""
    started = time.perf_counter()
    path = target.path
    try:
        with open(path, "rb") as file:
            data = file.read()
    except FileNotFoundError:
        return Checked(path, vanished=True)
    except OSError as error:
        problem = Problem(f"the file cannot be read: {error.strerror}", 1, 1)
        return Checked(path, [unreadable(problem, path)])
    checked = check_data(path, data, target)
    checked.seconds = time.perf_counter() - started
    return checked


def check_data(path: str, data: bytes, target: Target) -> Checked:
    """Lint a file's bytes."""
    digest = digest_of(data)
    try:
        source = source_of(path, data)
    except UnreadableSource as error:
        return Checked(path, [unreadable(Problem(error.message, error.row, error.column), path)], digest)
    reader = ProjectReader(path, source.text)
    findings = lint_text(source.text, path, target.settings, reader.project)
    return Checked(path, findings, digest, reader.reads)


class ProjectReader:
    """Reads the project's other files for one file's imports, and remembers what it read."""

    def __init__(self, path: str, text: str) -> None:
        self._path = path
        self._text = text
        self._tops: tuple[str, ...] = ()
        self.reads: dict[str, str | None] = {}

    def project(self) -> Project:
        """The project around the file."""
        from detachlint.interpret.project import Project

        roots = roots_around(os.path.dirname(self._path))
        self._tops = tuple(os.path.realpath(root) + os.sep for root in roots)
        return Project(roots, self.read)

    def read(self, filename: str) -> str | None:
        """The text of a file of the project; a link that leads out of it counts as no file."""
        if filename == self._path:
            return self._text
        text, digest = read_module(filename)
        if text is not None and not os.path.realpath(filename).startswith(self._tops):
            text, digest = None, None
        self.reads[filename] = digest
        return text


@lru_cache(maxsize=4096)
def roots_around(folder: str) -> tuple[str, ...]:
    """Where absolute imports of a folder's files start."""
    from detachlint.interpret.project import roots_of

    return roots_of(os.path.join(folder, "_.py"))


@lru_cache(maxsize=256)
def read_module(filename: str) -> tuple[str | None, str | None]:
    """Text and digest of an imported file, both None when it cannot be used."""
    if not os.path.isfile(filename):
        return None, None
    try:
        with open(filename, "rb") as file:
            data = file.read()
        return decode(data).text, digest_of(data)
    except (OSError, UnreadableSource):
        return None, None


def forget_files() -> None:
    """Read imported files anew: a new run sees what is on disk now."""
    read_module.cache_clear()
    roots_around.cache_clear()
