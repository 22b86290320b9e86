"""Questions about syntax that are asked again and again, answered once for each node of a file."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from functools import cache

import libcst as cst

_SCOPES = (cst.FunctionDef, cst.Lambda, cst.ClassDef)
_LAYOUT = (
    "whitespace",
    "lpar",
    "rpar",
    "lbracket",
    "rbracket",
    "lbrace",
    "rbrace",
    "comma",
    "semicolon",
    "leading_lines",
    "lines_after",
    "trailing",
    "header",
    "footer",
    "equal",
    "colon",
    "first_line",
    "indent",
)


@cache
def _child_fields(kind: type[cst.CSTNode]) -> tuple[str, ...]:
    """The fields of a node type that may hold syntax rather than layout."""
    return tuple(item.name for item in fields(kind) if not item.name.startswith(_LAYOUT))


def children(node: cst.CSTNode) -> Iterator[cst.CSTNode]:
    """The nodes directly below a node, without layout. libcst's own ``children`` costs ten times as much."""
    for name in _child_fields(type(node)):
        value = getattr(node, name)
        if isinstance(value, cst.CSTNode):
            yield value
        elif isinstance(value, (tuple, list)):
            for item in value:
                if isinstance(item, cst.CSTNode):
                    yield item


class SyntaxIndex:
    """What is known of the nodes of one file."""

    def __init__(self) -> None:
        self._generators: dict[cst.CSTNode, bool] = {}
        self._sizes: dict[cst.CSTNode, int] = {}
        self._changing: dict[cst.ClassDef, frozenset[str]] = {}

    def is_generator(self, node: cst.FunctionDef) -> bool:
        """Whether a function yields."""
        found = self._generators.get(node)
        if found is None:
            found = self._generators[node] = any(isinstance(child, cst.Yield) for child in _same_scope(node.body))
        return found

    def changing_attributes(self, node: cst.ClassDef) -> frozenset[str]:
        """The attributes of ``self`` that methods other than the constructor assign."""
        found = self._changing.get(node)
        if found is None:
            found = self._changing[node] = frozenset(_assigned_attributes(node))
        return found

    def names_in(self, node: cst.CSTNode) -> frozenset[str]:
        """All names in a piece of syntax."""
        return frozenset(child.value for child in _all(node) if isinstance(child, cst.Name))

    def size(self, node: cst.CSTNode) -> int:
        """How many nodes a piece of syntax has."""
        found = self._sizes.get(node)
        if found is None:
            found = self._sizes[node] = _count(node)
        return found


def _same_scope(node: cst.CSTNode) -> Iterator[cst.CSTNode]:
    pending = [node]
    while pending:
        current = pending.pop()
        yield current
        pending.extend(child for child in children(current) if not isinstance(child, _SCOPES))


def _assigned_attributes(node: cst.ClassDef) -> Iterator[str]:
    for method in node.body.body:
        if not isinstance(method, cst.FunctionDef) or method.name.value == "__init__" or not method.params.params:
            continue
        receiver = method.params.params[0].name.value
        for child in _same_scope(method.body):
            if isinstance(child, (cst.AssignTarget, cst.AugAssign, cst.AnnAssign)):
                yield from _attributes_of(child.target, receiver)


def _attributes_of(target: cst.BaseExpression, receiver: str) -> Iterator[str]:
    if isinstance(target, (cst.Tuple, cst.List)):
        for element in target.elements:
            yield from _attributes_of(element.value, receiver)
    elif isinstance(target, cst.Attribute) and isinstance(target.value, cst.Name) and target.value.value == receiver:
        yield target.attr.value


def _all(node: cst.CSTNode) -> Iterator[cst.CSTNode]:
    pending = [node]
    while pending:
        current = pending.pop()
        yield current
        pending.extend(children(current))


def _count(node: cst.CSTNode) -> int:
    return sum(1 for _ in _all(node))
