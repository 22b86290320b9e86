"""Scopes: a module's globals, a function's locals, and how a function or loop is left."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from detachlint.interpret.values import ClassValue, FunctionValue, Value
from detachlint.shadow.path import Path
from detachlint.shadow.trail import Cell, Delta, Trail

if TYPE_CHECKING:
    from collections.abc import Callable

    from detachlint.interpret.source_site import Site, SourceFile


@dataclass(frozen=True)
class Exit:
    """One way out of a function or a loop: the path, the state it left, the value it returned."""

    path: Path
    delta: Delta
    value: Value
    undos: int
    site: Site | None = None


class Frame(Cell):
    """A running function (or a module's top level, or a class body)."""

    def __init__(
        self, trail: Trail, module: ModuleScope | None, parent: Frame | None, function: FunctionValue | None
    ) -> None:
        super().__init__(trail)
        self.names: dict[str, Value] = {}
        self.read_at: dict[str, int] = {}
        """When each name was last read, by the machine's count of steps left."""
        self.bound_at: dict[str, int] = {}
        """When each name was last bound, by the machine's count of steps left."""
        self.loop_targets: set[str] = set()
        """Names that a running ``for`` has bound."""
        self.parent = parent
        self.function = function
        self._module = module
        self.globals_declared: frozenset[str] = frozenset()
        self.nonlocals_declared: frozenset[str] = frozenset()
        self.exits: list[Exit] = []
        self.loops: list[Loop] = []
        self.mark = 0
        self.epoch = 0
        self.is_call = False
        """Whether it runs a call, rather than a comprehension within one."""
        self.on_yield: Callable[[Value], Value] | None = None
        self.receiver: Value = None
        self.defining: ClassValue | None = None
        """The class whose body this frame runs."""
        self.annotated: list[str] = []
        self.open_managers = 0
        """How many ``with`` blocks of grad mode managers are open in this very function."""

    @property
    def module(self) -> ModuleScope:
        """The module whose globals this frame sees."""
        assert self._module is not None
        return self._module


@dataclass
class Loop:
    """A loop being run; an iteration's ``continue`` and ``break`` are kept as exits."""

    mark: int
    epoch: int
    iteration_mark: int = 0
    names_before: frozenset[str] = frozenset()
    iteration_epoch: int = 0
    count: int = 0
    unrolled: bool = False
    """Whether each iteration is run, and just once."""
    breaks: list[Exit] = field(default_factory=list)
    continues: list[Exit] = field(default_factory=list)


class ModuleScope(Frame):
    """The top level of a file."""

    def __init__(self, trail: Trail, file: SourceFile, name: str) -> None:
        super().__init__(trail, None, None, None)
        self._module = self
        self.file = file
        self.name = name
        self.functions: list[FunctionValue] = []
        """Every function defined so far, in order."""
        self.classes: list[ClassValue] = []
        self.star_modules: list[str] = []
        self.wildcard: bool = False
        """Whether names may have come in by ``from … import *`` out of view."""
