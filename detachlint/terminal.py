"""What is said outside of the report: complaints, counts, progress; and what kind of terminal there is."""

from __future__ import annotations

import os
import shutil
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import IO

from detachlint.finding import Finding, Place, TraceStep
from detachlint.report.text import harmless

SHOWN_AFTER = 1.0
"""Seconds after which a progress bar appears."""
BAR = 30


def complain(message: str) -> None:
    """Say something on stderr, harmlessly."""
    print(harmless(f"detachlint: {message}"), file=sys.stderr)


def wants_color(choice: str, stream: IO[str]) -> bool:
    """Whether to write colours: as asked for, else as the environment says, else to terminals."""
    if choice != "auto":
        return choice == "always"
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR"):
        return True
    return stream.isatty() and os.environ.get("TERM") != "dumb"


def terminal_width(stream: IO[str]) -> int | None:
    """Columns of the terminal that a stream goes to, None when it goes elsewhere."""
    return shutil.get_terminal_size().columns if stream.isatty() else None


def relative(findings: Sequence[Finding], folder: str) -> list[Finding]:
    """Findings under names relative to a folder, where their files are below it."""
    prefix = folder.rstrip(os.sep) + os.sep
    return sorted((_relative(finding, prefix) for finding in findings), key=lambda finding: finding.sort_key)


def _relative(finding: Finding, prefix: str) -> Finding:
    trace = tuple(TraceStep(step.message, _place(step.place, prefix)) for step in finding.trace)
    return replace(finding, place=_place(finding.place, prefix), trace=trace)


def _place(place: Place, prefix: str) -> Place:
    return replace(place, filename=place.filename.removeprefix(prefix))


def summary(findings: Sequence[Finding], fixed: int = 0) -> str:
    """How many findings there are, and how many there were."""
    count = len(findings)
    if fixed:
        return f"Found {_counted(count + fixed)}: {fixed} fixed, {count} remaining."
    return f"Found {_counted(count)}." if count else "All checks passed."


def _counted(count: int) -> str:
    return f"{count} problem{'' if count == 1 else 's'}"


def statistics(findings: Sequence[Finding], output_format: str) -> str:
    """Counts by rule, the most frequent first."""
    counts = Counter((finding.code, finding.name) for finding in findings)
    ordered = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    if output_format in ("json", "json-lines"):
        import json

        records = [{"code": code, "name": name, "count": count} for (code, name), count in ordered]
        return json.dumps(records, indent=2) + "\n"
    size = max((len(str(count)) for count in counts.values()), default=0)
    return "".join(f"{count:>{size}}\t{code}\t{name}\n" for (code, name), count in ordered)


def progress_bar(quiet: bool) -> Callable[[int, int], None] | None:
    """A bar on stderr, where it is a terminal; it shows itself when the work is long."""
    if quiet or not sys.stderr.isatty():
        return None
    started = time.monotonic()

    def show(done: int, total: int) -> None:
        if time.monotonic() - started < SHOWN_AFTER:
            return
        if done == total:
            sys.stderr.write(f"\r{'':{BAR + 30}}\r")
        else:
            bar = ("=" * (BAR * done // total)).ljust(BAR)
            sys.stderr.write(f"\r[{bar}] {done}/{total} files")
        sys.stderr.flush()

    return show
