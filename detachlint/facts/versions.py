"""Which release of torch is asked about."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache

from detachlint.facts.stored import DATA, OPERATORS, load

PREFIX = "torch-"
_chosen: ContextVar[str | None] = ContextVar("torch_version", default=None)


@contextmanager
def torch_version(wanted: str | None) -> Iterator[None]:
    """Within it, facts are those of this release, as in ``2.2``; None is the newest that was measured."""
    token = _chosen.set(measured_release(wanted))
    try:
        yield
    finally:
        _chosen.reset(token)


def chosen_release() -> str | None:
    """The measured release whose differences count now; None for the newest."""
    return _chosen.get()


@cache
def releases() -> tuple[str, ...]:
    """The releases that were measured, oldest first."""
    older = [path.stem.removeprefix(PREFIX) for path in DATA.glob(f"{PREFIX}*.json")]
    return tuple(sorted([*older, load(OPERATORS)["torch"]], key=_numbers))


def measured_release(wanted: str | None) -> str | None:
    """The newest measured release that is not newer than this one, or else the oldest; None for the newest of all."""
    if wanted is None:
        return None
    known = releases()
    not_newer = [release for release in known if _numbers(release)[:2] <= _numbers(wanted)[:2]]
    found = not_newer[-1] if not_newer else known[0]
    return None if found == load(OPERATORS)["torch"] else found


def _numbers(release: str) -> tuple[int, ...]:
    parts = release.split("+")[0].split(".")
    return tuple(int(part) for part in parts if part.isdigit())
