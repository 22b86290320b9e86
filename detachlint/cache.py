"""Results of earlier runs, in one JSON file for each way of linting. Nothing in it is ever executed."""

from __future__ import annotations

import json
import os
import sys
from typing import TYPE_CHECKING, Any

from detachlint import __version__

if TYPE_CHECKING:
    from detachlint.files import Checked
    from detachlint.finding import Finding
    from detachlint.settings import Settings

DEFAULT_NAME = ".detachlint_cache"
FORMAT = 1
TAG = "Signature: 8a477f597d28d172789f06886806bc55\n"


class Cache:
    """What is known of files under one key. A cache that cannot be read or written is as good as none."""

    def __init__(self, folder: str, key: str) -> None:
        self._folder = folder
        self._path = os.path.join(folder, f"{key}.json")
        self._paths: list[str] = []
        self._files: dict[str, Any] = {}
        self._digests: dict[str, str | None] = {}
        self._folders: dict[str, frozenset[str]] = {}
        self._new: dict[str, Checked] = {}
        self._seen: set[str] = set()
        self._load()

    def _load(self) -> None:
        if not owned(self._folder):
            return
        try:
            with open(self._path, "rb") as file:
                document = json.loads(file.read())
        except (OSError, ValueError, RecursionError):
            return
        if not isinstance(document, dict) or document.get("format") != FORMAT:
            return
        paths, files = document.get("paths"), document.get("files")
        if isinstance(paths, list) and all(isinstance(path, str) for path in paths) and isinstance(files, dict):
            self._paths, self._files = paths, files

    def find(self, path: str) -> list[Finding] | None:
        """The findings in a file if neither it nor anything it imports has changed since."""
        self._seen.add(path)
        entry = self._files.get(path)
        if not isinstance(entry, list) or len(entry) != 3 or entry[0] != self._digest(path) or entry[0] is None:
            return None
        if not self._unchanged(entry[2]):
            return None
        if not entry[1]:
            return []
        from detachlint.record import unpack

        try:
            return [unpack(values) for values in entry[1]]
        except (ValueError, TypeError):
            return None

    def _unchanged(self, reads: Any) -> bool:
        if not isinstance(reads, list):
            return False
        for read in reads:
            if not (isinstance(read, list) and len(read) == 2 and isinstance(read[0], int)):
                return False
            if not 0 <= read[0] < len(self._paths) or self._digest(self._paths[read[0]]) != read[1]:
                return False
        return True

    def _digest(self, path: str) -> str | None:
        if path not in self._digests:
            folder, name = os.path.split(path)
            self._digests[path] = file_digest(path) if name in self._names(folder) else None
        return self._digests[path]

    def _names(self, folder: str) -> frozenset[str]:
        """What is in a folder: most files that imports might have led to do not exist."""
        if folder not in self._folders:
            try:
                self._folders[folder] = frozenset(os.listdir(folder))
            except (OSError, ValueError):
                self._folders[folder] = frozenset()
        return self._folders[folder]

    def add(self, checked: Checked) -> None:
        """Remember a result."""
        if checked.digest:
            self._new[checked.path] = checked

    def save(self) -> None:
        """Write what was learnt, as a whole."""
        if not self._new:
            return
        from detachlint.record import pack

        files: dict[str, Any] = {}
        paths: dict[str, int] = {path: number for number, path in enumerate(self._paths)}
        for path, entry in self._files.items():
            if path not in self._new and (path in self._seen or os.path.exists(path)):
                files[path] = entry
        for path, checked in self._new.items():
            reads = [[paths.setdefault(read, len(paths)), digest] for read, digest in checked.reads.items()]
            files[path] = [checked.digest, [pack(finding) for finding in checked.findings], reads]
        document = {"format": FORMAT, "paths": list(paths), "files": files}
        self._write(json.dumps(document, separators=(",", ":")).encode())

    def _write(self, data: bytes) -> None:
        import tempfile

        try:
            prepare(self._folder)
            if not owned(self._folder):
                return
            handle, temporary = tempfile.mkstemp(dir=self._folder, prefix=".new-")
            try:
                with os.fdopen(handle, "wb") as file:
                    file.write(data)
                os.replace(temporary, self._path)
            except OSError:
                os.unlink(temporary)
        except OSError:
            return


def file_digest(path: str) -> str | None:
    """Digest of a file's bytes, None when there is no such file."""
    from hashlib import blake2b

    try:
        with open(path, "rb") as file:
            return blake2b(file.read(), digest_size=16).hexdigest()
    except (OSError, ValueError):
        return None


def prepare(folder: str) -> None:
    """Make the cache folder, so that neither git nor backups look at it."""
    os.makedirs(folder, exist_ok=True)
    for name, content in ((".gitignore", "# made by detachlint\n*\n"), ("CACHEDIR.TAG", TAG)):
        path = os.path.join(folder, name)
        if not os.path.exists(path):
            with open(path, "w", encoding="utf-8") as file:
                file.write(content)


def owned(folder: str) -> bool:
    """Whether a folder is ours: a cache that somebody else planted is not read."""
    if not hasattr(os, "getuid"):
        return True
    try:
        return os.lstat(folder).st_uid == os.getuid() and not os.path.islink(folder)
    except OSError:
        return False


def cache_key(settings: Settings) -> str:
    """Stands for everything but the files that findings depend on: settings, this program, Python."""
    from hashlib import blake2b

    parts = (
        __version__,
        program_state(),
        sys.version,
        settings.layers,
        settings.per_file_ignores,
        settings.root if settings.per_file_ignores else "",
        settings.torch_version,
        settings.noqa,
    )
    return blake2b(repr(parts).encode("utf-8", "surrogateescape"), digest_size=12).hexdigest()


def program_state() -> str:
    """Changes whenever a module or a fact of this package does, also without a new version."""
    home = os.path.dirname(os.path.abspath(__file__))
    found = []
    for folder in (home, *(os.path.join(home, name) for name in SOURCES)):
        with os.scandir(folder) as entries:
            for entry in entries:
                if entry.name.endswith((".py", ".json")):
                    state = entry.stat()
                    found.append((entry.path, state.st_size, state.st_mtime_ns))
    return repr(sorted(found))


SOURCES = ("rules", "shadow", "interpret", os.path.join("interpret", "models"), "facts", os.path.join("facts", "data"))
