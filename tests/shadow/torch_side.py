"""Runs a program through real torch.

A plain run gives the verdicts. A watched run gives what was changed without notice: under ``saved_tensors_hooks`` it
copies every value that is saved and compares when backward unpacks it. Hooks switch torch's version check off, so the
two cannot be one run.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch

from tests.shadow.program import OK, SKIPPED, Outcome, Step, Verdict, ends

MESSAGES: tuple[tuple[str, Verdict], ...] = (
    ("a view of a leaf Variable that requires grad is being used", "refused: view of leaf"),
    ("a leaf Variable that requires grad is being used", "refused: leaf"),
    ("its base or another view of its base has been modified", "stale view"),
    ("returns multiple views", "refused: multi-output view"),
    ("A view was created in", "refused: view made under no_grad"),
    ("Inplace update to inference tensor", "refused: inference tensor"),
    ("more than one element of the written-to tensor", "refused: expanded"),
    ("Can't detach views in-place", "detach of view"),
    ("you can only change requires_grad flags of leaf", "flag: non-leaf"),
    ("Setting requires_grad=True on inference tensor", "flag: inference"),
    ("only Tensors of floating point", "flag: dtype"),
    ("Inference tensors cannot be saved", "inference saved"),
    ("has been modified by an inplace operation", "modified"),
    ("saved tensor that has been detached in-place", "detached"),
    ("leaf variable has been moved into the graph interior", "leaf moved"),
    ("backward through the graph a second time", "twice"),
    ("does not require grad and does not have a grad_fn", "no graph"),
    ("grad can be implicitly created only for scalar", "non-scalar"),
    ("One of the differentiated Tensors does not require grad", "unused"),
    ("appears to not have been used in the graph", "unused"),
)
"""What torch says, first match first, and what it is called here."""

MOST_ELEMENTS = 81
MOST_STEPS = 200
MODES: dict[str, Callable[[], AbstractContextManager[Any]]] = {
    "no_grad": torch.no_grad,
    "enable_grad": torch.enable_grad,
    "inference": torch.inference_mode,
    "normal": lambda: torch.inference_mode(False),
}

VIEWS: dict[str, Callable[[torch.Tensor], Any]] = {
    "row 0": lambda x: x[0],
    "row 1": lambda x: x[1],
    "slice": lambda x: x[0:2],
    "transpose": lambda x: x.t(),
    "flat": lambda x: x.view(-1),
    "unsqueeze": lambda x: x.unsqueeze(0),
    "unbind": lambda x: x.unbind(0),
    "chunk": lambda x: x.chunk(3),
    "split": lambda x: torch.split(x, 1),
    "expand": lambda x: x.expand(3, *x.shape),
}

WRITES: dict[str, Callable[..., Any]] = {
    "set all to number": lambda x: x.__setitem__(..., 0.5),
    "set row to number": lambda x: x.__setitem__(0, 0.5),
    "set all": lambda x, y: x.__setitem__(..., y),
    "set row": lambda x, y: x.__setitem__(0, y),
}


def verdict_of(error: Exception) -> Verdict:
    """What torch's error means."""
    text = str(error)
    for part, verdict in MESSAGES:
        if part in text:
            return verdict
    return f"other: {type(error).__name__}: {text[:200]}"


@dataclass
class Saved:
    """A value that torch saved: what backward will read, which step saved it, and what it then was."""

    value: torch.Tensor
    step: int
    content: torch.Tensor
    is_result: bool


class TorchSide:
    """The state of one run. ``calls`` are the operators by name."""

    def __init__(self, calls: Mapping[str, Callable[..., Any]], *, watch: bool = False) -> None:
        self.calls = calls
        self.watch = watch
        self.tensors: dict[str, Any] = {}
        self.outcome = Outcome()
        self.ended = False
        self._modes: list[AbstractContextManager[Any]] = []
        self._step = -1
        self._reads: list[Any] = []
        self._written: tuple[torch.Tensor, int] | None = None
        self._fresh: list[Saved] = []
        self._changed: set[int] = set()
        self._turned: set[int] = set()

    # -- running -------------------------------------------------------------------------------------------------

    def run(self, program: Sequence[Step]) -> Outcome:
        """Run a whole program."""
        for item in program:
            if self.ended:
                break
            self.perform(item)
        return self.close()

    def perform(self, item: Step) -> Verdict:
        """Run one step."""
        self._step += 1
        self._changed = set()
        self._fresh = []
        verdict = SKIPPED
        if all(name in self.tensors for name in item.reads):
            verdict = self._attempt(item)
        self.outcome.verdicts.append(verdict)
        self.outcome.silent.append(frozenset(self._changed))
        self.ended = ends(item, verdict)
        return verdict

    def take_back(self) -> None:
        """Forget the last step, which had no effect."""
        self._step -= 1
        self.outcome.verdicts.pop()
        self.outcome.silent.pop()

    def _attempt(self, item: Step) -> Verdict:
        action = getattr(self, f"_do_{item.do}")
        hooks: AbstractContextManager[Any] = nullcontext()
        reads = [self.tensors[name] for name in item.reads]
        self._reads = reads
        self._written = (reads[0], _version(reads[0])) if item.do == "write" else None
        if self.watch:
            hooks = torch.autograd.graph.saved_tensors_hooks(self._pack, self._unpack)
        try:
            with hooks:
                made = action(item, reads)
        except (RuntimeError, TypeError, ValueError, IndexError, NotImplementedError) as error:
            return verdict_of(error)
        if item.makes:
            results = tuple(made) if isinstance(made, (tuple, list)) else (made,)
            self.tensors.update(zip(item.makes, results, strict=False))
        return OK

    def close(self) -> Outcome:
        """Leave all modes and note what holds at the end."""
        while self._modes:
            self._modes.pop().__exit__(None, None, None)
        for name, value in self.tensors.items():
            if isinstance(value, torch.Tensor):
                self.outcome.facts[name] = (value.requires_grad, value.is_inference())
        return self.outcome

    # -- watching ------------------------------------------------------------------------------------------------

    def _pack(self, tensor: torch.Tensor) -> Saved:
        """Keep what torch would keep: the tensor itself, or, for a result, an alias on its memory."""
        is_result = not any(tensor is read for read in self._reads)
        if self._written is not None and tensor is self._written[0]:
            is_result = _version(tensor) != self._written[1]
        value = tensor.detach() if is_result else tensor
        saved = Saved(value, self._step, tensor.detach().clone(), is_result)
        self._fresh.append(saved)
        return saved

    def _unpack(self, saved: Saved) -> torch.Tensor:
        if not _same(saved.value.detach(), saved.content):
            self._changed.add(saved.step)
        return saved.value

    def _refresh(self, target: torch.Tensor, reads: Sequence[Any] = ()) -> None:
        """Fill the memory of a result with values that no memory ever had, so that every write is a change.

        What this very step saved of its result, or of what its result was made of, is noted anew; what it saved of
        its operands (``reads``) it saved before.
        """
        if not target.dtype.is_floating_point or target.layout is not torch.strided:
            return
        array = _raw(target)
        array[...] = _noise(array.shape, self._step)
        memory = _memory(target)
        known = {_memory(read) for read in reads}
        for saved in self._fresh:
            if saved.is_result or (memory not in known and _memory(saved.value) == memory):
                saved.content = saved.value.detach().clone()

    # -- making tensors ------------------------------------------------------------------------------------------

    def _do_leaf(self, item: Step, _: list[Any]) -> torch.Tensor:
        shape = item.get("shape")
        if item.get("dtype") == "int":
            return torch.zeros(shape, dtype=torch.int64)
        if item.get("dtype") == "bool":
            return torch.ones(shape, dtype=torch.bool)
        return torch.from_numpy(_noise(shape, self._step).copy()).requires_grad_(item.get("requires"))

    def _do_apply(self, item: Step, reads: list[Any]) -> Any:
        result = self.calls[item.get("call")](*reads)
        if isinstance(result, torch.Tensor) and all(_memory(result) != _memory(read) for read in reads):
            self._refresh(result, reads)
        return result

    def _do_view(self, item: Step, reads: list[Any]) -> Any:
        return VIEWS[item.get("kind")](reads[0])

    def _do_detach(self, _: Step, reads: list[Any]) -> torch.Tensor:
        alias: torch.Tensor = reads[0].detach()
        return alias

    def _do_data(self, _: Step, reads: list[Any]) -> torch.Tensor:
        data: torch.Tensor = reads[0].data
        return data

    def _do_array(self, _: Step, reads: list[Any]) -> Any:
        return reads[0].detach().numpy()

    def _do_gradient(self, _: Step, reads: list[Any]) -> torch.Tensor:
        gradient: torch.Tensor | None = reads[0].grad
        if gradient is None or gradient.requires_grad or gradient.is_inference():
            raise ValueError("no plain gradient")
        return gradient

    # -- changing tensors ----------------------------------------------------------------------------------------

    def _do_write(self, item: Step, reads: list[Any]) -> None:
        name = item.get("call")
        if len(reads) == 2 and reads[0].data_ptr() == reads[1].data_ptr() and ("copy_" in name or name == "set all"):
            raise ValueError("a copy onto itself is no write")
        (WRITES[name] if name in WRITES else self.calls[name])(*reads)
        self._refresh(reads[0].detach()[0] if name.startswith("set row") else reads[0], reads)

    def _do_write_array(self, _: Step, reads: list[Any]) -> None:
        array = reads[0]
        if array.dtype.kind == "f":
            array[...] = _noise(array.shape, self._step)
            return
        if array.dtype.kind != "b" or array.ctypes.data in self._turned:
            raise ValueError("an index might point outside, and what is turned twice is what it was")
        self._turned.add(array.ctypes.data)
        array[...] = ~array

    def _do_detach_in_place(self, _: Step, reads: list[Any]) -> None:
        reads[0].detach_()

    def _do_set_data(self, _: Step, reads: list[Any]) -> None:
        if _same(reads[0].detach(), reads[1].detach()):
            raise ValueError("the same content would not show as a change")
        reads[0].data = reads[1]

    def _do_flag(self, item: Step, reads: list[Any]) -> None:
        reads[0].requires_grad_(item.get("value"))

    # -- modes ---------------------------------------------------------------------------------------------------

    def _do_enter(self, item: Step, _: list[Any]) -> None:
        mode = MODES[item.get("mode")]()
        mode.__enter__()
        self._modes.append(mode)

    def _do_leave(self, _: Step, __: list[Any]) -> None:
        if self._modes:
            self._modes.pop().__exit__(None, None, None)

    # -- backward ------------------------------------------------------------------------------------------------

    def _do_backward(self, item: Step, reads: list[Any]) -> None:
        root, *inputs = reads
        torch.autograd.backward(
            root,
            torch.ones_like(root) if item.get("gradient") else None,
            retain_graph=item.get("retain") or None,
            create_graph=bool(item.get("create")),
            inputs=inputs or None,
        )

    def _do_grad(self, item: Step, reads: list[Any]) -> None:
        root, *inputs = reads
        torch.autograd.grad(
            root,
            inputs,
            torch.ones_like(root) if item.get("gradient") else None,
            retain_graph=item.get("retain") or None,
            create_graph=bool(item.get("create")),
            allow_unused=bool(item.get("allow")),
        )

    def _do_step(self, _: Step, reads: list[Any]) -> None:
        with torch.no_grad():
            for parameter in reads:
                if parameter.grad is not None:
                    parameter.sub_(parameter.grad)
                    self._refresh(parameter)

    def _do_clear(self, item: Step, reads: list[Any]) -> None:
        for parameter in reads:
            if item.get("to_none") or parameter.grad is None:
                parameter.grad = None
            else:
                with torch.no_grad():
                    parameter.grad.zero_()
                    self._refresh(parameter.grad)


def _version(tensor: torch.Tensor) -> int:
    return 0 if tensor.is_inference() else tensor._version


def _same(left: torch.Tensor, right: torch.Tensor) -> bool:
    if torch.equal(left, right):
        return True
    return left.is_floating_point() and torch.allclose(left, right, rtol=0, atol=0, equal_nan=True)


def _memory(tensor: torch.Tensor) -> int:
    return tensor.untyped_storage().data_ptr()


def _raw(tensor: torch.Tensor) -> Any:
    return tensor.detach().numpy()


def _noise(shape: Sequence[int], step: int) -> Any:
    """Values for one step, which no other step has."""
    size = 1
    for length in shape:
        size *= length
    start = step * MOST_ELEMENTS
    assert size <= MOST_ELEMENTS and start + size <= len(NOISE), (shape, step)
    return NOISE[start : start + size].reshape(shape)


def _some_noise() -> Any:
    rng = random.Random(0)
    return np.array([rng.uniform(0.1, 0.9) for _ in range(MOST_ELEMENTS * MOST_STEPS)], dtype=np.float32)


NOISE = _some_noise()
