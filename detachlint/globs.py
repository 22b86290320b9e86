"""Path patterns as Ruff has them: a bare name fits a file or folder anywhere, a path is relative to its root."""

from __future__ import annotations

import os
import re
from fnmatch import translate
from functools import lru_cache


@lru_cache(maxsize=1024)
def compiled(pattern: str, root: str) -> re.Pattern[str]:
    """A pattern as one regular expression over absolute paths with forward slashes."""
    absolute = pattern if os.path.isabs(pattern) else f"{_escape(root.rstrip('/'))}/{pattern.removeprefix('./')}"
    parts = [_translate(absolute.rstrip("/"))]
    if "/" not in pattern.rstrip("/"):
        parts.append(f".*/{_translate(pattern.rstrip('/'))}")
    return re.compile("|".join(f"(?:{part})" for part in parts), re.DOTALL)


def fits(path: str, pattern: str, root: str) -> bool:
    """Whether an absolute path, or a folder above it inside the root, fits a pattern."""
    expression = compiled(pattern, root)
    return any(expression.fullmatch(candidate) for candidate in _upwards(path, root))


def fits_itself(path: str, patterns: tuple[str, ...], root: str) -> bool:
    """Whether an absolute path itself fits one of some patterns."""
    names, expression = combined(patterns, root)
    return path.rpartition("/")[2] in names or (expression is not None and expression.fullmatch(path) is not None)


@lru_cache(maxsize=256)
def combined(patterns: tuple[str, ...], root: str) -> tuple[frozenset[str], re.Pattern[str] | None]:
    """Some patterns as plain names and one regular expression: most excludes are names of folders."""
    names = frozenset(pattern for pattern in patterns if not re.search(r"[*?\[\]/!]", pattern))
    others = [compiled(pattern, root).pattern for pattern in patterns if pattern not in names]
    return names, re.compile("|".join(f"(?:{other})" for other in others), re.DOTALL) if others else None


def _upwards(path: str, root: str) -> list[str]:
    """The path and the folders above it, up to but without the root."""
    inside = path.startswith(f"{root.rstrip('/')}/")
    found = [path]
    while inside and os.path.dirname(found[-1]) != root and len(found[-1]) > len(root):
        found.append(os.path.dirname(found[-1]))
    return found


def _translate(pattern: str) -> str:
    """``**/`` stands for any number of folders, none included."""
    placeholder = "\0"
    expression = translate(pattern.replace("**/", placeholder))
    return expression.replace(re.escape(placeholder), "(?:.*/)?").replace(placeholder, "(?:.*/)?")


def _escape(path: str) -> str:
    """A path in which no character is a pattern."""
    return re.sub(r"([*?[])", r"[\1]", path)
