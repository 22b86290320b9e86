"""The facts of optimizers, of functions that write what they are given, and of functions that make tensors."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from detachlint.facts.wrapper_facts import CheckpointFacts, ReparametrizationFacts, SourceFacts, TransformFacts


@dataclass(frozen=True, slots=True)
class OptimizerFacts:
    """What an optimizer of ``torch.optim`` does."""

    name: str
    constructor: tuple[str, ...]
    """Names of the constructor's arguments."""
    needs_closure: bool
    """Whether ``step()`` without a closure raises."""
    closure_has_grad: bool
    """Whether the closure runs with grad mode on, whatever it was outside."""
    closure_runs_again: bool
    """Whether one step may run the closure several times, the parameters moved in between."""
    counter_moves: bool
    """Whether ``step`` moves the parameters' version counters, so that a graph that saved them raises."""
    counter_moves_foreach: bool | None
    """The same with ``foreach=True``; None where there is no such option."""
    skips_without_grad: bool
    """Whether a parameter whose ``.grad`` is None stays as it is."""
    moves_on_zero_grad: bool
    """Whether a parameter goes on moving when its ``.grad`` is zero but not None."""
    moving_options: tuple[str, ...]
    """Options that make it go on moving."""
    changes_gradients: bool
    """Whether ``step`` writes to ``.grad``."""
    zero_grad_sets_to_none: bool
    """Whether ``zero_grad()`` leaves None."""
    refuses_non_leaf: bool
    refuses_empty: bool
    refuses_tensor: bool
    """Whether it refuses one tensor in place of an iterable of them."""
    refuses_integers: bool
    accepts_frozen: bool
    """Whether it takes tensors that do not require grad without a word."""
    state: tuple[str, ...]
    """Names of what it keeps for each parameter."""


@dataclass(frozen=True, slots=True)
class WriterFacts:
    """A function that writes what it is given."""

    name: str
    argument: int
    """Position of what it writes: a tensor, or an iterable of them."""
    writes: str
    """What of it: ``argument`` the content, ``grad`` the content of its ``.grad``, ``data`` gives it other memory."""
    allowed_on_leaf: bool
    """Whether it may write a leaf that requires grad, with grad mode on."""
    counter_moves: bool
    """Whether the version counter of what is written moves."""
    returns_it: bool
    """Whether it returns the very argument."""


@dataclass(frozen=True, slots=True)
class FactoryFacts:
    """A function that makes a tensor."""

    name: str
    dtype: str
    """``float``, ``int``, ``bool``; ``like`` the tensor it is given; ``arguments``: see ``dtype_of``."""
    size: str
    """What decides the number of elements: its ``sizes``, its ``content``, the tensor it is ``like``, its other
    ``arguments``; or it is ``one``."""
    requires_grad: bool
    """Whether the result requires grad when nothing is said."""
    takes_requires_grad: bool
    takes_dtype: bool
    keeps_graph: bool
    """Whether a gradient goes from the result to a tensor it is given."""
    of_tensor: str
    """What a tensor given to it becomes: ``itself``, a tensor on its ``memory``, a ``copy``; or it is ``refused``."""
    of_array: str
    """The same of a NumPy array, where the dtype allows."""

    def dtype_of(self, contents: Iterable[str]) -> str:
        """The class of the result, from the classes of the numbers that it is given: ``float``, ``int``, ``bool``."""
        kinds = set(contents)
        if self.dtype not in ("arguments", "like"):
            return self.dtype
        return next((kind for kind in ("unknown", "complex", "float", "int", "bool") if kind in kinds), "unknown")


Facts = TypeVar(
    "Facts",
    OptimizerFacts,
    WriterFacts,
    FactoryFacts,
    TransformFacts,
    CheckpointFacts,
    ReparametrizationFacts,
    SourceFacts,
)


def from_stored(kind: type[Facts], name: str, stored: Mapping[str, Any] | None) -> Facts | None:
    """Facts from their stored form, which has the same names."""
    if stored is None:
        return None
    fields: dict[str, Any] = {key: tuple(item) if isinstance(item, list) else item for key, item in stored.items()}
    return kind(name=name, **fields)
