"""The facts of one layer of ``torch.nn``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from detachlint.facts.op_facts import OpFacts
from detachlint.shadow.tri import Tri


@dataclass(frozen=True, slots=True)
class LayerFacts:
    """What a layer has, and what calling it does."""

    name: str
    """Its qualified name."""
    call: OpFacts
    """A call as an operator on the inputs, followed by the parameters; the constructor's keywords and ``training`` are
    its options, as in ``call.with_options({"inplace": True, "training": False})``. More than four parameters stand
    together, as one argument named ``parameters``."""
    parameters: tuple[str, ...]
    """Names of its own parameters."""
    children: tuple[str, ...]
    """Names of its submodules."""
    buffers: tuple[str, ...]
    buffers_written_in_training: tuple[str, ...]
    """Names of buffers whose content a call in training mode changes."""
    buffers_counted: tuple[str, ...]
    """Those of them whose version counter moves: what saved one of the others is changed without notice."""
    constructor: tuple[str, ...]
    """Names of the constructor's positional arguments."""
    eval_is_identity: bool
    """Whether it computes something in training, and in eval returns the very tensor it is given."""
    outputs: str
    """The structure of its result: ``tensor``, ``(tensor, (tensor, tensor))``."""
    output_many: bool
    """Whether an ordinary input gives a result of more than one element."""
    output_requires_grad: bool
    """Whether the result requires grad though the inputs do not."""
    functional: str | None
    """The function it is, by qualified name."""
    functional_arguments: tuple[str, ...]
    """What it passes to it, by position or ``name=what``: ``input 0``, a parameter, a buffer; ``-``: other."""

    @property
    def has_parameters(self) -> bool:
        """Whether it has any, its submodules' included."""
        return self.output_requires_grad or bool(self.parameters)

    @property
    def inplace_argument(self) -> bool:
        """Whether its constructor takes ``inplace``."""
        return "inplace" in self.constructor

    @property
    def inplace_position(self) -> int | None:
        """Where, when given by position."""
        return self.constructor.index("inplace") if self.inplace_argument else None

    @property
    def reduces(self) -> bool:
        """Whether its constructor takes ``reduction``: the result has one element unless that is ``none``."""
        return "reduction" in self.constructor

    @property
    def output_view(self) -> str:
        """Like ``OpFacts.view``, empty for ``no``."""
        return "" if self.call.view == "no" else self.call.view

    @property
    def saves_input(self) -> Tri:
        """Whether it saves its input when all that can requires grad."""
        return self._all_requiring(first=Tri.YES)[0]

    @property
    def saves_constant_input(self) -> Tri:
        """Whether it saves its input when only its parameters require grad."""
        return self._all_requiring(first=Tri.NO)[0]

    @property
    def saves_output(self) -> Tri:
        """Whether it saves its result when all that can requires grad."""
        return self.call.saves_output(*self._signature(Tri.YES))

    def _all_requiring(self, first: Tri) -> tuple[Tri, ...]:
        return self.call.saved_inputs(*self._signature(first))

    def _signature(self, first: Tri) -> tuple[tuple[Tri, ...], tuple[bool, ...]]:
        size = len(self.call.parameters)
        return (first, *(Tri.YES,) * (size - 1)), (True,) * size


def layer_from_stored(name: str, call: OpFacts, stored: Mapping[str, Any]) -> LayerFacts:
    """Facts from their stored form."""
    return LayerFacts(
        name=name,
        call=call,
        parameters=tuple(stored["parameters"]),
        children=tuple(stored["children"]),
        buffers=tuple(stored["buffers"]),
        buffers_written_in_training=tuple(stored["buffers_written_in_training"]),
        buffers_counted=tuple(stored["buffers_counted"]),
        constructor=tuple(stored["constructor"]),
        eval_is_identity=stored["eval_is_identity"],
        outputs=stored["outputs"],
        output_many=stored["output_many"],
        output_requires_grad=stored["output_requires_grad"],
        functional=stored["functional"],
        functional_arguments=tuple(stored["functional_arguments"]),
    )
