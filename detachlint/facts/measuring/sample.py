"""One call of an operator: its arguments, found, copied and flattened."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import torch

from detachlint.facts.stored import ANY

ABSENT = "-"
TENSOR = "T"


@dataclass(frozen=True, eq=False)
class Sample:
    """The arguments of one call."""

    args: tuple[Any, ...]
    kwargs: dict[str, Any] = field(default_factory=dict)

    def mapped(self, change: Callable[[torch.Tensor], torch.Tensor]) -> Sample:
        """The same call on changed tensors."""
        return Sample(
            tuple(_mapped(value, change) for value in self.args),
            {name: _mapped(value, change) for name, value in self.kwargs.items()},
        )

    def copy(self) -> Sample:
        """The same call on tensors of its own, each a different object."""
        return self.mapped(torch.clone)

    def with_integers(self) -> Sample:
        """The same call with integers for its Python floats."""
        return Sample(
            tuple(_whole(value) for value in self.args), {name: _whole(value) for name, value in self.kwargs.items()}
        )

    @property
    def tensors(self) -> list[torch.Tensor]:
        """Every tensor among the arguments, lists taken apart, positional ones first."""
        return list(_tensors((*self.args, *self.kwargs.values())))


def call(*args: Any, **kwargs: Any) -> Sample:
    """A sample, written as the call it stands for."""
    return Sample(args, kwargs)


def is_sequence_of_tensors(value: Any) -> bool:
    """Whether an argument is a list or tuple with a tensor in it."""
    return isinstance(value, (list, tuple)) and any(isinstance(item, torch.Tensor) for item in value)


def _mapped(value: Any, change: Callable[[torch.Tensor], torch.Tensor]) -> Any:
    if isinstance(value, torch.Tensor):
        return change(value)
    if is_sequence_of_tensors(value):
        items = [_mapped(item, change) for item in value]
        return items if isinstance(value, list) else tuple(items)
    return value


def _whole(value: Any) -> Any:
    return max(int(value), 1) if isinstance(value, float) and math.isfinite(value) else value


def _tensors(values: Sequence[Any]) -> Iterator[torch.Tensor]:
    for value in values:
        if isinstance(value, torch.Tensor):
            yield value
        elif is_sequence_of_tensors(value):
            yield from _tensors(value)


@dataclass(frozen=True)
class Layout:
    """Where the tensors of a call stand, and which options it gives."""

    pattern: str
    """One sign a position, up to the last tensor: ``T-T`` for ``where(mask, 1.0, x)``."""
    order: tuple[int, ...]
    """For each tensor of the pattern, its index in ``Sample.tensors``."""
    given: frozenset[str]
    """Tokens of the arguments that are given and are no tensors, one for there being any, and one of the pattern."""
    spread: int | None
    """The position of a list of tensors, whose members stand one by one in the pattern."""


def layout(sample: Sample, names: Sequence[str]) -> Layout:
    """Bind a call to positions. ``names`` are the names of its positional arguments."""
    signs: list[str] = []
    order: list[int] = []
    given: set[str] = set()
    spread: int | None = None
    count = 0
    slots: list[Any] = list(sample.args)
    named: list[str] = [names[index] if index < len(names) else f"#{index}" for index in range(len(slots))]
    for name, value in _by_position(sample, names):
        slots.append(value)
        named.append(name)
    moved = _indexes_in_call_order(sample, slots)
    for name, value in zip(named, slots, strict=True):
        if isinstance(value, torch.Tensor):
            signs.append(TENSOR)
            order.append(moved[id(value)])
            count += 1
        elif is_sequence_of_tensors(value):
            spread = len(signs) if spread is None else spread
            for item in value:
                held = isinstance(item, torch.Tensor)
                signs.append(TENSOR if held else ABSENT)
                if held:
                    order.append(moved[id(item)])
        else:
            signs.append(ABSENT)
            if value is not _HOLE and value is not None:
                given.add(option_token(name, value))
    pattern = "".join(signs).rstrip(ABSENT)
    if given:
        given.add(ANY)
    return Layout(pattern, tuple(order), frozenset({*given, f"pattern={pattern}"}), spread)


_HOLE = object()


def option_token(name: str, value: Any) -> str:
    """How an option is written down: its name, and its value where that is a switch or a word."""
    if isinstance(value, bool):
        return f"{name}={value}"
    return f"{name}={value}" if isinstance(value, str) else name


def _by_position(sample: Sample, names: Sequence[str]) -> list[tuple[str, Any]]:
    """Keywords in the order of their positions, with holes for what lies between."""
    rest = dict(sample.kwargs)
    made: list[tuple[str, Any]] = []
    for name in names[len(sample.args) :]:
        if not rest:
            break
        made.append((name, rest.pop(name, _HOLE)))
    made.extend(rest.items())
    return made


def _indexes_in_call_order(sample: Sample, slots: Sequence[Any]) -> dict[int, int]:
    return {id(tensor): index for index, tensor in enumerate(sample.tensors)}
