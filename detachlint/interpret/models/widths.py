"""How many elements a layer makes, as far as its constructor and its input tell."""

from __future__ import annotations

from detachlint.facts import LayerFacts
from detachlint.interpret.shapes import count_of
from detachlint.interpret.values import Instance
from detachlint.shadow.layout import Dimension
from detachlint.shadow.tensor import Count, Tensor

WIDTHS = (
    "out_features",
    "out_channels",
    "embedding_dim",
    "num_features",
    "num_channels",
    "hidden_size",
    "embed_dim",
    "num_parameters",
)
"""Constructor arguments that say how wide a layer's output is."""


def note_output(layer: Instance, facts: LayerFacts, result: Tensor, given: Tensor | None) -> None:
    """Note on a layer's output how many elements it has."""
    named = [name for name in WIDTHS if name in facts.constructor]
    width = _width(layer, named)
    kind = facts.name.rsplit(".", 1)[-1]
    if kind == "Linear" and given is not None and given.layout:
        result.layout = (*given.layout[:-1], Dimension(width))
        result.count = count_of(result.layout)
    elif kind == "Embedding" and given is not None and given.layout is not None:
        result.layout = (*given.layout, Dimension(width))
        result.count = count_of(result.layout)
    elif facts.output_many and result.count is Count.UNKNOWN and facts.has_parameters:
        result.count = Count.MANY if not named or (width or 1) > 1 else Count.UNKNOWN


def parameter_count(layer: Instance, facts: LayerFacts) -> Count:
    """How many elements a layer's parameter has: one for each output, at least."""
    named = [width for width in WIDTHS if width in facts.constructor]
    if not named or (_width(layer, named) or 1) > 1:
        return Count.MANY
    return Count.UNKNOWN


def _width(layer: Instance, named: list[str]) -> int | None:
    options = layer.hidden.get("options", {})
    found = [options.get(name) for name in named]
    return next((width for width in found if type(width) is int), None)
