"""Which files to lint: paths and folders named, configured excludes, nested ``.gitignore`` files, notebooks."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from detachlint.globs import fits, fits_itself
from detachlint.settings import CONFIG_NAMES, Settings, find_config, load
from detachlint.torch_pin import pinned_torch

if TYPE_CHECKING:
    from pathspec import GitIgnoreSpec

SUFFIXES = (".py", ".pyi", ".ipynb")


@dataclass(frozen=True)
class Target:
    """A file to lint, by its absolute path, under the settings that hold there."""

    path: str
    settings: Settings


@dataclass
class Found:
    """What the paths on the command line led to."""

    targets: list[Target] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    """Paths that were named and cannot be linted."""
    warnings: list[str] = field(default_factory=list)
    """Folders on the way that could not be read."""


class SettingsFinder:
    """The settings that hold in a folder: the nearest file upwards, under the command line."""

    def __init__(
        self, override: Callable[[Settings], Settings], config: str | None = None, isolated: bool = False
    ) -> None:
        self._override = override
        self._isolated = isolated
        self._loaded: dict[str | None, Settings] = {}
        self._nearest: dict[str, str | None] = {}
        self._config = config

    def for_folder(self, folder: str) -> Settings:
        """Settings for the files in a folder.

        :raises SettingsError: when the configuration that holds there is wrong
        """
        if self._isolated:
            return self._settings(None)
        if self._config is not None:
            return self._settings(self._config)
        if folder not in self._nearest:
            self._nearest[folder] = find_config(folder)
        return self._settings(self._nearest[folder])

    def below(self, settings: Settings, folder: str, names: Iterable[str]) -> Settings:
        """Settings in a folder, given those above it and the names of the files in it."""
        if self._isolated or self._config is not None or not any(name in CONFIG_NAMES for name in names):
            return settings
        return self.for_folder(folder)

    def _settings(self, config: str | None) -> Settings:
        if config not in self._loaded:
            plain = load(config) if config is not None else Settings(root=os.getcwd())
            if not plain.torch_version and not self._isolated:
                plain = replace(plain, torch_version=pinned_torch(plain.root))
            self._loaded[config] = self._override(plain)
        return self._loaded[config]


def find(paths: Iterable[str], finder: SettingsFinder) -> Found:
    """All files that some paths stand for, each once, in the order of their paths."""
    found = Found()
    targets: dict[str, Target] = {}
    for path in paths:
        for target in _of_path(os.path.abspath(path), path, finder, found):
            targets.setdefault(target.path, target)
    found.targets = [targets[path] for path in sorted(targets)]
    return found


def _of_path(path: str, named: str, finder: SettingsFinder, found: Found) -> Iterator[Target]:
    try:
        mode = os.stat(path).st_mode
    except OSError as error:
        found.errors.append(f"{named}: {error.strerror}")
        return
    except ValueError as error:
        found.errors.append(f"{named!r}: {error}")
        return
    if stat.S_ISDIR(mode):
        yield from _of_folder(path, named, finder, found)
    elif stat.S_ISREG(mode):
        settings = finder.for_folder(os.path.dirname(path))
        if not (settings.force_exclude and excluded(path, settings)) and _can_be_read(path, named, found):
            yield Target(path, settings)
    else:
        found.errors.append(f"{named}: neither a file nor a folder")


def _can_be_read(path: str, named: str, found: Found) -> bool:
    try:
        open(path, "rb").close()
    except OSError as error:
        found.errors.append(f"{named}: {error.strerror}")
        return False
    return True


def _of_folder(path: str, named: str, finder: SettingsFinder, found: Found) -> Iterator[Target]:
    settings = finder.for_folder(path)
    if settings.force_exclude and excluded(path, settings):
        return
    try:
        os.scandir(path).close()
    except OSError as error:
        found.errors.append(f"{named}: {error.strerror}")
        return
    ignores = ignores_above(path) if settings.respect_gitignore else None
    yield from _walk(path, os.path.realpath(path), settings, ignores, finder, found)


def excluded(path: str, settings: Settings) -> bool:
    """Whether a path, or a folder above it inside the project, is excluded."""
    patterns = (*settings.exclude, *settings.extend_exclude)
    return any(fits(path, pattern, settings.root) for pattern in patterns)


def _walk(
    folder: str, top: str, settings: Settings, ignores: Ignores | None, finder: SettingsFinder, found: Found
) -> Iterator[Target]:
    """Files below a folder; links to folders are not followed, links to files only inside the top folder."""
    try:
        with os.scandir(folder) as scan:
            entries = sorted(scan, key=lambda entry: entry.name)
    except OSError as error:
        found.warnings.append(f"{folder}: {error.strerror}")
        return
    names = {entry.name for entry in entries}
    settings = finder.below(settings, folder, names)
    if settings.respect_gitignore:
        ignores = ignores_in(folder, names, ignores)
    patterns = (*settings.exclude, *settings.extend_exclude)
    for entry in entries:
        is_folder = entry.is_dir(follow_symlinks=False)
        if not is_folder and not entry.name.endswith(SUFFIXES):
            continue
        if fits_itself(entry.path, patterns, settings.root):
            continue
        if settings.respect_gitignore and ignores is not None and ignores.ignore(entry.path, is_folder):
            continue
        if is_folder:
            yield from _walk(entry.path, top, settings, ignores, finder, found)
        elif _is_file(entry, top):
            yield Target(entry.path, settings)


def _is_file(entry: os.DirEntry[str], top: str) -> bool:
    if not entry.is_symlink():
        return entry.is_file()
    try:
        real = os.path.realpath(entry.path, strict=True)
    except OSError:
        return False
    return os.path.isfile(real) and real.startswith(top.rstrip(os.sep) + os.sep)


# ------------------------------------------------------------------------------------------------ .gitignore


@dataclass(frozen=True)
class Ignores:
    """The ``.gitignore`` files from a folder up to the top of its repository; the nearest that speaks decides."""

    base: str
    spec: GitIgnoreSpec | None
    above: Ignores | None

    def ignore(self, path: str, is_folder: bool) -> bool:
        """Whether git ignores a path."""
        level: Ignores | None = self
        while level is not None:
            if level.spec is not None:
                relative = path[len(level.base) + 1 :] + ("/" if is_folder else "")
                verdict = level.spec.check_file(relative).include
                if verdict is not None:
                    return verdict
            level = level.above
        return False


def ignores_above(folder: str) -> Ignores | None:
    """The ignore files of the repository that a folder is in, without the folder's own; None outside of one."""
    chain = []
    current = folder
    while not os.path.exists(os.path.join(current, ".git")):
        above = os.path.dirname(current)
        if above == current:
            return None
        current = above
        chain.append(current)
    ignores = Ignores(current, _spec(os.path.join(current, ".git", "info", "exclude")), None)
    for parent in reversed(chain):
        ignores = _with_file(parent, ignores)
    return ignores


def ignores_in(folder: str, names: set[str], ignores: Ignores | None) -> Ignores | None:
    """The ignore files for what is in a folder: a repository inside another begins anew."""
    if ".git" in names:
        ignores = Ignores(folder, _spec(os.path.join(folder, ".git", "info", "exclude")), None)
    if ignores is None or ".gitignore" not in names:
        return ignores
    return _with_file(folder, ignores)


def _with_file(folder: str, above: Ignores) -> Ignores:
    spec = _spec(os.path.join(folder, ".gitignore"))
    return above if spec is None else Ignores(folder, spec, above)


def _spec(path: str) -> GitIgnoreSpec | None:
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            lines = file.read().splitlines()
    except OSError:
        return None
    lines = [line for line in lines if line.strip() and not line.startswith("#")]
    if not lines:
        return None
    from pathspec import GitIgnoreSpec

    return GitIgnoreSpec.from_lines(lines)
