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
    fingerprint: str
    """Of its rule and line; equal ones in a file are told apart by their order."""
    message: str


def entries_of(findings: Sequence[Finding], lines: Lines) -> list[Entry]:
    """Findings as entries of a baseline."""
    by_file: dict[str, list[Finding]] = defaultdict(list)
    for finding in findings:
        by_file[finding.place.filename.replace(os.sep, "/")].append(finding)
    found = []
    for filename, group in by_file.items():
        keys = fingerprints(group, lines, with_file=False)
        found += [Entry(item.code, filename, key, item.message) for item, key in zip(group, keys, strict=True)]
    return found


def write(path: str, findings: Sequence[Finding], lines: Lines) -> int:
    """Keep findings in a file; how many there are.

    :raises SettingsError: when it cannot be written
    """
    entries = entries_of(findings, lines)
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


def apply(path: str, findings: Sequence[Finding], lines: Lines, linted: set[str]) -> tuple[list[Finding], list[str]]:
    """Findings that are not in a baseline, and notes about renamed files and entries that are gone.

    :raises SettingsError: when the baseline cannot be read
    """
    left: dict[tuple[str, str], Entry] = {(entry.filename, entry.fingerprint): entry for entry in read(path)}
    new: list[tuple[Finding, Entry]] = []
    for finding, entry in zip(_in_entry_order(findings), entries_of(findings, lines), strict=True):
        if left.pop((entry.filename, entry.fingerprint), None) is None:
            new.append((finding, entry))
    kept, notes = _renamed(new, left)
    notes += _stale(left.values(), linted, path)
    return sorted(kept, key=lambda finding: finding.sort_key), notes


def _in_entry_order(findings: Sequence[Finding]) -> list[Finding]:
    by_file: dict[str, list[Finding]] = defaultdict(list)
    for finding in findings:
        by_file[finding.place.filename].append(finding)
    return [finding for group in by_file.values() for finding in group]


def _renamed(
    new: Sequence[tuple[Finding, Entry]], left: dict[tuple[str, str], Entry]
) -> tuple[list[Finding], list[str]]:
    """Match what is new against entries whose file is gone: the file was renamed."""
    gone: dict[str, list[Entry]] = defaultdict(list)
    for entry in left.values():
        if not os.path.exists(entry.filename):
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


def _stale(entries: Any, linted: set[str], path: str) -> list[str]:
    """Entries that nothing reports any more, in files that were linted or are gone."""
    stale = [entry for entry in entries if entry.filename in linted or not os.path.exists(entry.filename)]
    if not stale:
        return []
    notes = [f"baseline: {entry.filename}: {entry.code} is no longer reported" for entry in stale]
    return [*notes, f"baseline: {len(stale)} stale entries in {path}; --write-baseline drops them"]
