"""What the interpreter tells the rules, beside the shadow's own events."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from detachlint.interpret.values import Arguments, ClassValue, Instance, IteratorValue, Value
from detachlint.shadow.graph import Node
from detachlint.shadow.path import Path
from detachlint.shadow.tensor import Mark, Tensor
from detachlint.shadow.tri import Tri


@dataclass(frozen=True)
class Happening:
    """Something that the interpreter saw at a place, on a path."""

    site: Any
    path: Path


@dataclass(frozen=True)
class CallMade(Happening):
    """A call of something that is not followed: a function of a package, or a method of a modelled value.

    ``name`` is the qualified name (``torch.tensor``), ``Tensor.detach`` for a tensor's method, ``Module.eval`` for a
    module's, ``?.step`` for a method of something unknown.
    """

    name: str
    receiver: Value
    arguments: Arguments
    result: Value


@dataclass(frozen=True)
class StatementEvaluated(Happening):
    """An expression as a statement; its value is dropped.

    For a call, ``name`` is that of :class:`CallMade` (empty when a function in view was called); for an attribute that
    is only read, ``name`` is ``.attribute`` and ``callee`` its value.
    """

    value: Value
    callee: Value
    name: str
    receiver: Value


@dataclass(frozen=True)
class AttributeRead(Happening):
    """``receiver.name`` was read: of a tensor, or a buffer of a module."""

    receiver: Value
    name: str
    result: Value


@dataclass(frozen=True)
class AttributeSet(Happening):
    """``receiver.name = value``; ``old`` is what was there, None when nothing was."""

    receiver: Value
    name: str
    old: Value
    value: Value


@dataclass(frozen=True)
class ItemSet(Happening):
    """``receiver[key] = value``."""

    receiver: Value
    key: Value
    value: Value


@dataclass(frozen=True)
class NameBound(Happening):
    """A name was given a value; ``loop_target`` is true when the old value came from a running ``for``."""

    name: str
    old: Value
    value: Value
    loop_target: bool
    scope: Any
    in_loop: bool
    bound_before: int
    """When it was bound before, by the machine's count of steps left."""


@dataclass(frozen=True)
class Augmented(Happening):
    """``target op= value``."""

    old: Value
    operand: Value
    result: Value
    outlives_loop: bool
    """Whether the target was there before the innermost running loop began."""


@dataclass(frozen=True)
class Collected(Happening):
    """A value was put into a container (``append``, ``extend``, ``d[k] = v``).

    ``outlives_loop``: the container was there before the loop, and the value is not put over another each time.
    """

    container: Value
    value: Value
    outlives_loop: bool


@dataclass(frozen=True)
class ManagerEntered(Happening):
    """``with value:``."""

    value: Value


@dataclass(frozen=True)
class YieldedUnderNoGrad(Happening):
    """``yield`` inside a ``with torch.no_grad()`` of the same function."""


@dataclass(frozen=True)
class IteratorReused(Happening):
    """A one-shot iterator was consumed again; ``spent`` says where it was consumed before."""

    iterator: IteratorValue
    spent: tuple[Mark, ...]


@dataclass(frozen=True)
class OptimizerBuilt(Happening):
    """An optimizer took its parameters."""

    optimizer: Instance
    parameters: tuple[Value, ...]


@dataclass(frozen=True)
class OptimizerStepped(Happening):
    """``optimizer.step()``; ``optimizer`` may be unknown."""

    optimizer: Value
    parameters: tuple[Tensor, ...]


@dataclass(frozen=True)
class GradientsCleared(Happening):
    """``zero_grad()`` or ``p.grad = None``."""

    owner: Value
    parameters: tuple[Tensor, ...]
    keeps_tensors: bool


@dataclass(frozen=True)
class ClassDefined(Happening):
    """A class statement was run."""

    cls: ClassValue


@dataclass(frozen=True)
class ModuleBuilt(Happening):
    """An instance of a module class in view was made."""

    instance: Instance


@dataclass(frozen=True)
class ModuleCalled(Happening):
    """A module (or a layer) was called, as ``module(...)``."""

    module: Value
    arguments: Arguments
    result: Value
    training: Tri


GradientCount = tuple[Any, int | None, int]
"""Where backward returns, how many values (None: not known), and how many up to the last that is not ``None``."""


@dataclass(frozen=True)
class FunctionClassRun(Happening):
    """An autograd function in view was looked at: its forward and its backward were run on unknown tensors.

    ``inputs`` are what forward was given, ``returned`` what it returned; ``gradients`` what backward was given;
    ``gradient_counts`` are the ``return`` statements of backward;
    ``kept`` the attributes that were set on ``ctx``, ``dirty`` what ``mark_dirty`` was given.
    """

    cls: ClassValue
    inputs: tuple[Value, ...]
    open_ended: bool
    returned: Value
    gradients: tuple[Value, ...]
    gradient_counts: tuple[GradientCount, ...]
    kept: tuple[tuple[str, Value, Any], ...]
    dirty: tuple[Value, ...]
    saved: tuple[Value, ...]


@dataclass(frozen=True)
class FunctionApplied(Happening):
    """``Fn.apply(...)`` of an autograd function in view."""

    cls: ClassValue
    arguments: Arguments
    result: Value


@dataclass(frozen=True)
class LoopBegan(Happening):
    """A loop is about to run its first iteration."""


@dataclass(frozen=True)
class IterationEnded(Happening):
    """An iteration is over; ``index`` counts from 0."""

    index: int


@dataclass(frozen=True)
class LoopEnded(Happening):
    """A loop is over."""


@dataclass(frozen=True)
class EntryEnded(Happening):
    """A top-level run, or the run of a function that nobody in view calls, is over."""

    returned: Value
    is_forward: bool


@dataclass(frozen=True)
class OperatorApplied(Happening):
    """An out-of-place operator was applied; ``node`` is what it added to the graph, None when nothing."""

    name: str
    operands: tuple[Value, ...]
    node: Node | None
    result: Value


@dataclass(frozen=True)
class OverwrittenRead(Happening):
    """A name is read whose tensor a layer that works in place has overwritten since the name was bound."""

    name: str
    tensor: Tensor
    written: Any


@dataclass(frozen=True)
class ItemRead(Happening):
    """``receiver[key]`` of a tensor was read."""

    receiver: Value
    key: Value


@dataclass(frozen=True)
class FunctionCalledDirectly(Happening):
    """An autograd function in view was called without ``apply``."""

    cls: ClassValue


@dataclass(frozen=True)
class HookRun(Happening):
    """A backward hook was looked at by running it on gradients that are not known."""

    gradients: tuple[Value, ...]


@dataclass(frozen=True)
class OutArgument(Happening):
    """``out=target``; ``refused`` when torch raises because an input requires grad."""

    target: Tensor
    inputs: tuple[Tensor, ...]
    refused: bool


@dataclass(frozen=True)
class GaveUp(Happening):
    """A limit was reached in a function; the rest of it was not seen."""

    function: str
    limit: str
