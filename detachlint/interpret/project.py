"""The other files of the project: found by name, read and run once, when something is imported from them."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from pathlib import Path, PurePath

import libcst as cst

from detachlint.interpret.frames import ModuleScope
from detachlint.interpret.machine import Machine
from detachlint.interpret.source_site import SourceFile
from detachlint.interpret.statements import execute_block
from detachlint.interpret.values import Namespace

Reader = Callable[[str], str | None]
"""Gives the text of a file of the project, or None when there is no such file."""

DEEPEST = 3
"""How far imports of imports are followed."""
FILES = 12
"""How many files are read for one."""
TREES_KEPT = 48
"""Parsed files that are kept at a time."""
LARGEST = 400_000
"""Characters; longer files are not followed."""


class Project:
    """Where the modules of a project are, and how they are read; reading is left to the caller."""

    def __init__(self, roots: tuple[str, ...], reader: Reader) -> None:
        self.roots = roots
        self.reader = reader
        self.used: set[str] = set()
        """The files that were asked for, there or not: what a cached result depends on."""

    def read(self, filename: str) -> str | None:
        """The text of a file, or None."""
        self.used.add(filename)
        return self.reader(filename)


@lru_cache(maxsize=TREES_KEPT)
def parsed(text: str) -> cst.Module | None:
    """The tree of a file's text, None when it is no Python; kept for other files that import the same."""
    try:
        return cst.parse_module(text)
    except cst.ParserSyntaxError:
        return None


class Importer:
    """Follows the imports of one run."""

    def __init__(self, machine: Machine, project: Project, filename: str) -> None:
        self._machine = machine
        self._project = project
        self._filename = filename
        self._modules: dict[str, Namespace | None] = {}
        self._depth = 0

    def __call__(self, name: str, scope: ModuleScope, level: int) -> Namespace | None:
        """The module of the project with a (possibly relative) name; None when it is not of the project."""
        for candidate in self._candidates(name, scope, level):
            found = self._load(candidate, name)
            if found is not None:
                return found
        return None

    def _candidates(self, name: str, scope: ModuleScope, level: int) -> list[str]:
        parts = name.split(".") if name else []
        here = PurePath(scope.file.filename).parent
        if level:
            base = here
            for _ in range(level - 1):
                base = base.parent
            bases = [base]
        else:
            bases = [here, *(PurePath(root) for root in self._project.roots)]
        found: list[str] = []
        for base in bases:
            path = base.joinpath(*parts)
            if parts:
                found.append(f"{path}.py")
            found.append(str(path / "__init__.py"))
        return list(dict.fromkeys(found))

    def _load(self, filename: str, name: str) -> Namespace | None:
        if filename == self._filename:
            return None
        if filename in self._modules:
            return self._modules[filename]
        if self._depth >= DEEPEST or len(self._modules) >= FILES * 8:
            return None
        self._modules[filename] = None
        text = self._project.read(filename)
        if text is None or len(text) > LARGEST or sum(1 for item in self._modules.values() if item) >= FILES:
            return None
        tree = parsed(text)
        return self._run(tree, filename, name) if tree is not None else None

    def _run(self, tree: cst.Module, filename: str, name: str) -> Namespace:
        machine = self._machine
        scope = ModuleScope(machine.trail, SourceFile(tree, filename), name)
        found = Namespace(scope)
        self._modules[filename] = found
        frames, machine.frames = machine.frames, [scope]
        self._depth += 1
        try:
            execute_block(machine, tree.body)
        finally:
            self._depth -= 1
            machine.frames = frames
        return found


def roots_of(filename: str) -> tuple[str, ...]:
    """Where absolute imports of a file's project start: the folders above it while they are packages, and ``src``."""
    here = Path(filename).resolve().parent
    found = [here]
    current = here
    while (current / "__init__.py").exists() and current.parent != current:
        current = current.parent
        found.append(current)
    for folder in (current, current.parent):
        if (folder / "pyproject.toml").exists() or (folder / "setup.py").exists() or (folder / ".git").exists():
            found.extend((folder, folder / "src"))
    return tuple(str(path) for path in dict.fromkeys(found))
