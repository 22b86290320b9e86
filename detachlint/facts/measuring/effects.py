"""What one call makes: views, writes, gradients, dtype and number of elements of its results."""

from __future__ import annotations

import warnings
from dataclasses import dataclass

import torch

from detachlint.facts.measuring.sample import Sample
from detachlint.facts.measuring.saving import REFUSED, Call, Run, can_require_grad, flat, memory, run

MULTIPLE = "multiple views"
OVERLAP = "single memory location"
LEAST_TESTED = 2
UNTOUCHED = "CloneBackward0"
"""What made an argument before the call: a result that is the argument and still has it was not recorded."""


@dataclass(frozen=True)
class Effects:
    """What one call makes."""

    outputs: int
    writes: tuple[int, ...]
    quiet_writes: tuple[int, ...]
    """Written without moving the version counter."""
    view: str
    """Of the first result: ``no``, ``view``, ``multi``, ``expand``, ``itself``."""
    view_of: int
    grad: str
    dtype: str
    one: bool
    same: bool
    broadcast: bool | None
    telling: bool
    """Whether the arguments have enough elements for the numbers to tell something."""
    backward_name: str | None
    empty: bool
    """Whether the first result has no elements."""


def effects(call: Call, sample: Sample, able: frozenset[int]) -> Effects:
    """Look at one call from all sides; ``able`` are the tensors a gradient goes to."""
    plain = run(call, sample)
    versions = [item._version for item in plain.inputs]
    writes = tuple(index for index, version in enumerate(versions) if version > 0)
    changed = _changed(sample, plain)
    view, of = _view(call, sample, plain, able)
    first = plain.outputs[0] if plain.outputs else None
    grad, backward_name = _gradient(call, sample, able)
    sizes = [item.numel() for item in plain.inputs]
    return Effects(
        outputs=len(plain.outputs),
        writes=writes,
        quiet_writes=tuple(index for index in changed if index not in writes),
        view=view,
        view_of=of,
        grad=grad,
        dtype=_dtype(call, sample, first),
        one=first is not None and first.numel() == 1,
        same=first is not None and bool(sizes) and first.numel() == sizes[max(of, 0)],
        broadcast=_is_broadcast(plain, first),
        telling=bool(sizes) and max(sizes) > 1,
        backward_name=backward_name,
        empty=first is not None and first.numel() == 0,
    )


def _changed(sample: Sample, made: Run) -> list[int]:
    """The arguments whose content is another one after the call."""
    pairs = zip(sample.tensors, made.inputs, strict=True)
    return [index for index, (old, new) in enumerate(pairs) if old.shape == new.shape and not _same(old, new)]


def _same(old: torch.Tensor, new: torch.Tensor) -> bool:
    if old.layout is not torch.strided or old.is_quantized:
        return True
    return torch.equal(old.nan_to_num(), new.detach().nan_to_num())


def _view(call: Call, sample: Sample, plain: Run, able: frozenset[int]) -> tuple[str, int]:
    for output in plain.outputs[:1]:
        for index, item in enumerate(plain.inputs):
            if output is item:
                return "itself", index
            if output.layout is torch.strided and memory(output) == memory(item):
                return _kind_of_view(call, sample, able), index
    return "no", 0


def _kind_of_view(call: Call, sample: Sample, able: frozenset[int]) -> str:
    made = run(call, sample, able)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            made.outputs[0].mul_(1)
    except RuntimeError as error:
        if MULTIPLE in str(error):
            return "multi"
        if OVERLAP in str(error):
            return "expand"
    return "view"


def _gradient(call: Call, sample: Sample, able: frozenset[int]) -> tuple[str, str | None]:
    made = run(call, sample, able)
    roots = [item for item in made.outputs if item.requires_grad]
    if not roots:
        return "no", None
    node = made.outputs[0].grad_fn
    name = node.name() if node is not None else None
    if any(made.outputs[0] is item for item in made.inputs) and name == UNTOUCHED:
        return "no", None
    torch.default_generator.manual_seed(0)
    try:
        weights = [torch.rand_like(item) for item in roots]
        gradients = torch.autograd.grad(roots, made.leaves, weights, allow_unused=True)
    except (RuntimeError, NotImplementedError):
        return "yes", name
    known = [item for item in gradients if item is not None]
    zero = all(item.layout is torch.strided and not bool(item.any()) for item in known)
    return ("zero" if zero else "yes"), name


def _dtype(call: Call, sample: Sample, first: torch.Tensor | None) -> str:
    if first is None:
        return "unknown"
    if first.dtype is torch.bool:
        return "bool"
    if not can_require_grad(first):
        return "int" if any(can_require_grad(item) for item in sample.tensors) else "unknown"
    return _dtype_of_integers(call, sample)


def _dtype_of_integers(call: Call, sample: Sample) -> str:
    """``float``, or ``same``/``promote`` where integers stay integers."""
    floats = [index for index, item in enumerate(sample.tensors) if can_require_grad(item)]
    all_integers = _result_on_integers(call, sample, floats)
    if all_integers is None or can_require_grad(all_integers):
        numbers = _result_on_integers(call, sample.with_integers(), floats)
        return "float" if numbers is None or can_require_grad(numbers) else "promote"
    if len(floats) < LEAST_TESTED:
        return "same"
    mixed = _result_on_integers(call, sample, floats[:1])
    return "same" if mixed is not None and not can_require_grad(mixed) else "promote"


def _result_on_integers(call: Call, sample: Sample, chosen: list[int]) -> torch.Tensor | None:
    position = iter(range(len(sample.tensors)))
    changed = sample.mapped(lambda item: item.to(torch.int64) if next(position) in chosen else item)
    try:
        made = run(call, changed)
    except REFUSED:
        return None
    return next(iter(flat(made.outputs)), None)


def _is_broadcast(plain: Run, first: torch.Tensor | None) -> bool | None:
    if first is None or len(plain.inputs) < LEAST_TESTED:
        return None
    shapes = [list(item.shape) for item in plain.inputs]
    return list(first.shape) == _broadcast(shapes)


def _broadcast(shapes: list[list[int]]) -> list[int] | None:
    """The shape torch would broadcast these to; None when it would refuse."""
    size = max(len(shape) for shape in shapes)
    columns = zip(*([1] * (size - len(shape)) + shape for shape in shapes), strict=True)
    made: list[int] = []
    for column in columns:
        sizes = {length for length in column if length != 1}
        if len(sizes) > 1:
            return None
        made.append(sizes.pop() if sizes else 1)
    return made
