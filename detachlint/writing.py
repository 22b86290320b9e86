"""Replaces a file as a whole or not at all, keeping its permissions, and never over somebody else's change."""

from __future__ import annotations

import os
import stat
import tempfile


class NotWritten(Exception):
    """The file was left as it was, and why."""


def replace_file(path: str, old: bytes, new: bytes) -> None:
    """Put new bytes in place of old ones; a link stays a link.

    :raises NotWritten: when the file is no longer what was read, or cannot be written
    """
    real = os.path.realpath(path)
    try:
        with open(real, "rb") as file:
            if file.read() != old:
                raise NotWritten(f"{path}: changed on disk since it was read, and was left alone")
        state = os.stat(real)
        if not os.access(real, os.W_OK, effective_ids=os.access in os.supports_effective_ids):
            raise NotWritten(f"{path}: cannot be written, and was left alone")
        _replace(real, new, state)
    except OSError as error:
        raise NotWritten(f"{path}: {error.strerror}, and was left alone") from None


def _replace(path: str, data: bytes, state: os.stat_result) -> None:
    handle, temporary = tempfile.mkstemp(dir=os.path.dirname(path), prefix=".detachlint-", suffix=".tmp")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        os.chmod(temporary, stat.S_IMODE(state.st_mode))
        if hasattr(os, "chown") and (state.st_uid, state.st_gid) != (os.geteuid(), os.getegid()):
            _give(temporary, state)
        os.replace(temporary, path)
    except OSError:
        os.unlink(temporary)
        raise


def _give(path: str, state: os.stat_result) -> None:
    """Keep the owner where that is allowed."""
    try:
        os.chown(path, state.st_uid, state.st_gid)
    except PermissionError:
        return
    os.chmod(path, stat.S_IMODE(state.st_mode))
