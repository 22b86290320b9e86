"""From source text to findings: parse, run the shadow over it, let the rules listen."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import libcst as cst

from detachlint import facts
from detachlint.finding import Finding
from detachlint.interpret.events import Happening
from detachlint.interpret.machine import Machine
from detachlint.interpret.program import Program
from detachlint.interpret.project import Project
from detachlint.rules.base import Rule
from detachlint.rules.context import Context
from detachlint.shadow.events import Event

RECURSION_LIMIT = 20_000
TRAINS = re.compile(r"\.backward\(|\boptim\b|\bautograd\b|\.step\(|training_step|\bTrainer\b|zero_grad")
"""What a file must hold for its imports to be followed: what it trains may be defined elsewhere."""
Handler = Callable[[Any], None]


def analyse(
    text: str,
    filename: str,
    rules: Sequence[type[Rule]],
    *,
    torch_version: str = "",
    project: Project | None = None,
) -> list[Finding]:
    """All findings of ``rules`` in one file, in the order of the file, as of this release of torch or the newest.

    :raises libcst.ParserSyntaxError: when the text is no Python
    """
    tree = cst.parse_module(text)
    followed = project if TRAINS.search(text) is not None else None
    with facts.torch_version(torch_version or None), deep_recursion():
        return Run(tree, filename, rules, followed, len(text)).findings()


@contextmanager
def deep_recursion() -> Iterator[None]:
    """Nested syntax is walked recursively: room for it, given back afterwards."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(max(before, RECURSION_LIMIT))
    try:
        yield
    finally:
        sys.setrecursionlimit(before)


class Run:
    """One run over one file."""

    def __init__(
        self, tree: cst.Module, filename: str, rules: Sequence[type[Rule]], project: Project | None, length: int = 0
    ) -> None:
        self._program = Program(tree, filename, self._listen, project, length)
        self._context = Context(self._program.machine, filename)
        self._rules = [rule(self._context) for rule in rules]
        self._handlers: dict[str, list[Handler]] = {}
        for rule in self._rules:
            for name in dir(type(rule)):
                if name.startswith("on_"):
                    self._handlers.setdefault(name[3:], []).append(getattr(rule, name))
        self._names: dict[type, str] = {}

    def _listen(self, machine: Machine, event: Event | Happening) -> None:
        kind = type(event)
        name = self._names.get(kind)
        if name is None:
            name = self._names[kind] = event_name(kind)
        for handler in self._handlers.get(name, ()):
            handler(event)

    def findings(self) -> list[Finding]:
        """Run the program and collect what the rules report."""
        self._program.run()
        for handler in self._handlers.get("run_ended", ()):
            handler(None)
        return sorted(self._context.findings, key=lambda finding: finding.sort_key)


def event_name(kind: type) -> str:
    """``SavedModified`` is handled by ``on_saved_modified``."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", kind.__name__).lower()
