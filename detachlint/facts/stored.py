"""How measured facts are stored and found again. Loaded when they are first asked for."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

DATA = Path(__file__).with_name("data")
OPERATORS = "operators.json"
LAYERS = "layers.json"
LIBRARIES = "libraries.json"
COVERAGE = "coverage.json"
ANY, PATTERN = "any", "pattern"
"""What a tree may ask beside the options: whether any is given, and which arguments are tensors."""
DEFAULTS: dict[str, Any] = {
    "view": "no",
    "view_of": 0,
    "grad": "yes",
    "dtype": "same",
    "numel": "same",
    "outputs": 1,
    "writes": [],
    "also_writes": [],
    "quiet_writes": [],
    "refuses_grad": [],
    "backward": None,
    "spread": None,
}
"""What a stored leaf leaves out. Besides these a leaf has ``patterns``.

Where facts depend on an option, they are a tree: ``{"if": "dim", "given": facts, "absent": facts}``.
``training=False`` depends on the value as well, ``any`` on there being any option, ``pattern=T`` on which arguments
are tensors; ``plain`` is then the branch of the everyday call.

A pattern has one sign a position: ``T`` a tensor, ``-`` none, so ``T-T`` is ``where(mask, 1.0, x)``. Under it stands
a row for each choice of which of its tensors require grad (``10``: the first): three groups of digits, ``0`` no,
``1`` not known, ``2`` yes: which of its tensors are saved, then whether anything is and whether the result requires
grad, then which of the results are saved.
"""


def stripped(tree: dict[str, Any]) -> dict[str, Any]:
    """A tree without what its leaves have in common with the defaults."""
    if "if" in tree:
        return {**tree, "given": stripped(tree["given"]), "absent": stripped(tree["absent"])}
    return {key: value for key, value in tree.items() if key not in DEFAULTS or value != DEFAULTS[key]}


def field(leaf: Mapping[str, Any], name: str) -> Any:
    """A field of a stored leaf."""
    return leaf.get(name, DEFAULTS[name])


@cache
def load(name: str) -> Any:
    """One of the data files."""
    return json.loads((DATA / name).read_text(encoding="utf-8"))
