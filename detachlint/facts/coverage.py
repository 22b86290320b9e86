"""How much of torch the facts cover: ``python -m detachlint.facts.coverage``. Needs torch."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import torch
from torch import nn

from detachlint.facts import factory_facts, function_facts, in_place_functions, layer_facts
from detachlint.facts.measuring.spellings import METHODS, public_names
from detachlint.facts.unmeasured import reason


@dataclass(frozen=True)
class Coverage:
    """The public names of one part of torch."""

    part: str
    measured: tuple[str, ...]
    reasoned: tuple[str, ...]
    missing: tuple[str, ...]

    @property
    def total(self) -> int:
        """How many names there are."""
        return len(self.measured) + len(self.reasoned) + len(self.missing)

    @property
    def share(self) -> float:
        """The part of them that is measured or has a stated reason."""
        return (self.total - len(self.missing)) / self.total


def figures() -> dict[str, Any]:
    """How many public names each part of torch has, and how many of them are measured, or not for a reason."""
    parts = {
        item.part: {"public": item.total, "measured": len(item.measured), "reasoned": len(item.reasoned)}
        for item in coverage()
    }
    return {"torch": torch.__version__.split("+")[0], "parts": parts}


def coverage() -> list[Coverage]:
    """Of functions of ``torch`` and ``torch.nn.functional``, methods of tensors, layers of ``torch.nn``."""
    return [
        _cover("torch", functions(torch, "torch"), _has_function),
        _cover(METHODS, methods(), _has_function),
        _cover("torch.nn.functional", functions(nn.functional, "torch.nn.functional"), _has_function),
        _cover("torch.nn", layers(), lambda name: layer_facts(name) is not None),
    ]


def functions(module: object, prefix: str) -> list[str]:
    """Public functions: callables that are no types."""
    return [f"{prefix}.{name}" for name in public_names(module) if _is_function(getattr(module, name))]


def methods() -> list[str]:
    """Public methods of tensors."""
    return [f"{METHODS}.{name}" for name in public_names(torch.Tensor) if _is_function(getattr(torch.Tensor, name))]


def layers() -> list[str]:
    """Layers of ``torch.nn``."""
    members = ((name, getattr(nn, name)) for name in public_names(nn))
    return [f"torch.nn.{name}" for name, item in members if isinstance(item, type) and issubclass(item, nn.Module)]


def _is_function(member: object) -> bool:
    return callable(member) and not isinstance(member, type)


def _has_function(qualname: str) -> bool:
    found = (function_facts(qualname), factory_facts(qualname), in_place_functions().get(qualname))
    return any(item is not None for item in found)


def _cover(part: str, names: Iterable[str], known: Callable[[str], bool]) -> Coverage:
    measured, reasoned, missing = [], [], []
    for name in names:
        if known(name):
            measured.append(name)
        elif reason(name) is not None:
            reasoned.append(name)
        else:
            missing.append(name)
    return Coverage(part, tuple(measured), tuple(reasoned), tuple(missing))


def main() -> None:
    """Print the figures, and what is missing."""
    print(f"torch {torch.__version__}")
    for item in coverage():
        print(
            f"{item.part}: {item.total} public, {len(item.measured)} measured, {len(item.reasoned)} not, for a reason, "
            f"{len(item.missing)} missing: {item.share:.1%} covered"
        )
        for name in item.missing:
            print(f"  {name}")


if __name__ == "__main__":
    main()
