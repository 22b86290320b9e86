"""A file of what was reported before: findings in it are matched by content, so that moved lines stay matched."""

from __future__ import annotations

import json
import os
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from detachlint.finding import Finding
from detachlint.report.fingerprints import fingerprints
from detachlint.report.lines import Lines
from detachlint.settings import SettingsError

FORMAT = 1


@dataclass(frozen=True)
class Entry:
    """A finding of before."""

    code: str
    filename: str
    """Relative to the folder of the baseline, wherever the program is started."""
    fingerprint: str
    """Of its rule and line; equal ones in a file are told apart by their order."""
    message: str


Left = dict[tuple[str, str], Entry]
"""Entries that are not matched yet, by file and fingerprint."""


def entries_of(path: str, findings: Sequence[Finding], lines: Lines) -> list[tuple[Finding, Entry]]:
    """Findings, each with its entry in a baseline at a path."""
    by_file: dict[str, list[Finding]] = defaultdict(list)
    for finding in findings:
        by_file[finding.place.filename].append(finding)
    found = []
    for filename, group in by_file.items():
        name = name_in(path, filename)
        for finding, key in zip(group, fingerprints(group, lines, with_file=False), strict=True):
            found.append((finding, Entry(finding.code, name, key, finding.message)))
    return found


def name_in(path: str, filename: str) -> str:
    """A file's name in a baseline at a path."""
    return os.path.relpath(filename, folder_of(path)).replace(os.sep, "/")


def folder_of(path: str) -> str:
    """The folder that names in a baseline start from."""
    return os.path.dirname(os.path.abspath(path))


def write(path: str, findings: Sequence[Finding], lines: Lines) -> int:
    """Keep findings in a file; how many there are.

    :raises SettingsError: when it cannot be written
    """
    entries = [entry for _, entry in entries_of(path, findings, lines)]
    document = {"format": FORMAT, "findings": [vars(entry) for entry in entries]}
    try:
        with open(path, "w", encoding="utf-8", newline="\n") as file:
            file.write(json.dumps(document, indent=2) + "\n")
    except OSError as error:
        raise SettingsError(f"{path}: {error.strerror}") from None
    return len(entries)


def read(path: str) -> list[Entry]:
    """The findings in a file.

    :raises SettingsError: when it cannot be read, or is no baseline
    """
    try:
        with open(path, encoding="utf-8") as file:
            document = json.load(file)
    except OSError as error:
        raise SettingsError(f"baseline {path}: {error.strerror}") from None
    except (ValueError, RecursionError) as error:
        raise SettingsError(f"baseline {path}: not JSON: {error}") from None
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise SettingsError(f"baseline {path}: not a baseline of this version; write it anew with --write-baseline")
    return [_entry(record, path) for record in document.get("findings", [])]


def _entry(record: Any, path: str) -> Entry:
    fields = ("code", "filename", "fingerprint", "message")
    if not isinstance(record, dict) or not all(isinstance(record.get(name), str) for name in fields):
        raise SettingsError(f"baseline {path}: an entry is not as --write-baseline writes it")
    return Entry(*(record[name] for name in fields))


def apply(
    path: str, findings: Sequence[Finding], lines: Lines, linted: Sequence[str]
) -> tuple[list[Finding], list[str]]:
    """Findings that are not in a baseline, and notes about renamed files and entries that are gone.

    :raises SettingsError: when the baseline cannot be read
    """
    left: Left = {(entry.filename, entry.fingerprint): entry for entry in read(path)}
    new = [
        (finding, entry)
        for finding, entry in entries_of(path, findings, lines)
        if left.pop((entry.filename, entry.fingerprint), None) is None
    ]
    kept, notes = _renamed(new, left, folder_of(path))
    notes += _stale(left, {name_in(path, name) for name in linted}, path)
    return sorted(kept, key=lambda finding: finding.sort_key), notes


def _renamed(new: Sequence[tuple[Finding, Entry]], left: Left, folder: str) -> tuple[list[Finding], list[str]]:
    """Match what is new against entries whose file is gone: the file was renamed."""
    gone: dict[str, list[Entry]] = defaultdict(list)
    for entry in left.values():
        if not os.path.exists(os.path.join(folder, entry.filename)):
            gone[entry.fingerprint].append(entry)
    kept = []
    moves: dict[str, str] = {}
    for finding, entry in new:
        if not gone[entry.fingerprint]:
            kept.append(finding)
            continue
        old = gone[entry.fingerprint].pop()
        del left[old.filename, old.fingerprint]
        moves[entry.filename] = old.filename
    return kept, [f"baseline: {old} was renamed to {name}" for name, old in sorted(moves.items())]


def _stale(left: Left, linted: set[str], path: str) -> list[str]:
    """Entries that nothing reports any more, in files that were linted or are gone."""
    folder = folder_of(path)
    stale = [
        entry
        for entry in left.values()
        if entry.filename in linted or not os.path.exists(os.path.join(folder, entry.filename))
    ]
    if not stale:
        return []
    notes = [f"baseline: {entry.filename}: {entry.code} is no longer reported" for entry in stale]
    return [*notes, f"baseline: {len(stale)} stale entries in {path}; --write-baseline drops them"]
