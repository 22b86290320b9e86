"""``--fix``, ``--diff`` and ``--show-fixes`` over files."""

from __future__ import annotations

import difflib
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from detachlint.discovery import Target
from detachlint.files import ProjectReader, source_of
from detachlint.finding import Finding
from detachlint.fixes import Fixed, fix_text
from detachlint.lint import lint_text
from detachlint.notebook import code_cells
from detachlint.report.text import harmless
from detachlint.settings import Settings
from detachlint.source import Source, UnreadableSource, split_lines
from detachlint.terminal import complain, wants_color
from detachlint.writing import NotWritten, replace_file

if TYPE_CHECKING:
    from detachlint.check import Check


@dataclass(frozen=True)
class Change:
    """A file before and after its fixes."""

    path: str
    data: bytes
    source: Source
    fixed: Fixed

    @property
    def new_data(self) -> bytes:
        """The bytes to write."""
        return self.source.encode(self.fixed.text)


def changes(targets: Iterable[Target], findings: Sequence[Finding]) -> Iterator[Change]:
    """The files that have fixes to apply; what is known of them only says where to look."""
    fixable = {finding.place.filename for finding in findings if finding.fix is not None and finding.fix.edits}
    for target in targets:
        if target.path in fixable:
            change = change_of(target)
            if change is not None and change.fixed.applied:
                yield change


def change_of(target: Target) -> Change | None:
    """Fix a file's text as it is on disk now; None when it cannot be read, or written back to the byte."""
    try:
        with open(target.path, "rb") as file:
            data = file.read()
        source = source_of(target.path, data)
    except (OSError, UnreadableSource):
        return None
    return change_of_data(target.path, data, source, target.settings)


def change_of_data(path: str, data: bytes, source: Source, settings: Settings) -> Change | None:
    """Fix a text that was read already."""
    if source.encode(source.text) != data:
        return None

    def lint(text: str) -> list[Finding]:
        return lint_text(text, path, settings, ProjectReader(path, text).project)

    fixed = fix_text(source.text, path, settings, lint, unsafe=settings.unsafe_fixes)
    try:
        source.encode(fixed.text)
    except UnicodeEncodeError:
        return None
    return Change(path, data, source, fixed)


def fix_files(check: Check, targets: list[Target], findings: list[Finding]) -> list[Finding]:
    """Apply fixes and write the files; the findings that were fixed."""
    applied: list[Finding] = []
    done: list[Change] = []
    for change in changes(targets, findings):
        try:
            replace_file(change.path, change.data, change.new_data)
        except NotWritten as error:
            complain(f"error: {error}")
            check.failed = True
            continue
        applied += change.fixed.applied
        done.append(change)
    if check.settings.show_fixes and done:
        sys.stderr.write(fixes_shown(done, check.folder))
    return applied


def fixes_shown(done: Sequence[Change], folder: str) -> str:
    """Which fixes were applied, by file and rule."""
    lines = []
    for change in done:
        lines.append(f"{harmless(_shown(change.path, folder))}:")
        counts = Counter((finding.code, finding.name) for finding in change.fixed.applied)
        lines += [f"  {count} × {code} ({name})" for (code, name), count in sorted(counts.items())]
    return "".join(f"{line}\n" for line in ["Fixed:", *lines])


def show_diff(check: Check, targets: list[Target], findings: list[Finding]) -> bool:
    """Print what ``--fix`` would change; whether it would change anything."""
    color = wants_color(check.settings.color, sys.stdout)
    count = 0
    for change in changes(targets, findings):
        sys.stdout.write("".join(diff(change, _shown(change.path, check.folder), color)))
        count += len(change.fixed.applied)
    if not check.settings.quiet:
        print(f"Would fix {count} problem{'' if count == 1 else 's'}.", file=sys.stderr)
    return count > 0


def _shown(path: str, folder: str) -> str:
    return path.removeprefix(folder.rstrip("/") + "/")


def diff(change: Change, name: str, color: bool) -> Iterator[str]:
    """A unified diff of a file, or of each changed cell of a notebook."""
    if not change.path.endswith(".ipynb"):
        yield from _diff(change.source.text, change.fixed.text, name, color)
        return
    for before, after in zip(code_cells(change.source.text), code_cells(change.fixed.text), strict=True):
        yield from _diff(before.source, after.source, f"{name}:cell {before.number}", color)


def _diff(before: str, after: str, name: str, color: bool) -> Iterator[str]:
    lines = difflib.unified_diff(split_lines(before), split_lines(after), name, name)
    for line in lines:
        ended = line if line.endswith(("\n", "\r")) else f"{line}\n\\ No newline at end of file\n"
        yield _painted(ended, line) if color else ended


def _painted(text: str, line: str) -> str:
    codes = {"+": "\033[32m", "-": "\033[31m", "@": "\033[36m"}
    code = codes.get(line[:1]) if not line.startswith(("+++", "---")) else "\033[1m"
    if code is None:
        return text
    body = text.rstrip("\r\n")
    return f"{code}{body}\033[0m{text[len(body) :]}"
