"""Measures functions that make tensors: what decides the dtype, the size, and whose memory it is."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy
import torch

from detachlint.facts.measuring.own_samples import words

Call = Callable[..., Any]


@dataclass(frozen=True)
class FactorySample:
    """Arguments of a factory: with integers where it takes numbers, and with floats."""

    whole: tuple[Any, ...]
    fractional: tuple[Any, ...]
    size: str
    """What decides the number of elements: ``sizes``, ``content``, ``like``, ``one``, ``arguments``."""


SIZES = FactorySample((2, 3), (2, 3), "sizes")
LIKE = FactorySample((torch.zeros(3, dtype=torch.int64),), (torch.zeros(3),), "like")
CONTENT = FactorySample(([1, 2],), ([1.0, 2.0],), "content")
LENGTH = FactorySample((4,), (4,), "arguments")
METHOD = FactorySample((torch.zeros(3, dtype=torch.int64), (2, 3)), (torch.zeros(3), (2, 3)), "sizes")
ARRAY = FactorySample((numpy.zeros(3, dtype=numpy.int64),), (numpy.zeros(3),), "content")


def _samples() -> dict[str, FactorySample]:
    made = {f"torch.{name}": SIZES for name in words("zeros ones empty rand randn")}
    made |= {f"torch.{name}": LIKE for name in words("zeros_like ones_like empty_like")}
    made |= {f"torch.{name}": CONTENT for name in words("tensor as_tensor asarray Tensor")}
    made |= {f"torch.{name}": CONTENT for name in words("FloatTensor DoubleTensor HalfTensor BFloat16Tensor")}
    made |= {
        f"torch.{name}": CONTENT for name in words("LongTensor IntTensor ShortTensor CharTensor ByteTensor BoolTensor")
    }
    made |= {f"torch.{name}_window": LENGTH for name in words("hann hamming blackman bartlett kaiser")}
    made |= {f"torch.Tensor.{name}": METHOD for name in words("new_zeros new_ones new_empty")}
    made |= {f"torch.fft.{name}": LENGTH for name in words("fftfreq rfftfreq")}
    return {**made, **_singular(), **_windows()}


def _singular() -> dict[str, FactorySample]:
    integers, floats = torch.zeros(3, dtype=torch.int64), torch.zeros(3)
    return {
        "torch.rand_like": FactorySample((floats,), (floats,), "like"),
        "torch.randn_like": FactorySample((floats,), (floats,), "like"),
        "torch.full_like": FactorySample((integers, 1), (floats, 1), "like"),
        "torch.randint_like": FactorySample((integers, 5), (floats, 5), "like"),
        "torch.full": FactorySample(((2, 3), 1), ((2, 3), 1.0), "sizes"),
        "torch.eye": LENGTH,
        "torch.arange": FactorySample((0, 5, 1), (0, 5, 0.5), "arguments"),
        "torch.range": FactorySample((0, 5, 1), (0, 5, 0.5), "arguments"),
        "torch.linspace": FactorySample((0, 5, 3), (0.0, 5.0, 3), "arguments"),
        "torch.logspace": FactorySample((0, 5, 3), (0.0, 5.0, 3), "arguments"),
        "torch.randint": FactorySample((0, 5, (2, 3)), (0, 5, (2, 3)), "sizes"),
        "torch.randperm": LENGTH,
        "torch.normal": FactorySample((0, 1, (2, 3)), (0.0, 1.0, (2, 3)), "sizes"),
        "torch.scalar_tensor": FactorySample((1,), (1.0,), "one"),
        "torch.tril_indices": FactorySample((3, 3), (3, 3), "arguments"),
        "torch.triu_indices": FactorySample((3, 3), (3, 3), "arguments"),
        "torch.empty_strided": FactorySample(((2, 3), (3, 1)), ((2, 3), (3, 1)), "sizes"),
        "torch.empty_permuted": FactorySample(((2, 3), (0, 1)), ((2, 3), (0, 1)), "sizes"),
        "torch.from_numpy": ARRAY,
        "torch.from_dlpack": FactorySample((integers,), (floats,), "content"),
        "torch.frombuffer": FactorySample((bytearray(8),), (bytearray(8),), "content"),
        "torch.sparse_coo_tensor": FactorySample(([[0, 1]], [1, 2]), ([[0, 1]], [1.0, 2.0]), "content"),
        "torch.Tensor.new_full": FactorySample((integers, (2, 3), 1), (floats, (2, 3), 1.0), "sizes"),
        "torch.Tensor.new_tensor": FactorySample((floats, [1, 2]), (floats, [1.0, 2.0]), "content"),
        "torch.nn.Parameter": FactorySample((floats,), (floats,), "like"),
    }


def _windows() -> dict[str, FactorySample]:
    names = words("bartlett blackman cosine exponential gaussian hamming hann kaiser nuttall")
    return {f"torch.signal.windows.{name}": LENGTH for name in names}


def measured_factories() -> dict[str, dict[str, Any]]:
    """By qualified name."""
    found = ((name, _resolve(name), sample) for name, sample in _samples().items())
    return {name: _measure(call, sample) for name, call, sample in found if call is not None}


def _resolve(qualname: str) -> Call | None:
    found: Any = torch
    for part in qualname.split(".")[1:]:
        found = getattr(found, part, None)
    return found if callable(found) else None


def _measure(call: Call, sample: FactorySample) -> dict[str, Any]:
    options = {"dtype": torch.float32} if call is torch.frombuffer else {}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        whole, fractional = call(*sample.whole, **options), call(*sample.fractional, **options)
        kinds = kind(whole), kind(fractional)
        return {
            "dtype": _rule(kinds, sample),
            "size": sample.size,
            "requires_grad": fractional.requires_grad,
            "takes_requires_grad": _accepts(call, sample, {**options, "requires_grad": True}),
            "takes_dtype": _accepts(call, sample, {**options, "dtype": torch.float64}),
            "keeps_graph": _keeps_graph(call, sample),
            "of_tensor": _of_tensor(call, sample),
            "of_array": _of_array(call),
        }


def kind(tensor: torch.Tensor) -> str:
    """The class of a dtype."""
    if tensor.dtype is torch.bool:
        return "bool"
    if tensor.is_complex():
        return "complex"
    return "float" if tensor.is_floating_point() else "int"


def _rule(kinds: tuple[str, str], sample: FactorySample) -> str:
    if kinds[0] == kinds[1]:
        return kinds[0]
    return "like" if isinstance(sample.whole[0], torch.Tensor) else "arguments"


def _accepts(call: Call, sample: FactorySample, options: dict[str, Any]) -> bool:
    try:
        made = call(*sample.fractional, **options)
    except (TypeError, ValueError, RuntimeError):
        return False
    return bool(made.requires_grad) if "requires_grad" in options else bool(made.dtype is torch.float64)


def _of_tensor(call: Call, sample: FactorySample) -> str:
    """What a tensor given to it becomes: ``itself``, its ``memory``, a ``copy``; ``refused``."""
    found = {_made_of(call, tensor, sample) for tensor in _tensors()}
    return next(kind for kind in ("itself", "memory", "copy", "refused") if kind in found)


def _tensors() -> list[torch.Tensor]:
    dtypes = (torch.float32, torch.float64, torch.float16, torch.bfloat16, torch.int64, torch.int32, torch.int16)
    return [torch.zeros(2, dtype=dtype) for dtype in (*dtypes, torch.int8, torch.uint8, torch.bool)]


def _made_of(call: Call, tensor: torch.Tensor, sample: FactorySample) -> str:
    rest = sample.fractional[1:] if isinstance(sample.fractional[0], torch.Tensor) else ()
    try:
        made = call(tensor, *rest)
    except (TypeError, ValueError, RuntimeError):
        return "refused"
    if made is tensor:
        return "itself"
    return "memory" if made.data_ptr() == tensor.data_ptr() else "copy"


def _keeps_graph(call: Call, sample: FactorySample) -> bool:
    """Whether the gradient goes from the result to a tensor it is given."""
    tensor = torch.zeros(2, requires_grad=True)
    rest = sample.fractional[1:] if isinstance(sample.fractional[0], torch.Tensor) else ()
    try:
        made = call(tensor * 1, *rest)
    except (TypeError, ValueError, RuntimeError, BufferError):
        return False
    return made.grad_fn is not None


def _of_array(call: Call) -> str:
    """What a NumPy array given to it becomes: its ``memory``, where the dtype allows, a ``copy``; ``refused``."""
    names = ("float32", "float64", "float16", "int64", "int32", "int16", "int8", "uint8", "bool")
    found = {_made_of_array(call, numpy.zeros(2, dtype=name)) for name in names}
    return next(kind for kind in ("memory", "copy", "refused") if kind in found)


def _made_of_array(call: Call, array: Any) -> str:
    try:
        made = call(array)
    except (TypeError, ValueError, RuntimeError, AttributeError):
        return "refused"
    return "memory" if made.data_ptr() == array.ctypes.data else "copy"
