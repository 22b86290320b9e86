"""What is known on one line while a program is run: each name and attribute there, each time the line runs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import libcst as cst

from detachlint.interpret.frames import Frame
from detachlint.interpret.machine import Machine
from detachlint.interpret.source_site import SourceFile
from detachlint.interpret.syntax import children
from detachlint.interpret.values import Instance, Value
from detachlint.shadow.path import Path
from detachlint.shadow.tensor import Tensor
from detachlint.shadow.trail import MISSING


@dataclass(frozen=True)
class Seen:
    """A name or attribute as it is written, what it stands for, and the names that share its memory."""

    text: str
    value: Value
    shares_with: tuple[str, ...]


@dataclass(frozen=True)
class Visit:
    """One time that a line ran."""

    function: str
    """The name of the function it ran in; empty at the top level."""
    path: Path
    seen: tuple[Seen, ...]


class Inspector:
    """Looks at one line of a file, right after its statements have run (before, for the head of a block)."""

    def __init__(self, machine: Machine, file: SourceFile, row: int) -> None:
        self._machine = machine
        self._file = file
        self._row = row
        self._wanted: dict[cst.CSTNode, bool] = {}
        self.visits: list[tuple[cst.CSTNode, Visit]] = []

    def look(self, node: cst.CSTNode, is_block: bool) -> None:
        """A statement has run, or a block is about to."""
        if self._machine.frame.module.file is not self._file or not self._is_wanted(node, is_block):
            return
        names = dict.fromkeys(_chains(node, skip_bodies=is_block))
        seen = [Seen(text, value, self._sharing(text, value)) for text in names for value in self._values(text)]
        function = next((frame.function for frame in reversed(self._machine.frames) if frame.is_call), None)
        self.visits.append(
            (node, Visit(function.name if function is not None else "", self._machine.path, tuple(seen)))
        )

    def _is_wanted(self, node: cst.CSTNode, is_block: bool) -> bool:
        found = self._wanted.get(node)
        if found is None:
            position = self._file.position(node)
            body = getattr(node, "body", None) if is_block else None
            end = position.end.line + 1 if body is None else self._file.position(body).start.line
            found = self._wanted[node] = position.start.line <= self._row < max(end, position.start.line + 1)
        return found

    def _values(self, text: str) -> Iterator[Value]:
        first, *rest = text.split(".")
        value = self._name(first)
        for part in rest:
            value = self._machine.narrow(value)
            value = value.attributes.get(part, MISSING) if isinstance(value, Instance) else MISSING
        if value is not MISSING:
            yield self._machine.narrow(value)

    def _name(self, name: str) -> Value:
        scope: Frame | None = self._machine.frame
        while scope is not None:
            if name in scope.names:
                return scope.names[name]
            scope = scope.parent
        return self._machine.frame.module.names.get(name, MISSING)

    def _sharing(self, text: str, value: Value) -> tuple[str, ...]:
        if not isinstance(value, Tensor):
            return ()
        frame = self._machine.frame
        names = {**frame.module.names, **frame.names}
        held = ((name, self._machine.narrow(other)) for name, other in names.items() if name != text)
        return tuple(name for name, other in held if isinstance(other, Tensor) and other.storage is value.storage)


def _chains(node: cst.CSTNode, skip_bodies: bool) -> Iterator[str]:
    """``x`` and ``self.hidden`` in the order they are written; the bodies of blocks are other lines."""
    if isinstance(node, cst.Name):
        yield node.value
        return
    if isinstance(node, cst.Attribute):
        text = _dotted(node)
        if text is not None:
            yield text
        yield from _chains(node.value, skip_bodies)
        return
    for child in children(node):
        if isinstance(child, cst.Arg):
            yield from _chains(child.value, skip_bodies)
        elif not (skip_bodies and isinstance(child, (cst.BaseSuite, cst.Else, cst.Finally, cst.ExceptHandler))):
            yield from _chains(child, skip_bodies)


def _dotted(node: cst.BaseExpression) -> str | None:
    if isinstance(node, cst.Name):
        return node.value
    if isinstance(node, cst.Attribute):
        before = _dotted(node.value)
        return None if before is None else f"{before}.{node.attr.value}"
    return None
