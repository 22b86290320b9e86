"""Which rules run: layers of selectors, the later over the earlier, the longer over the shorter."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from detachlint.rules import registry


@dataclass(frozen=True)
class Selection:
    """One layer: what a configuration file, or the command line, says."""

    select: tuple[str, ...] | None = None
    """Replaces everything said before; None leaves it."""
    extend_select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    extend_ignore: tuple[str, ...] = ()

    @property
    def selected(self) -> tuple[str, ...]:
        """All selectors that switch rules on."""
        return (*(self.select or ()), *self.extend_select)

    @property
    def ignored(self) -> tuple[str, ...]:
        """All selectors that switch rules off."""
        return (*self.ignore, *self.extend_ignore)


@lru_cache(maxsize=64)
def selected_codes(layers: tuple[Selection, ...]) -> frozenset[str]:
    """Codes of the rules to run.

    A file that cannot be read is always reported unless that is ignored outright: a selection must not make it
    pass as clean.
    """
    codes = set() if any(layer.select is not None for layer in layers) else registry.default_codes()
    for layer in layers:
        if layer.select is not None:
            codes = set()
        codes = _apply(codes, layer)
    if not any(covers(selector, registry.UNREADABLE_FILE) for layer in layers for selector in layer.ignored):
        codes.add(registry.UNREADABLE_FILE)
    return frozenset(codes)


def _apply(codes: set[str], layer: Selection) -> set[str]:
    """The more specific selector wins; of two as specific, the one that ignores."""
    steps = [(specificity(selector), 0, selector) for selector in layer.selected]
    steps += [(specificity(selector), 1, selector) for selector in layer.ignored]
    for _, ignores, selector in sorted(steps):
        found = registry.matches(selector)
        codes = codes - set(found) if ignores else codes | set(found)
    return codes


def specificity(selector: str) -> int:
    """How narrowly a selector selects."""
    return 0 if selector == registry.ALL else len(selector)


def covers(selector: str, code: str) -> bool:
    """Whether a selector stands for a code."""
    return selector == registry.ALL or (bool(selector) and code.startswith(selector))


def covers_any(selectors: Iterable[str], code: str) -> bool:
    """Whether one of several selectors stands for a code."""
    return any(covers(selector, code) for selector in selectors)


def unknown_selector(selectors: Sequence[str]) -> str | None:
    """The first selector that stands for no rule."""
    return next((selector for selector in selectors if not registry.matches(selector)), None)
