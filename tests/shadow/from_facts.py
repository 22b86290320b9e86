"""Operators as the shipped facts have them, in every simple form of call that fits small square tensors."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import reduce
from itertools import product
from typing import Any

import torch

from detachlint.facts import OpFacts, function_facts
from detachlint.facts.stored import OPERATORS, load
from detachlint.shadow.tri import Tri
from tests.shadow.measured import BOOL, FLOAT, INDEX, NUMBER, SIDE, operand

LIST = "list"
"""Two float tensors in a list."""
FORMS: tuple[tuple[Any, ...], ...] = (
    (FLOAT,),
    (FLOAT, FLOAT),
    (FLOAT, FLOAT, FLOAT),
    (FLOAT, FLOAT, FLOAT, FLOAT),
    (FLOAT, FLOAT, FLOAT, FLOAT, FLOAT),
    (FLOAT, 0),
    (FLOAT, 2),
    (FLOAT, 0.5),
    (2.5, FLOAT),
    (FLOAT, 0, 1),
    (FLOAT, 0.2, 0.7),
    (FLOAT, 1, 0, 1),
    (FLOAT, FLOAT, 0.5),
    (FLOAT, FLOAT, 1),
    (FLOAT, BOOL),
    (FLOAT, BOOL, 0.5),
    (FLOAT, BOOL, FLOAT),
    (BOOL, FLOAT, FLOAT),
    (FLOAT, INDEX),
    (FLOAT, 0, INDEX),
    (FLOAT, 0, INDEX, FLOAT),
    (FLOAT, 0, INDEX, 0.5),
    (FLOAT, INDEX, FLOAT),
    (INDEX, FLOAT),
    (LIST,),
    (LIST, 1),
    (FLOAT, (3,)),
    (FLOAT, (1, 0)),
    (FLOAT, (0,)),
)
FOLDING = frozenset({"matmul", "__matmul__", "__rmatmul__"})
"""Products that fold a stack of matrices into one: where it stands on the right, what they save is a copy."""
MATRIX = 2
MOST_ELEMENTS = 81
FORMS_KEPT = 3
"""For each spelling."""
ELSEWHERE = frozenset(
    {
        "detach",
        "detach_",
        "requires_grad_",
        "data",
        "backward",
        "resize_",
        "resize_as_",
        "set_",
        "retain_grad",
        "unflatten",
        "alias_copy",
        "detach_copy",
        "new",
        "squeeze_",
        "unsqueeze_",
        "transpose_",
        "t_",
        "swapaxes_",
        "swapdims_",
        "share_memory_",
    }
)
"""Names that are steps of their own here, or that change what a tensor is rather than what it holds."""
MODULES_ELSEWHERE = ("operator ", "torch.nn.init.", "torch.nn.utils.")
"""Python's own operators are methods by another name; the others are made of several steps, some under no_grad."""
UNLIKE = {
    "atleast_1d": "gives the argument itself or a view of it, as its shape is",
    "atleast_2d": "gives the argument itself or a view of it, as its shape is",
    "atleast_3d": "gives the argument itself or a view of it, as its shape is",
    "svd_lowrank": "transposes what it saves or not, as its argument is high or wide",
    "pca_lowrank": "transposes what it saves or not, as its argument is high or wide",
    "kron": "saves its arguments under a version counter of their own (``_unsafe_view``), so that nothing raises",
    "unsafe_split": "gives views that torch does not know for views",
    "unsafe_split_with_sizes": "gives views that torch does not know for views",
    "unsafe_chunk": "gives views that torch does not know for views",
    "scaled_dot_product_attention": "is differentiated to its mask or not, as the mask is",
    "embedding_bag": "takes its arguments in the other order too",
    "matrix_norm": "saves by the kind of norm, which the facts do not tell apart",
    "norm": "saves by the kind of norm; of some kinds the gradient is not even zero but missing",
    "vector_norm": "saves by the kind of norm, which the facts do not tell apart",
    "fill_diagonal_": "is made of a view and a write, and refused for the view",
}
"""What torch does not do by the rules that the shadow has, and what it does instead."""
REFUSED = (
    RuntimeError,
    TypeError,
    ValueError,
    NotImplementedError,
    IndexError,
    AttributeError,
    AssertionError,
    ArithmeticError,
)
VIEWS = ("view", "multi")


class Unlike(ValueError):
    """A call that the facts do not describe, because of the shape of its arguments."""


@dataclass(frozen=True)
class Row:
    """What the facts say of one form for one choice of what requires grad."""

    inputs: tuple[Tri, ...]
    output: Tri
    anything: Tri
    requires_grad: Tri


@dataclass(frozen=True)
class Known:
    """One form of call of one operator; what it saves is what the facts say."""

    key: str
    call: Callable[..., Any] = field(repr=False)
    operands: tuple[str, ...]
    facts: OpFacts = field(repr=False)
    _rows: dict[tuple[Tri, ...], Row] = field(default_factory=dict, repr=False, compare=False)

    @property
    def name(self) -> str:
        """The operator's short name."""
        return self.facts.name

    @property
    def grad(self) -> str:
        """``yes``, ``zero`` or ``no``."""
        return self.facts.grad

    @property
    def view(self) -> str:
        """``no``, ``view``, ``multi``, ``expand`` or ``alias``."""
        return self.facts.view

    @property
    def in_place(self) -> bool:
        """Whether it writes its first operand."""
        return bool(self.facts.writes)

    @property
    def is_tensor(self) -> tuple[bool, ...]:
        """Which of its operands are tensors."""
        return tuple(kind != NUMBER for kind in self.operands)

    @property
    def tensors(self) -> tuple[str, ...]:
        """What its tensors are."""
        return tuple(kind for kind in self.operands if kind != NUMBER)

    def saved_inputs(self, requires: tuple[Tri, ...], is_tensor: tuple[bool, ...]) -> tuple[Tri, ...]:
        """Which inputs are saved."""
        return self._row(requires, is_tensor).inputs

    def saves_output(self, requires: tuple[Tri, ...], is_tensor: tuple[bool, ...]) -> Tri:
        """Whether the result is saved."""
        return self._row(requires, is_tensor).output

    def saves_anything(self, requires: tuple[Tri, ...], is_tensor: tuple[bool, ...]) -> Tri:
        """Whether a second backward pass raises."""
        return self._row(requires, is_tensor).anything

    def result_requires_grad(self, requires: tuple[Tri, ...], is_tensor: tuple[bool, ...]) -> Tri:
        """Whether the result requires grad."""
        return self._row(requires, is_tensor).requires_grad

    def _row(self, requires: tuple[Tri, ...], is_tensor: tuple[bool, ...]) -> Row:
        found = self._rows.get(requires)
        if found is None:
            found = self._rows[requires] = Row(
                self.facts.saved_inputs(requires, is_tensor),
                self.facts.saves_output(requires, is_tensor),
                self.facts.saves_anything(requires, is_tensor),
                self.facts.result_requires_grad(requires, is_tensor),
            )
        return found

    @property
    def certain(self) -> bool:
        """Whether the facts leave nothing open, whatever requires grad."""
        able = [kind == FLOAT for kind in self.operands]
        for flags in product(*((Tri.NO, Tri.YES) if item else (Tri.NO,) for item in able)):
            row = self._row(flags, self.is_tensor)
            if Tri.UNKNOWN in (*row.inputs, row.output, row.anything, row.requires_grad):
                return False
        return True

    @property
    def usable(self) -> bool:
        """Whether it is of a kind that a program can use: what it writes is its first operand, of floats."""
        if self.in_place and (self.facts.writes != (0,) or self.operands[0] != FLOAT):
            return False
        return self.view in ("no", "alias", *VIEWS) and not self.facts.also_writes


def known_operators() -> Iterator[Known]:
    """Every form of every spelling that torch accepts and the facts are certain of."""
    torch.manual_seed(0)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for qualname in load(OPERATORS)["spellings"]:
            short = qualname.rsplit(".", 1)[-1]
            if not qualname.startswith(MODULES_ELSEWHERE) and short not in ELSEWHERE and short not in UNLIKE:
                yield from _forms_of(qualname)


def _forms_of(qualname: str) -> Iterator[Known]:
    facts = function_facts(qualname)
    function = _resolve(qualname)
    if facts is None or function is None:
        return
    leaves = {kind: operand(kind, kind == FLOAT, False) for kind in (FLOAT, BOOL, INDEX)}
    kept = 0
    for form in FORMS:
        if kept == FORMS_KEPT:
            return
        result = _result(function, form, leaves, bool(facts.writes))
        if result is None:
            continue
        known = _known(qualname, function, facts, form)
        made_of_a_view = known.view == "no" and result._is_view()
        alike = not made_of_a_view and not _looks_behind(known) and not _copies_before_saving(known)
        if known.usable and known.certain and alike:
            kept += 1
            yield known


def _only_differentiable(result: Any) -> Any:
    """The result that requires grad, if it is the first: of several it depends on which of them backward is run."""
    if not isinstance(result, (tuple, list)) or not result:
        return result
    able = [isinstance(item, torch.Tensor) and item.requires_grad and not item._is_view() for item in result]
    return result[0] if sum(able) < 2 and not any(able[1:]) else None


def _looks_behind(known: Known) -> bool:
    """Whether it asks for the history of its argument though its result has none, being made of operators that do."""
    if known.grad != "no" or known.in_place or known.tensors[:1] != (FLOAT,):
        return False
    whole = operand(FLOAT, True, True)
    rest = [operand(kind, False, False) for kind in known.tensors[1:]]
    for stale in (whole.view(1, SIDE, SIDE).unbind(0)[0], torch.split(whole, 1)[0]):
        whole.detach().zero_()
        try:
            known.call(stale, *rest)
        except RuntimeError as error:
            if "its base or another view of its base" in str(error):
                return True
        except REFUSED:
            continue
    return False


def _copies_before_saving(known: Known) -> bool:
    """Whether it saves a copy of its argument where that is not contiguous, and the argument itself where it is."""
    if known.in_place or known.view in VIEWS:
        return False
    whole = [operand(kind, kind == FLOAT, False) for kind in known.tensors]
    return _saved_of(known, whole) != _saved_of(known, [item.t() for item in whole])


def _saved_of(known: Known, tensors: Sequence[torch.Tensor]) -> list[bool]:
    saved: set[int] = set()

    def pack(tensor: torch.Tensor) -> torch.Tensor:
        saved.add(_memory(tensor))
        return tensor

    with torch.autograd.graph.saved_tensors_hooks(pack, lambda tensor: tensor):
        try:
            known.call(*tensors)
        except REFUSED:
            return []
    return [_memory(item) in saved for item in tensors]


def _known(qualname: str, function: Callable[..., Any], facts: OpFacts, form: tuple[Any, ...]) -> Known:
    operands = tuple(kind for item in form for kind in _kinds(item))
    numbers = {name: item for name, item in zip(facts.parameters, form, strict=False) if not isinstance(item, str)}
    chosen = facts.with_options(numbers, tuple(kind != NUMBER for kind in operands))

    def call(*tensors: torch.Tensor) -> Any:
        if not elementwise and any(item.dim() == 0 for item in tensors):
            raise Unlike("without dimensions many operators do something else")
        if facts.name in FOLDING and tensors[0].dim() <= MATRIX < tensors[-1].dim():
            raise Unlike("a stack of matrices on the right is copied")
        given = iter(tensors)
        result = function(*(_argument(item, given) for item in form))
        result = result[0] if isinstance(result, (tuple, list)) else result
        _check_kind(chosen.view, tensors, result)
        return result

    elementwise = chosen.numel in ("same", "broadcast")
    shown = ", ".join(str(item) for item in form)
    return Known(f"{qualname}({shown})", call, operands, chosen)


def _check_kind(view: str, tensors: Sequence[torch.Tensor], result: torch.Tensor) -> None:
    """Whether the result is what the facts say it is; for some shapes operators return an argument as it is."""
    if not 0 < result.numel() <= MOST_ELEMENTS:
        raise Unlike("nothing in it to change, or too much")
    itself = any(result is item for item in tensors)
    if itself != (view == "alias"):
        raise Unlike("an argument itself, or a copy where it might be")
    if view in VIEWS and (_memory(result) != _memory(tensors[0]) or _shares_elements(tensors[0])):
        raise Unlike("a copy, or elements that share memory")


def _memory(tensor: torch.Tensor) -> int:
    return tensor.untyped_storage().data_ptr()


def _shares_elements(tensor: torch.Tensor) -> bool:
    return any(stride == 0 and length > 1 for stride, length in zip(tensor.stride(), tensor.shape, strict=True))


def _kinds(item: Any) -> tuple[str, ...]:
    if item == LIST:
        return (FLOAT, FLOAT)
    return (item,) if isinstance(item, str) else (NUMBER,)


def _argument(item: Any, given: Iterator[torch.Tensor]) -> Any:
    if item == LIST:
        return [next(given), next(given)]
    return next(given) if isinstance(item, str) else item


def _resolve(qualname: str) -> Callable[..., Any] | None:
    try:
        found = reduce(getattr, qualname.split(".")[1:], torch)
    except AttributeError:
        return None
    return found if callable(found) else None


def _result(
    function: Callable[..., Any], form: tuple[Any, ...], leaves: Mapping[str, torch.Tensor], in_place: bool
) -> torch.Tensor | None:
    """What torch makes of this form, if it runs forward and back and gives a tensor of a usual dtype."""
    tensors = [leaves[kind] for item in form for kind in _kinds(item) if kind != NUMBER]
    given = iter([item + 0 if in_place and item.is_floating_point() else item for item in tensors])
    try:
        result = function(*(_argument(item, given) for item in form))
        result = _only_differentiable(result)
        if isinstance(result, torch.Tensor) and result.requires_grad:
            torch.autograd.backward(result, torch.ones_like(result))
    except REFUSED:
        return None
    usual = (torch.float32, torch.int64, torch.bool)
    fits = isinstance(result, torch.Tensor) and result.layout is torch.strided and result.dtype in usual
    return result if fits else None
