"""What one call saves, for each choice of which of its tensors require grad.

The measure is torch's own verdict: the version counter of an argument or a result is moved, as an in-place write moves
it, and backward is run; what is saved makes it raise. Hooks on saved tensors only tell which ones are worth trying.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import torch

from detachlint.facts.measuring.sample import Sample

Call = Callable[..., Any]
MODIFIED = "modified by an inplace operation"
TWICE = "second time"
REFUSED = (RuntimeError, TypeError, ValueError, NotImplementedError, IndexError, AttributeError, AssertionError)
"""What torch raises on arguments that do not fit."""
ALL_SUBSETS = 4
"""Up to so many differentiable arguments every subset is measured; beyond, those of one, of two, and the whole."""


@dataclass(frozen=True)
class Saving:
    """What one call saved. Positions are those of ``Sample.tensors``."""

    inputs: tuple[bool, ...]
    outputs: tuple[bool, ...]
    anything: bool
    requires_grad: bool
    refused: bool = False
    """Whether torch refuses the call when these tensors require grad."""


@dataclass
class Run:
    """A call that was made."""

    leaves: list[torch.Tensor]
    inputs: list[torch.Tensor]
    outputs: list[torch.Tensor]


@dataclass(frozen=True)
class _InputAt:
    index: int

    def __call__(self, made: Run) -> torch.Tensor:
        return made.inputs[self.index]


@dataclass(frozen=True)
class _OutputAt:
    index: int

    def __call__(self, made: Run) -> torch.Tensor:
        return made.outputs[self.index]


def measure(call: Call, sample: Sample) -> dict[frozenset[int], Saving]:
    """What is saved, for each set of tensors that require grad."""
    run(call, sample)
    able = [index for index, item in enumerate(sample.tensors) if can_require_grad(item)]
    found: dict[frozenset[int], Saving] = {}
    for index in able:
        found[frozenset({index})] = _measure_alone(call, sample, index)
    for subset in _larger_subsets(differentiable(found)):
        found[subset] = _measure_one(call, sample, subset)
    return found


def differentiable(found: dict[frozenset[int], Saving]) -> list[int]:
    """The tensors a gradient goes to."""
    return sorted(
        index for requires in found if len(requires) == 1 and found[requires].requires_grad for index in requires
    )


def _measure_alone(call: Call, sample: Sample, index: int) -> Saving:
    try:
        return _measure_one(call, sample, frozenset({index}))
    except REFUSED:
        return Saving((False,) * len(sample.tensors), (False,), False, False, refused=True)


def can_require_grad(tensor: torch.Tensor) -> bool:
    """Whether torch lets it require grad."""
    return tensor.is_floating_point() or tensor.is_complex()


def _larger_subsets(indexes: list[int]) -> Iterator[frozenset[int]]:
    if not indexes:
        return
    sizes = range(2, len(indexes) + 1) if len(indexes) <= ALL_SUBSETS else (2, len(indexes))
    for size in sizes:
        for chosen in combinations(indexes, size):
            yield frozenset(chosen)


def _measure_one(call: Call, sample: Sample, requires: frozenset[int]) -> Saving:
    packed: list[torch.Tensor] = []

    def pack(tensor: torch.Tensor) -> torch.Tensor:
        packed.append(tensor)
        return tensor

    with torch.autograd.graph.saved_tensors_hooks(pack, lambda tensor: tensor):
        first = run(call, sample, requires)
    needs = any(item.requires_grad for item in first.outputs)
    memories = {memory(item) for item in packed}
    nothing = Saving((False,) * len(first.inputs), (False,) * len(first.outputs), False, needs)
    if not needs:
        return nothing
    inputs = tuple(
        memory(item) in memories and _raises(call, sample, requires, _InputAt(index))
        for index, item in enumerate(first.inputs)
    )
    outputs = tuple(
        memory(item) in memories and _raises(call, sample, requires, _OutputAt(index))
        for index, item in enumerate(first.outputs)
    )
    written = [any(item is output for output in first.outputs) for item in first.inputs]
    inputs = tuple(saved and not same for saved, same in zip(inputs, written, strict=True))
    anything = any(inputs) or any(outputs) or _raises_twice(call, sample, requires)
    return Saving(inputs, outputs, anything, True)


def run(call: Call, sample: Sample, requires: frozenset[int] = frozenset()) -> Run:
    """Make the call on copies of the tensors; those that require grad are no leaves, so that they may be written."""
    leaves: list[torch.Tensor] = []
    inputs: list[torch.Tensor] = []

    def fresh(tensor: torch.Tensor) -> torch.Tensor:
        index = len(inputs)
        made = tensor.detach().clone()
        if index in requires:
            leaves.append(made.requires_grad_())
            made = made.clone()
        inputs.append(made)
        return made

    made = sample.mapped(fresh)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        result = call(*made.args, **made.kwargs)
    return Run(leaves, inputs, list(flat(result)))


def flat(result: Any) -> Iterator[torch.Tensor]:
    """The tensors of a result, in order."""
    if isinstance(result, torch.Tensor):
        yield result
    elif isinstance(result, (list, tuple)):
        for item in result:
            yield from flat(item)


def backward(made: Run) -> None:
    """Run backward from every result that requires grad."""
    roots = [item for item in made.outputs if item.requires_grad]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        torch.autograd.backward(roots, [torch.ones_like(item) for item in roots])


def _raises(
    call: Call,
    sample: Sample,
    requires: frozenset[int],
    choose: Callable[[Run], torch.Tensor],
) -> bool:
    made = run(call, sample, requires)
    torch.autograd.graph.increment_version(choose(made))
    try:
        backward(made)
    except (RuntimeError, NotImplementedError) as error:
        return MODIFIED in str(error)
    return False


def _raises_twice(call: Call, sample: Sample, requires: frozenset[int]) -> bool:
    made = run(call, sample, requires)
    try:
        backward(made)
        backward(made)
    except (RuntimeError, NotImplementedError) as error:
        return TWICE in str(error)
    return False


def memory(tensor: torch.Tensor) -> int:
    if tensor.layout is not torch.strided or tensor.numel() == 0:
        return id(tensor)
    return tensor.untyped_storage().data_ptr()
