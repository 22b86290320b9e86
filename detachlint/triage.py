"""Can a file matter at all? A scan of its text before any parser is started."""

from __future__ import annotations

import re

TORCH = ("torch", "lightning", "accelerate", "fabric")
"""Words one of which is in any file that uses torch itself, or a library that calls it."""
SIGNS = (
    "backward",
    "detach",
    "grad",
    ".data",
    "step",
    "clone",
    "numpy",
    ".item",
    "forward",
    "Parameter",
    "parameters",
    "state_dict",
    "copy",
    "tensor",
    "loss",
    "model",
)
"""Words one of which is in any file that a rule reports in where torch comes through another file of the project."""
IMPORT = re.compile(r"^[ \t]*(?:from|import)\s", re.MULTILINE)


def can_matter(text: str, *, follows_imports: bool = False) -> bool:
    """Whether a rule could report anything in a text.

    With ``follows_imports``, torch may also come in through another file of the project.
    """
    if any(word in text for word in TORCH):
        return True
    return follows_imports and any(word in text for word in SIGNS) and IMPORT.search(text) is not None
