"""A straight program of autograd operations, as data that both torch and the shadow can run.

A step names what it reads and what it makes. A step whose inputs do not exist (because the step that would have made
them was removed, or raised) is skipped on both sides, so any part of a program is a program.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from detachlint.shadow.operator import Operator

Verdict = str
Kinds = Mapping[str, tuple[str, tuple[int, ...]]]
"""Dtype and shape of everything that a program makes."""

OK = "ok"
SKIPPED = "skipped"
PASSES = ("backward", "grad")


class TableOperator(Operator, Protocol):
    """What programs are made of: an operator with a way to call it."""

    @property
    def key(self) -> str:
        """What programs call it by."""

    @property
    def call(self) -> Callable[..., Any]:
        """Takes its tensors; the numbers are part of it."""

    @property
    def operands(self) -> tuple[str, ...]:
        """What each of its operands is."""

    @property
    def tensors(self) -> tuple[str, ...]:
        """What each of its tensors is."""

    @property
    def is_tensor(self) -> tuple[bool, ...]:
        """Which of its operands are tensors."""

    @property
    def in_place(self) -> bool:
        """Whether it writes its first operand."""

    @property
    def view(self) -> str:
        """``no``, ``view``, ``multi`` or ``alias``: what its result is."""


@dataclass(frozen=True)
class Step:
    """One operation: what it does, what it reads, what it makes, and its settings."""

    do: str
    reads: tuple[str, ...] = ()
    makes: tuple[str, ...] = ()
    settings: tuple[tuple[str, Any], ...] = ()

    def get(self, name: str) -> Any:
        """A setting, or None."""
        return dict(self.settings).get(name)

    def __str__(self) -> str:
        settings = "".join(f" {name}={value!r}" for name, value in self.settings)
        made = f"{', '.join(self.makes)} = " if self.makes else ""
        return f"{made}{self.do}({', '.join(self.reads)}){settings}"


def step(do: str, reads: Sequence[str] = (), makes: Sequence[str] = (), **settings: Any) -> Step:
    """A step, written briefly."""
    return Step(do, tuple(reads), tuple(makes), tuple(settings.items()))


@dataclass
class Outcome:
    """What one side says about a program: a verdict for each step that was run, and what then holds."""

    verdicts: list[Verdict] = field(default_factory=list)
    alternatives: list[frozenset[Verdict]] = field(default_factory=list)
    """What torch might say as well, where one node has several causes to raise."""
    silent: list[frozenset[int]] = field(default_factory=list)
    """For each step, the steps whose saved values a backward pass found changed without notice."""
    doubtful: list[frozenset[int]] = field(default_factory=list)
    """Those of which the shadow cannot tell, because it does not know what part of the memory was written."""
    facts: dict[str, tuple[bool, ...]] = field(default_factory=dict)
    """At the end, for each tensor: requires grad, is an inference tensor, has a gradient."""


def listing(program: Sequence[Step]) -> str:
    """The program as numbered lines."""
    return "\n".join(f"  {number:2d}  {item}" for number, item in enumerate(program))


def ends(item: Step, verdict: Verdict) -> bool:
    """Whether a run ends here: what torch then holds is not defined, or the shadow holds it for unknown."""
    return (item.do in PASSES and verdict not in (OK, SKIPPED)) or verdict == "flag: dtype"
