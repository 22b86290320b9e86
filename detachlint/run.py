"""Many files: what the cache knows, what worker processes find out, and how far it is."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from detachlint.cache import DEFAULT_NAME, Cache, cache_key

if TYPE_CHECKING:
    from detachlint.discovery import Target
    from detachlint.files import Checked
    from detachlint.finding import Finding
    from detachlint.settings import Settings

SMALL = 40_000
"""Bytes that are linted sooner than worker processes are started."""
Progress = Callable[[int, int], None]


@dataclass
class Outcome:
    """What a run over many files found, in a fixed order whatever order they were linted in."""

    findings: list[Finding] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    cached: int = 0
    linted: int = 0
    seconds: dict[str, float] = field(default_factory=dict)
    slowest: list[tuple[float, str]] = field(default_factory=list)

    def told(self, whole: float) -> list[str]:
        """Where the time went, in sentences."""
        lines = [f"{self.cached} files known from before, {self.linted} linted, {whole:.2f} s in all"]
        lines += [f"{seconds:.2f} s {what}" for what, seconds in self.seconds.items()]
        lines += [f"{seconds:.2f} s on {path}" for seconds, path in sorted(self.slowest, reverse=True)[:5]]
        return lines


class Caches:
    """The caches of a run: one for each set of settings that files are linted under."""

    def __init__(self, enabled: bool) -> None:
        self._enabled = enabled
        self._of: dict[int, Cache] = {}

    def of(self, settings: Settings) -> Cache | None:
        """The cache for files under some settings."""
        if not self._enabled or settings.no_cache:
            return None
        if id(settings) not in self._of:
            folder = settings.cache_dir or os.path.join(settings.root or os.getcwd(), DEFAULT_NAME)
            self._of[id(settings)] = Cache(folder, cache_key(settings))
        return self._of[id(settings)]

    def save(self) -> None:
        """Write them all."""
        for cache in self._of.values():
            cache.save()


def run(targets: list[Target], jobs: int = 0, *, cache: bool = True, progress: Progress | None = None) -> Outcome:
    """Lint files, in as many processes as it pays."""
    outcome = Outcome()
    caches = Caches(cache)
    started = time.perf_counter()
    found, missing = _look_up(targets, caches)
    outcome.cached = len(targets) - len(missing)
    outcome.seconds["looking up what is known"] = time.perf_counter() - started
    if missing:
        started = time.perf_counter()
        for target, checked in check_all(missing, jobs, progress):
            _take(checked, caches.of(target.settings), found, outcome)
        outcome.seconds["linting"] = time.perf_counter() - started
        started = time.perf_counter()
        caches.save()
        outcome.seconds["saving what was found"] = time.perf_counter() - started
    outcome.findings = collected(found, {target.path for target in targets})
    return outcome


def _look_up(targets: list[Target], caches: Caches) -> tuple[list[Finding], list[Target]]:
    """Findings that are known from before, and the files of which nothing is known."""
    found: list[Finding] = []
    missing = []
    for target in targets:
        store = caches.of(target.settings)
        known = store.find(target.path) if store is not None else None
        if known is None:
            missing.append(target)
        else:
            found += known
    return found, missing


def _take(checked: Checked, store: Cache | None, found: list[Finding], outcome: Outcome) -> None:
    outcome.linted += 1
    if checked.vanished:
        outcome.warnings.append(f"{checked.path}: vanished while the program ran")
        return
    found += checked.findings
    outcome.slowest.append((checked.seconds, checked.path))
    if store is not None:
        store.add(checked)


def collected(found: Iterable[Finding], linted: set[str]) -> list[Finding]:
    """Findings in the files of a run, each once though several files led to it, in order."""
    unique = {(finding.code, finding.place): finding for finding in found if finding.place.filename in linted}
    return sorted(unique.values(), key=lambda finding: (*finding.sort_key, finding.message))


def check_all(targets: list[Target], jobs: int, progress: Progress | None = None) -> Iterator[tuple[Target, Checked]]:
    """Lint files, the largest first, in worker processes when there is work for them."""
    from detachlint.files import forget_files
    from detachlint.pool import default_jobs

    forget_files()
    sizes = {target.path: _size(target.path) for target in targets}
    ordered = sorted(targets, key=lambda target: (-sizes[target.path], target.path))
    if len(ordered) == 1 or sum(sizes.values()) < SMALL:
        results = _here(ordered)
    else:
        results = _in_workers(ordered, jobs or default_jobs())
    for done, result in enumerate(results, start=1):
        if progress is not None:
            progress(done, len(ordered))
        yield result


def _here(targets: list[Target]) -> Iterator[tuple[Target, Checked]]:
    from detachlint.files import check_file

    for target in targets:
        yield target, check_file(target)


def _in_workers(targets: list[Target], jobs: int) -> Iterator[tuple[Target, Checked]]:
    from detachlint.files import Checked, check_file
    from detachlint.lint import gave_up, warm_up
    from detachlint.pool import Lost, Pool

    warm_up()
    for target, result in Pool(check_file, jobs).run(targets):
        if isinstance(result, Lost):
            finding = gave_up(f"the file was not analysed: {result.reason}", target.path)
            result = Checked(target.path, [finding] if finding.code in target.settings.codes() else [])
        yield target, result


def _size(path: str) -> int:
    try:
        return os.path.getsize(path)
    except OSError:
        return 0
