"""Can a file matter at all? A scan of its text before any parser is started."""

from __future__ import annotations

import re

TORCH = ("torch", "lightning", "accelerate", "fabric")
"""Words one of which is in any file that uses torch itself, or a library that runs it."""
TRAINS = re.compile(r"\.backward\(|\boptim\b|\bautograd\b|\.step\(|training_step|\bTrainer\b|zero_grad")
"""What a file holds if its imports are followed: what it trains may be defined elsewhere."""


def can_matter(text: str, *, follows_imports: bool = False) -> bool:
    """Whether a rule could report anything in a text.

    With ``follows_imports``, torch may also come in through another file of the project.
    """
    if any(word in text for word in TORCH):
        return True
    return follows_imports and "import" in text and TRAINS.search(text) is not None
