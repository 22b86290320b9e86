"""Attributes of tensors."""

from __future__ import annotations

from detachlint.facts import method_facts
from detachlint.interpret.events import GradientsCleared
from detachlint.interpret.machine import Machine
from detachlint.interpret.source_site import Site
from detachlint.interpret.values import NONE, Const, External, NativeMethod, Unknown, Value
from detachlint.shadow.tensor import Mark, Tensor, ViewKind
from detachlint.shadow.tri import Tri

VIEWS = frozenset({"T", "mT", "H", "mH", "real", "imag"})
SIZES = frozenset({"shape", "ndim", "itemsize", "nbytes", "layout", "names", "device"})
OWN_METHODS = frozenset(
    [
        "backward",
        "detach",
        "detach_",
        "requires_grad_",
        "data",
        "numpy",
        "item",
        "tolist",
        "retain_grad",
        "register_hook",
        "new_zeros",
        "new_ones",
        "new_tensor",
        "new_full",
        "new_empty",
        "to",
        "cpu",
        "cuda",
        "clone",
        "size",
        "dim",
        "numel",
        "type",
        "float",
        "double",
        "half",
        "long",
        "int",
        "bool",
        "is_floating_point",
        "element_size",
        "stride",
        "storage",
        "untyped_storage",
        "data_ptr",
        "pin_memory",
        "share_memory_",
        "register_post_accumulate_grad_hook",
        "cfloat",
        "bfloat16",
        "type_as",
    ]
)
TENSOR_ONLY = frozenset(
    [
        "backward",
        "detach",
        "detach_",
        "requires_grad_",
        "requires_grad",
        "grad",
        "numpy",
        "item",
        "retain_grad",
        "register_hook",
        "size",
        "view",
        "reshape",
        "permute",
        "transpose",
        "unsqueeze",
        "squeeze",
        "expand",
        "contiguous",
        "clone",
        "flatten",
        "chunk",
        "split",
        "unbind",
        "mean",
        "sum",
        "relu",
        "relu_",
        "sigmoid",
        "tanh",
        "softmax",
        "log",
        "exp",
        "matmul",
        "mm",
        "bmm",
        "mul",
        "mul_",
        "add",
        "add_",
        "sub",
        "sub_",
        "div",
        "div_",
        "pow",
        "sqrt",
        "abs",
        "norm",
        "max",
        "min",
        "argmax",
        "clamp",
        "clamp_",
        "masked_fill",
        "masked_fill_",
        "zero_",
        "fill_",
        "copy_",
        "gather",
        "scatter",
        "scatter_",
        "index_select",
        "repeat",
        "to",
        "float",
        "half",
        "long",
        "double",
        "shape",
        "dim",
        "numel",
        "ndim",
        "new_zeros",
        "new_ones",
        "sigmoid_",
        "tanh_",
        "t",
        "std",
        "var",
    ]
)


def is_tensor_only(name: str) -> bool:
    """Whether asking something for this attribute shows that it is meant to be a tensor."""
    return name in TENSOR_ONLY


def read(machine: Machine, tensor: Tensor, name: str, site: Site) -> Value:
    """``tensor.name``."""
    engine = machine.engine
    if name == "data":
        made = engine.data(tensor, site)
        made.known = tensor.known
        made.grad_of = tensor.grad_of
        return made
    if name == "grad":
        return gradient(machine, tensor, site)
    if name in VIEWS:
        return engine.view(tensor, ViewKind.SINGLE, site)
    if name == "requires_grad":
        return _flag(machine, "requires_grad", tensor, engine.requires_grad_of(tensor))
    if name == "is_leaf":
        return _flag(machine, "is_leaf", tensor, tensor.leaf)
    if name == "grad_fn":
        return NONE if tensor.requires_grad.no else machine.derived(("grad_fn", id(tensor)), (tensor,))
    if name in SIZES:
        return machine.derived((name, id(tensor)), (tensor,), "size")
    if name == "dtype":
        return External(f"torch.{tensor.dtype.value}") if tensor.dtype.value != "unknown" else machine.unknown(site)
    if name in OWN_METHODS or method_facts(name) is not None:
        return NativeMethod(tensor, name)
    return machine.derived((name, id(tensor)), (tensor,))


def _flag(machine: Machine, name: str, tensor: Tensor, fact: Tri) -> Value:
    if fact is Tri.UNKNOWN:
        return machine.derived((name, id(tensor), fact), (tensor,), "bool")
    return Const(fact.yes)


def gradient(machine: Machine, tensor: Tensor, site: Site) -> Tensor:
    """``tensor.grad``: always the same tensor until the gradient is given up.

    Once it was written, a later reading gets another object on the same memory, so that what was kept before can be
    told from what is read now.
    """
    kept = machine.narrow(tensor.gradient)
    if isinstance(kept, Tensor) and kept.storage.writes and kept.storage.writes[-1].number > kept.made_at:
        later = Tensor(machine.trail, site=site, storage=kept.storage, counter=kept.counter)
        later.requires_grad, later.dtype, later.count = kept.requires_grad, kept.dtype, kept.count
        later.grad_of, later.known, later.name = tensor, kept.known, kept.name
        later.made_at = kept.storage.writes[-1].number
        machine.trail.set(tensor, "gradient", later)
        return later
    if not isinstance(kept, Tensor):
        kept = machine.engine.tensor(site)
        kept.grad_of = tensor
        kept.known = tensor.known
        kept.name = f"{tensor.name}.grad" if tensor.name is not None else None
        kept.born = tensor.born
        tensor.gradient = kept
    return kept


def write(machine: Machine, tensor: Tensor, name: str, value: Value, site: Site) -> None:
    """``tensor.name = value``."""
    engine = machine.engine
    if name == "data":
        engine.set_data(tensor, machine.as_tensor(value, site), site)
        machine.trail.set(tensor, "precision", None)
    elif name == "requires_grad":
        _write_flag(machine, tensor, value, site)
    elif name == "grad":
        if value == NONE:
            machine.emit(GradientsCleared(site, machine.path, tensor, (tensor,), False))
        engine.clear_gradients((tensor,), site)
        if value == NONE:
            machine.trail.set(tensor, "gradient", None)
        else:
            machine.trail.set(tensor, "grads", (Mark(site, machine.path),))


def _write_flag(machine: Machine, tensor: Tensor, value: Value, site: Site) -> None:
    value = machine.narrow(value)
    if isinstance(value, Const):
        machine.engine.set_requires_grad(tensor, bool(value.value), site, assigned=True)
    elif isinstance(value, Unknown) or value is not None:
        machine.trail.set(tensor, "requires_grad", Tri.UNKNOWN)
