"""Lint what comes in on standard input, as editors send it."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from detachlint.discovery import Target, excluded
from detachlint.files import Checked, check_data, source_of
from detachlint.settings import SettingsError
from detachlint.source import UnreadableSource
from detachlint.terminal import relative

if TYPE_CHECKING:
    from detachlint.check import Check
    from detachlint.finding import Finding
    from detachlint.fixing import Change

STDIN = "-"


def check_stdin(check: Check) -> int:
    """Lint standard input under the name it is said to have; the exit status.

    :raises SettingsError: when other paths are named as well, or an option needs a file
    """
    request = check.request
    if len(request.paths) > 1:
        raise SettingsError("standard input (-) cannot be linted together with other paths")
    if request.add_noqa:
        raise SettingsError("--add-noqa writes to files, and standard input is none")
    name = request.stdin_filename or STDIN
    path = os.path.abspath(name)
    target = Target(path, check.finder.for_folder(_folder_of(path)))
    data = sys.stdin.buffer.read()
    if target.settings.force_exclude and excluded(path, target.settings):
        return _leave_alone(check, target, data)
    if request.diff or check.settings.fix:
        return _fix(check, target, data)
    return _conclude(check, target, data, check_data(path, data, target), [])


def _leave_alone(check: Check, target: Target, data: bytes) -> int:
    """Nothing is said of an excluded file; editors that ask for the fixed source get it as it came."""
    if not check.settings.fix:
        return _conclude(check, target, data, Checked(target.path), [])
    sys.stdout.buffer.write(data)
    return check.status(False)


def _folder_of(path: str) -> str:
    """The nearest folder that exists: editors lint files that were never saved."""
    folder = os.path.dirname(path)
    while not os.path.isdir(folder) and os.path.dirname(folder) != folder:
        folder = os.path.dirname(folder)
    return folder


def _conclude(check: Check, target: Target, data: bytes, checked: Checked, applied: list[Finding]) -> int:
    own = [finding for finding in checked.findings if finding.place.filename == target.path]
    return check.conclude(relative(own, check.folder), applied, [target], _text(target.path, data))


def _fix(check: Check, target: Target, data: bytes) -> int:
    """Print the fixed source, or the diff; what remains is reported on stderr."""
    from detachlint.fixing import change_of_data, diff
    from detachlint.terminal import wants_color

    change: Change | None = None
    try:
        change = change_of_data(target.path, data, source_of(target.path, data), target.settings)
    except UnreadableSource:
        change = None
    applied = change.fixed.applied if change is not None else []
    if check.request.diff:
        if change is not None and applied:
            color = wants_color(check.settings.color, sys.stdout)
            name = target.path.removeprefix(check.folder + os.sep)
            sys.stdout.write("".join(diff(change, name, color)))
        return check.status(bool(applied))
    new = change.new_data if change is not None else data
    sys.stdout.buffer.write(new)
    sys.stdout.buffer.flush()
    check.to_stderr = True
    return _conclude(check, target, new, check_data(target.path, new, target), applied)


def _text(path: str, data: bytes) -> str:
    try:
        return source_of(path, data).text
    except UnreadableSource:
        return ""
