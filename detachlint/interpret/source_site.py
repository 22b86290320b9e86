"""Where in the source something happened: a syntax node of a file, and its position when somebody asks."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

import libcst as cst
from libcst.metadata import CodeRange, MetadataWrapper, PositionProvider

from detachlint.finding import Location, Place
from detachlint.source import split_lines

LONGEST_TEXT = 40


class SourceFile:
    """A parsed file. Positions cost more than the parse and are worked out only when first needed."""

    def __init__(self, tree: cst.Module, filename: str) -> None:
        self.tree = tree
        self.filename = filename
        self._sites: dict[cst.CSTNode, Site] = {}
        self._positions: Mapping[cst.CSTNode, CodeRange] | None = None
        self.parents: dict[cst.CSTNode, cst.CSTNode] = {}
        """What each node is in; filled when somebody first needs it."""

    @cached_property
    def lines(self) -> list[str]:
        """The rows of the file."""
        return split_lines(self.tree.code)

    def site(self, node: cst.CSTNode) -> Site:
        """The site of a node, always the same object for the same node."""
        found = self._sites.get(node)
        if found is None:
            found = self._sites[node] = Site(self, node)
        return found

    def position(self, node: cst.CSTNode) -> CodeRange:
        """Rows from 1, columns from 0, as libcst counts."""
        if self._positions is None:
            wrapper = MetadataWrapper(self.tree, unsafe_skip_copy=True)
            self._positions = wrapper.resolve(PositionProvider)
        return self._positions[node]


class Site:
    """A place in a file."""

    __slots__ = ("file", "node")

    def __init__(self, file: SourceFile, node: cst.CSTNode) -> None:
        self.file = file
        self.node = node

    @property
    def place(self) -> Place:
        """Rows and columns from 1."""
        found = self.file.position(self.node)
        return Place(
            self.file.filename,
            Location(found.start.line, found.start.column + 1),
            Location(found.end.line, found.end.column + 1),
        )

    @property
    def row(self) -> int:
        """The first row, from 1."""
        return self.file.position(self.node).start.line

    @property
    def text(self) -> str:
        """The source there, on one line, shortened."""
        node = self.node.name if isinstance(self.node, cst.Param) else self.node
        code = " ".join(self.file.tree.code_for_node(node).split())
        return code if len(code) <= LONGEST_TEXT else code[: LONGEST_TEXT - 1] + "…"

    @property
    def whole_text(self) -> str:
        """The source there, on one line."""
        return " ".join(self.file.tree.code_for_node(self.node).split())

    def __repr__(self) -> str:
        return f"Site({self.text!r})"
