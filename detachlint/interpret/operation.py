"""Facts as the engine asks for them, each answer worked out once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from detachlint.facts import UNCERTAIN, OpFacts
from detachlint.shadow.tri import Tri

Signature = tuple[tuple[Tri, ...], tuple[bool, ...]]


@dataclass(eq=False)
class Operation:
    """An operator called with certain options on certain positions of tensors."""

    facts: OpFacts
    name: str
    grad: str
    recast: bool = False
    """Whether it may work on copies of its inputs, so that these are not certain to be saved."""
    _inputs: dict[Signature, tuple[Tri, ...]] = field(default_factory=dict)
    _output: dict[Signature, Tri] = field(default_factory=dict)
    _anything: dict[Signature, Tri] = field(default_factory=dict)
    _requires: dict[Signature, Tri] = field(default_factory=dict)

    def saved_inputs(self, requires: tuple[Tri, ...], is_tensor: tuple[bool, ...]) -> tuple[Tri, ...]:
        """Which inputs are saved, given which of them require grad."""
        key = (requires, is_tensor)
        found = self._inputs.get(key)
        if found is None:
            found = self.facts.saved_inputs(requires, is_tensor)
            if self.recast:
                found = tuple(Tri.UNKNOWN if saved.yes else saved for saved in found)
            self._inputs[key] = found
        return found

    def saves_output(self, requires: tuple[Tri, ...], is_tensor: tuple[bool, ...]) -> Tri:
        """Whether the result is saved."""
        key = (requires, is_tensor)
        found = self._output.get(key)
        if found is None:
            found = self._output[key] = self.facts.saves_output(requires, is_tensor)
        return found

    def saves_anything(self, requires: tuple[Tri, ...], is_tensor: tuple[bool, ...]) -> Tri:
        """Whether anything is saved at all."""
        key = (requires, is_tensor)
        found = self._anything.get(key)
        if found is None:
            found = self._anything[key] = self.facts.saves_anything(requires, is_tensor)
        return found

    def result_requires_grad(self, requires: tuple[Tri, ...], is_tensor: tuple[bool, ...]) -> Tri:
        """Whether the result requires grad."""
        key = (requires, is_tensor)
        found = self._requires.get(key)
        if found is None:
            found = self._requires[key] = self.facts.result_requires_grad(requires, is_tensor)
        return found


_OPERATIONS: dict[object, Operation] = {}
_MOST = 20_000
_PLAIN = (str, int, float, bool, bytes)


def operation(
    facts: OpFacts, options: Mapping[str, object], is_tensor: tuple[bool, ...], *, autocast: bool = False
) -> Operation:
    """The operation for a call; the same object for the same call."""
    recast = autocast and facts.recast
    plain = tuple((name, value if isinstance(value, _PLAIN) else UNCERTAIN) for name, value in sorted(options.items()))
    key = (facts.name, id(facts.tree), plain, is_tensor, recast)
    found = _OPERATIONS.get(key)
    if found is None:
        if len(_OPERATIONS) >= _MOST:
            _OPERATIONS.clear()
        chosen = facts.with_options(dict(plain), is_tensor)
        found = _OPERATIONS[key] = Operation(chosen, chosen.name, chosen.grad, recast)
    return found
