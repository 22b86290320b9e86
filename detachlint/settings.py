"""What users configure: read from ``pyproject.toml`` or ``detachlint.toml``, overridden by the command line."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from typing import Any

from detachlint.globs import fits
from detachlint.selection import Selection, covers_any, selected_codes, unknown_selector

DEFAULT_EXCLUDE = (
    ".bzr",
    ".direnv",
    ".eggs",
    ".git",
    ".git-rewrite",
    ".hg",
    ".ipynb_checkpoints",
    ".mypy_cache",
    ".nox",
    ".pants.d",
    ".pyenv",
    ".pytest_cache",
    ".pytype",
    ".ruff_cache",
    ".svn",
    ".tox",
    ".venv",
    ".vscode",
    "__pypackages__",
    "_build",
    "buck-out",
    "dist",
    "node_modules",
    "site-packages",
    "venv",
)
OUTPUT_FORMATS = (
    "full",
    "concise",
    "grouped",
    "json",
    "json-lines",
    "sarif",
    "github",
    "gitlab",
    "junit",
    "pylint",
    "rdjson",
)
COLORS = ("auto", "always", "never")
CONFIG_NAMES = ("detachlint.toml", ".detachlint.toml", "pyproject.toml")


class SettingsError(Exception):
    """A configuration that means nothing; the message names the file and the nearest right word."""


@dataclass(frozen=True)
class Settings:
    """All settings of one project. The defaults are the program's own."""

    select: tuple[str, ...] | None = None
    extend_select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    extend_ignore: tuple[str, ...] = ()
    per_file_ignores: tuple[tuple[str, tuple[str, ...]], ...] = ()
    fixable: tuple[str, ...] = ("ALL",)
    unfixable: tuple[str, ...] = ()
    exclude: tuple[str, ...] = DEFAULT_EXCLUDE
    extend_exclude: tuple[str, ...] = ()
    force_exclude: bool = False
    respect_gitignore: bool = True
    output_format: str = "full"
    output_file: str | None = None
    fix: bool = False
    unsafe_fixes: bool = False
    show_fixes: bool = False
    baseline: str | None = None
    statistics: bool = False
    cache_dir: str | None = None
    no_cache: bool = False
    jobs: int = 0
    exit_zero: bool = False
    exit_non_zero_on_fix: bool = False
    torch_version: str = ""
    quiet: bool = False
    verbose: bool = False
    color: str = "auto"
    noqa: bool = True
    """Whether ``# noqa`` comments are obeyed here; flake8 does that itself."""
    command_line: Selection = field(default_factory=Selection)
    """What the command line selects, over what the file says."""
    root: str = ""
    """The folder that relative patterns and paths start from."""
    config: str | None = None
    """The file the settings were read from."""

    @property
    def layers(self) -> tuple[Selection, ...]:
        """What the file selects, then what the command line does."""
        return (
            Selection(self.select, self.extend_select, self.ignore, self.extend_ignore),
            self.command_line,
        )

    def codes(self) -> frozenset[str]:
        """Codes of the rules that run."""
        return selected_codes(self.layers)

    def mentions(self, code: str) -> bool:
        """Whether a rule that is off by default may have been asked for."""
        return any(covers_any(layer.selected, code) for layer in self.layers)

    def ignored_in_file(self, filename: str) -> tuple[str, ...]:
        """Selectors that ``per-file-ignores`` switches off in a file."""
        if not self.per_file_ignores:
            return ()
        root = self.root or os.getcwd()
        path = os.path.normpath(os.path.join(root, filename)).replace(os.sep, "/")
        found: list[str] = []
        for pattern, selectors in self.per_file_ignores:
            wanted = not pattern.startswith("!")
            if fits(path, pattern.removeprefix("!"), root) is wanted:
                found.extend(selectors)
        return tuple(found)

    def may_fix(self, code: str) -> bool:
        """Whether fixes of a rule are applied at all."""
        return covers_any(self.fixable, code) and not covers_any(self.unfixable, code)


def selects_nothing(settings: Settings) -> bool:
    """Whether every rule is switched off, so that a clean result would mean nothing."""
    widest = settings.layers
    if all(layer.select is None for layer in widest):
        widest = (Selection(select=("ALL",)), *widest)
    return selected_codes(widest) <= {"DTL002"} and not _asks_for_unreadable(settings)


def _asks_for_unreadable(settings: Settings) -> bool:
    return any("DTL002" in layer.selected for layer in settings.layers)


# ------------------------------------------------------------------------------------------------ reading files


def find_config(folder: str) -> str | None:
    """The nearest configuration file in a folder or above it; a pyproject.toml without our table is none."""
    while True:
        for name in CONFIG_NAMES:
            path = os.path.join(folder, name)
            if os.path.isfile(path) and (name != "pyproject.toml" or _has_table(path)):
                return path
        above = os.path.dirname(folder)
        if above == folder:
            return None
        folder = above


def load(path: str) -> Settings:
    """The settings in a configuration file.

    :raises SettingsError: when it cannot be read, or a key or a value means nothing
    """
    document = _parse(path)
    if os.path.basename(path) == "pyproject.toml":
        tool = document.get("tool", {})
        table = tool.get("detachlint", {}) if isinstance(tool, dict) else {}
    else:
        table = document
    if not isinstance(table, dict):
        raise SettingsError(f"{path}: `tool.detachlint` must be a table")
    settings = from_table(table, path)
    return replace(settings, root=os.path.dirname(os.path.abspath(path)), config=path)


def _has_table(path: str) -> bool:
    try:
        with open(path, "rb") as file:
            if b"detachlint" not in file.read():
                return False
    except OSError:
        return False
    tool = _parse(path).get("tool", {})
    return isinstance(tool, dict) and "detachlint" in tool


def _parse(path: str) -> dict[str, Any]:
    toml = toml_module()
    try:
        with open(path, "rb") as file:
            document: dict[str, Any] = toml.load(file)
    except OSError as error:
        raise SettingsError(f"{path}: {error.strerror}") from None
    except (toml.TOMLDecodeError, UnicodeDecodeError) as error:
        raise SettingsError(f"{path}: not TOML: {error}") from None
    return document


def toml_module() -> Any:
    """The TOML reader: in the standard library since Python 3.11."""
    if sys.version_info >= (3, 11):
        import tomllib

        return tomllib
    import tomli

    return tomli


# ------------------------------------------------------------------------------------------------ keys and values


def from_table(table: Mapping[str, Any], where: str) -> Settings:
    """Settings from the keys of a table, each checked."""
    values: dict[str, Any] = {}
    for key, value in table.items():
        if key in NEGATED:
            values[NEGATED[key]] = not READERS[NEGATED[key].replace("_", "-")](value, key, where)
        elif key in READERS:
            values[key.replace("-", "_")] = READERS[key](value, key, where)
        else:
            raise SettingsError(f"{where}: unknown key `{key}`{_nearest_key(key)}")
    return Settings(**values)


def check_selectors(selectors: tuple[str, ...], key: str, where: str) -> tuple[str, ...]:
    """Selectors of a setting, each of which stands for a rule.

    :raises SettingsError: naming the nearest right one
    """
    unknown = unknown_selector(selectors)
    if unknown is None:
        return selectors
    from detachlint.rules.registry import nearest

    guess = nearest(unknown)
    hint = f"; did you mean `{guess}`?" if guess is not None else "; `detachlint rules` lists them all"
    raise SettingsError(f"{where}: unknown rule `{unknown}` in `{key}`{hint}")


def check_choice(value: str, choices: tuple[str, ...], key: str, where: str) -> str:
    """One of a few words.

    :raises SettingsError: naming the nearest right one
    """
    if value in choices:
        return value
    from detachlint.rules.registry import closest

    guess = closest(value, choices)
    hint = f"did you mean `{guess}`?" if guess is not None else f"it is one of {', '.join(choices)}"
    raise SettingsError(f"{where}: `{key}` cannot be `{value}`; {hint}")


def check_torch_version(value: str, key: str, where: str) -> str:
    """A version such as ``2.6`` or ``2.6.1``.

    :raises SettingsError: when it is none
    """
    import re

    if not re.fullmatch(r"\d+\.\d+(\.\d+)?", value):
        raise SettingsError(f"{where}: `{key}` must be a version such as `2.6`, not `{value}`")
    return value


def parse_per_file_ignores(text: str, where: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """``glob:codes``, or several such pairs parted by commas, as patterns and their selectors."""
    pairs: list[tuple[str, list[str]]] = []
    for part in split_selectors(text):
        pattern, colon, code = part.rpartition(":")
        if colon and pattern and code.strip():
            pairs.append((pattern.strip(), [code.strip()]))
        elif pairs and not colon:
            pairs[-1][1].append(part)
        else:
            raise SettingsError(f"{where}: `{text}` in `per-file-ignores` is not of the form `glob:codes`")
    return tuple((pattern, check_selectors(tuple(codes), "per-file-ignores", where)) for pattern, codes in pairs)


def split_selectors(value: str) -> tuple[str, ...]:
    """Selectors parted by commas."""
    return tuple(part.strip() for part in value.split(",") if part.strip())


def _nearest_key(key: str) -> str:
    from detachlint.rules.registry import closest

    guess = closest(key.replace("_", "-").lower(), [*READERS, *NEGATED])
    return f"; did you mean `{guess}`?" if guess is not None else ""


def _texts(value: Any, key: str, where: str) -> tuple[str, ...]:
    if isinstance(value, str):
        return split_selectors(value)
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise SettingsError(f"{where}: `{key}` must be a list of strings")
    return tuple(value)


def _selectors(value: Any, key: str, where: str) -> tuple[str, ...]:
    return check_selectors(_texts(value, key, where), key, where)


def _flag(value: Any, key: str, where: str) -> bool:
    if not isinstance(value, bool):
        raise SettingsError(f"{where}: `{key}` must be true or false")
    return value


def _text(value: Any, key: str, where: str) -> str:
    if not isinstance(value, str) or not value:
        raise SettingsError(f"{where}: `{key}` must be a string")
    return value


def _path(value: Any, key: str, where: str) -> str:
    """A path in a configuration file is relative to it."""
    return os.path.join(os.path.dirname(os.path.abspath(where)), _text(value, key, where))


def _jobs(value: Any, key: str, where: str) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise SettingsError(f"{where}: `{key}` must be a number of processes, or 0 for one a core")
    return value


def _torch_version(value: Any, key: str, where: str) -> str:
    return check_torch_version(_text(value, key, where), key, where)


def _one_of(choices: tuple[str, ...]) -> Callable[[Any, str, str], str]:
    return lambda value, key, where: check_choice(_text(value, key, where), choices, key, where)


def _per_file_ignores(value: Any, key: str, where: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
    if isinstance(value, list) and all(isinstance(item, str) for item in value):
        return tuple(pair for item in value for pair in parse_per_file_ignores(item, where))
    if not isinstance(value, dict):
        raise SettingsError(f"{where}: `{key}` must be a table of globs and codes")
    return tuple((pattern, _selectors(codes, key, where)) for pattern, codes in value.items())


READERS: dict[str, Callable[[Any, str, str], Any]] = {
    "select": _selectors,
    "extend-select": _selectors,
    "ignore": _selectors,
    "extend-ignore": _selectors,
    "per-file-ignores": _per_file_ignores,
    "fixable": _selectors,
    "unfixable": _selectors,
    "exclude": _texts,
    "extend-exclude": _texts,
    "force-exclude": _flag,
    "respect-gitignore": _flag,
    "output-format": _one_of(OUTPUT_FORMATS),
    "output-file": _path,
    "fix": _flag,
    "unsafe-fixes": _flag,
    "show-fixes": _flag,
    "baseline": _path,
    "statistics": _flag,
    "cache-dir": _path,
    "no-cache": _flag,
    "jobs": _jobs,
    "exit-zero": _flag,
    "exit-non-zero-on-fix": _flag,
    "torch-version": _torch_version,
    "quiet": _flag,
    "verbose": _flag,
    "color": _one_of(COLORS),
}
NEGATED = {"no-respect-gitignore": "respect_gitignore"}
"""Options that are spelt with ``no-`` and mean the opposite of a setting."""


def shown(settings: Settings) -> dict[str, Any]:
    """Settings as ``--show-settings`` prints them."""
    values = asdict(settings)
    hidden = ("noqa", "command_line")
    return {item.name.replace("_", "-"): values[item.name] for item in fields(settings) if item.name not in hidden}
