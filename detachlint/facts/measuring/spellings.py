"""Every public way to spell an operator."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from types import ModuleType
from typing import Any

import torch

FUNCTION_MODULES = (
    "torch",
    "torch.nn.functional",
    "torch.special",
    "torch.linalg",
    "torch.fft",
    "torch.nn.utils.rnn",
    "torch.nn.init",
)
METHODS = "torch.Tensor"


@dataclass(frozen=True)
class Spelling:
    """One public name."""

    qualname: str
    function: Callable[..., Any]

    @property
    def short(self) -> str:
        """Its last part."""
        return self.qualname.rsplit(".", 1)[-1]

    @property
    def is_method(self) -> bool:
        """Whether it is a method of tensors."""
        return self.qualname.startswith(METHODS + ".")

    @property
    def in_place(self) -> bool:
        """Whether its name says that it writes."""
        return self.short.endswith("_") and not self.short.endswith("__")


def spellings() -> Iterator[Spelling]:
    """All of them."""
    for name in FUNCTION_MODULES:
        yield from _functions(importlib.import_module(name))
    for name in public_names(torch.Tensor):
        member = getattr(torch.Tensor, name)
        if callable(member):
            yield Spelling(f"{METHODS}.{name}", member)


def _functions(module: ModuleType) -> Iterator[Spelling]:
    for name in public_names(module):
        member = getattr(module, name)
        if callable(member) and not isinstance(member, type):
            yield Spelling(f"{module.__name__}.{name}", member)


def public_names(owner: Any) -> list[str]:
    """Names without a leading underscore."""
    return sorted(name for name in dir(owner) if not name.startswith("_"))
