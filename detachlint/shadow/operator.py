"""What the shadow asks about an operator; the facts package answers."""

from __future__ import annotations

from typing import Protocol

from detachlint.shadow.tri import Tri


class Operator(Protocol):
    """The part of an operator's facts that autograd depends on."""

    @property
    def name(self) -> str:
        """Canonical name, as in ``sigmoid``."""

    @property
    def grad(self) -> str:
        """``yes``, ``zero`` or ``no``: whether a gradient flows through."""

    def saved_inputs(self, requires: tuple[Tri, ...], is_tensor: tuple[bool, ...]) -> tuple[Tri, ...]:
        """Which inputs are saved, given which of them require grad."""

    def saves_output(self, requires: tuple[Tri, ...], is_tensor: tuple[bool, ...]) -> Tri:
        """Whether the result is saved, given which inputs require grad."""

    def saves_anything(self, requires: tuple[Tri, ...], is_tensor: tuple[bool, ...]) -> Tri:
        """Whether a second backward pass raises: torch also saves temporaries, and numbers it made tensors of."""

    def result_requires_grad(self, requires: tuple[Tri, ...], is_tensor: tuple[bool, ...]) -> Tri:
        """Whether the result requires grad; an argument may be one that no gradient goes to."""
