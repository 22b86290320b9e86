"""The tables of models, filled by the modules of this package when they are imported."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from detachlint.interpret.machine import Machine
from detachlint.interpret.source_site import Site
from detachlint.interpret.values import Arguments, Const, Value


@dataclass(frozen=True)
class Call:
    """One call of something modelled."""

    machine: Machine
    name: str
    arguments: Arguments
    site: Site
    receiver: Any = None

    def argument(self, index: int, name: str | None = None) -> Value | None:
        """An argument by position or name."""
        return self.arguments.get(index, name)

    def flag(self, index: int, name: str, default: bool) -> bool | None:
        """A truth value given as an argument: None when it is given but not known."""
        value = self.arguments.get(index, name)
        if value is None:
            return None if self.arguments.more else default
        value = self.machine.narrow(value)
        return bool(value.value) if isinstance(value, Const) else None


Model = Callable[[Call], Value]

FUNCTIONS: dict[str, Model] = {}
"""By qualified name: ``torch.tensor``."""
TENSOR_METHODS: dict[str, Model] = {}
MODULE_METHODS: dict[str, Model] = {}
OPTIMIZER_METHODS: dict[str, Model] = {}
CONTAINER_METHODS: dict[str, Model] = {}
ARRAY_METHODS: dict[str, Model] = {}


def models(table: dict[str, Model], *names: str) -> Callable[[Model], Model]:
    """Register a model under names."""

    def register(model: Model) -> Model:
        for name in names:
            table[name] = model
        return model

    return register
