"""Operators whose facts are measured from the installed torch, each time they are first asked for.

They let the engine be tested on its own: whatever an operator saves, the engine is told the truth about it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import product
from typing import Any

import torch

from detachlint.shadow.tri import Tri, any_of, join

Signature = tuple[tuple[Tri, ...], tuple[bool, ...]]
SIDE = 3
FLOAT, BOOL, INDEX, NUMBER = "float", "bool", "int", "number"


@dataclass(frozen=True)
class Saving:
    """What one call saved."""

    inputs: tuple[bool, ...]
    output: bool
    anything: bool


@dataclass
class Measured:
    """An operator on small tensors. ``operands`` says what each of its operands is; numbers are part of ``call``."""

    name: str
    call: Callable[..., Any]
    operands: tuple[str, ...] = (FLOAT,)
    in_place: bool = False
    grad: str = "yes"
    _known: dict[tuple[bool, ...], Saving] = field(default_factory=dict, repr=False)

    @property
    def key(self) -> str:
        """What programs call it by."""
        return self.name

    @property
    def view(self) -> str:
        """Its results are never views."""
        return "alias" if self.in_place else "no"

    @property
    def is_tensor(self) -> tuple[bool, ...]:
        """Which of its operands are tensors."""
        return tuple(operand != NUMBER for operand in self.operands)

    @property
    def tensors(self) -> tuple[str, ...]:
        """What its tensors are."""
        return tuple(operand for operand in self.operands if operand != NUMBER)

    def saved_inputs(self, requires: tuple[Tri, ...], is_tensor: tuple[bool, ...]) -> tuple[Tri, ...]:
        """Which inputs are saved, given which of them require grad."""
        cases = [self._saving(case, is_tensor).inputs for case in _cases(requires)]
        return tuple(join(Tri.of(saved) for saved in column) for column in zip(*cases, strict=True))

    def saves_output(self, requires: tuple[Tri, ...], is_tensor: tuple[bool, ...]) -> Tri:
        """Whether the result is saved."""
        return join(Tri.of(self._saving(case, is_tensor).output) for case in _cases(requires))

    def saves_anything(self, requires: tuple[Tri, ...], is_tensor: tuple[bool, ...]) -> Tri:
        """Whether a second backward pass raises."""
        return join(Tri.of(self._saving(case, is_tensor).anything) for case in _cases(requires))

    def result_requires_grad(self, requires: tuple[Tri, ...], is_tensor: tuple[bool, ...]) -> Tri:
        """Whether the result requires grad: here always, when an input does."""
        return Tri.NO if self.grad == "no" else any_of(requires)

    def _saving(self, requires: tuple[bool, ...], is_tensor: tuple[bool, ...]) -> Saving:
        assert is_tensor == self.is_tensor, (self.name, is_tensor)
        flags = tuple(flag for flag, tensor in zip(requires, is_tensor, strict=True) if tensor)
        if flags not in self._known:
            self._known[flags] = self._spread(self._measure(flags))
        return self._known[flags]

    def _spread(self, saving: Saving) -> Saving:
        """From the tensors among the operands to all operands."""
        remaining = iter(saving.inputs)
        return Saving(
            tuple(next(remaining) if tensor else False for tensor in self.is_tensor), saving.output, saving.anything
        )

    def _measure(self, flags: tuple[bool, ...]) -> Saving:
        with torch.inference_mode(False), torch.enable_grad():
            inputs = self._operands(flags)
            memories = [_memory(item) for item in inputs]
            saved: set[int] = set()

            def pack(tensor: torch.Tensor) -> torch.Tensor:
                saved.add(_memory(tensor))
                return tensor

            with torch.autograd.graph.saved_tensors_hooks(pack, lambda tensor: tensor):
                result = self.call(*inputs)
            result = result if isinstance(result, torch.Tensor) else inputs[0]
            output = _memory(result) in saved
            known = tuple(memory in saved and memory != _memory(result) for memory in memories)
            return Saving(known, output, any(flags) and self._raises_twice(flags))

    def _operands(self, flags: tuple[bool, ...]) -> list[torch.Tensor]:
        return [operand(kind, flag, self.in_place) for kind, flag in zip(self.tensors, flags, strict=True)]

    def _raises_twice(self, flags: tuple[bool, ...]) -> bool:
        inputs = self._operands(flags)
        result = self.call(*inputs)
        result = result if isinstance(result, torch.Tensor) else inputs[0]
        if not result.requires_grad:
            return False
        torch.autograd.backward(result, torch.ones_like(result))
        try:
            torch.autograd.backward(result, torch.ones_like(result))
        except RuntimeError as error:
            assert "second time" in str(error), error
            return True
        return False


def _cases(requires: tuple[Tri, ...]) -> list[tuple[bool, ...]]:
    """What may require grad, where that is not known of all."""
    return list(product(*((False, True) if flag is Tri.UNKNOWN else (flag.yes,) for flag in requires)))


def operand(kind: str, requires: bool, in_place: bool) -> torch.Tensor:
    """A small tensor of a kind; one that may be written is no leaf."""
    if kind == BOOL:
        return torch.rand(SIDE, SIDE) > 0.5
    if kind == INDEX:
        return torch.randint(SIDE, (SIDE, SIDE))
    made = torch.rand(SIDE, SIDE) * 0.8 + 0.1
    made.requires_grad_(requires)
    return made + 0 if in_place else made


def _memory(tensor: torch.Tensor) -> int:
    return tensor.untyped_storage().data_ptr()


def _plain(name: str, call: Callable[..., Any], *operands: str, grad: str = "yes") -> Measured:
    return Measured(name, call, operands or (FLOAT,), False, grad)


def _writing(name: str, call: Callable[..., Any], *operands: str) -> Measured:
    return Measured(name, call, operands or (FLOAT,), True)


OPERATORS: tuple[Measured, ...] = (
    _plain("exp", torch.exp),
    _plain("sigmoid", torch.sigmoid),
    _plain("relu", torch.relu),
    _plain("sin", torch.sin),
    _plain("sqrt", torch.sqrt),
    _plain("neg", torch.neg),
    _plain("log", torch.log),
    _plain("sum", torch.sum),
    _plain("mean", torch.mean),
    _plain("clone", torch.clone),
    _plain("square", torch.square),
    _plain("softmax", lambda a: torch.softmax(a, -1) if a.dim() else a.sigmoid()),
    _plain("round", torch.round, grad="zero"),
    _plain("sign", torch.sign, grad="zero"),
    _plain("argmax", torch.argmax, grad="no"),
    _plain("add", torch.add, FLOAT, FLOAT),
    _plain("sub", torch.sub, FLOAT, FLOAT),
    _plain("mul", torch.mul, FLOAT, FLOAT),
    _plain("div", torch.div, FLOAT, FLOAT),
    _plain("maximum", torch.maximum, FLOAT, FLOAT),
    _plain("pow", torch.pow, FLOAT, FLOAT),
    _plain("mm", lambda a, b: torch.mm(a, b), FLOAT, FLOAT),
    _plain("lt", torch.lt, FLOAT, FLOAT, grad="no"),
    _plain("add number", lambda a: a + 2.5, FLOAT, NUMBER),
    _plain("mul number", lambda a: a * 2.5, FLOAT, NUMBER),
    _plain("number div", lambda a: 2.5 / a, NUMBER, FLOAT),
    _plain("pow number", lambda a: a**3, FLOAT, NUMBER),
    _plain("clamp", lambda a: a.clamp(0.2, 0.7), FLOAT, NUMBER, NUMBER),
    _plain("where", torch.where, BOOL, FLOAT, FLOAT),
    _plain("masked_fill", lambda a, b: a.masked_fill(b, 0.5), FLOAT, BOOL, NUMBER),
    _plain("gather", lambda a, b: a.gather(0, b), FLOAT, INDEX),
    _plain("addcmul", torch.addcmul, FLOAT, FLOAT, FLOAT),
    _plain("lerp", torch.lerp, FLOAT, FLOAT, FLOAT),
    _writing("add_", torch.Tensor.add_, FLOAT, FLOAT),
    _writing("mul_", torch.Tensor.mul_, FLOAT, FLOAT),
    _writing("div_", torch.Tensor.div_, FLOAT, FLOAT),
    _writing("copy_", torch.Tensor.copy_, FLOAT, FLOAT),
    _writing("addcmul_", torch.Tensor.addcmul_, FLOAT, FLOAT, FLOAT),
    _writing("add_ number", lambda a: a.add_(2.5), FLOAT, NUMBER),
    _writing("mul_ number", lambda a: a.mul_(2.5), FLOAT, NUMBER),
    _writing("exp_", torch.Tensor.exp_),
    _writing("sigmoid_", torch.Tensor.sigmoid_),
    _writing("relu_", torch.relu_),
    _writing("sin_", torch.Tensor.sin_),
    _writing("zero_", torch.Tensor.zero_),
    _writing("clamp_", lambda a: a.clamp_(0.2, 0.7), FLOAT, NUMBER, NUMBER),
    _writing("masked_fill_", lambda a, b: a.masked_fill_(b, 0.5), FLOAT, BOOL, NUMBER),
    _writing("normal_", torch.Tensor.normal_),
)
"""The first table: enough to meet every way of saving."""

BY_NAME = {operator.name: operator for operator in OPERATORS}
SET_ITEM = {
    "set all to number": Measured("set all to number", lambda a: a.__setitem__(..., 0.5), (FLOAT, NUMBER), True),
    "set all": Measured("set all", lambda a, b: a.__setitem__(..., b), (FLOAT, FLOAT), True),
}
