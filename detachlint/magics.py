"""IPython's own syntax in notebook cells, made into Python of the same rows and, where code stays, columns."""

from __future__ import annotations

import re
from dataclasses import dataclass

from detachlint.source import split_lines

PYTHON_CELL_MAGICS = frozenset({"time", "timeit", "capture", "prun", "debug", "memit", "mprun", "lprun"})
"""Cell magics whose body is Python that runs in the notebook."""
TIMED = re.compile(r"(?P<indent>[ \t]*)(?P<magic>%time[ \t]+|%timeit[ \t]+)(?P<code>[^\s-].*)", re.DOTALL)
ESCAPE = re.compile(r"[ \t]*(?:%|!|\?)")
ASSIGNED = re.compile(r"(?P<left>[ \t]*[\w.,*()\[\] \t]*?(?<![=!<>])=[ \t]*)(?P<right>[%!][^=\s].*)", re.DOTALL)
HELP = re.compile(r"[ \t]*(?:%{1,2})?[\w.*]+\?{1,2}[ \t]*(?:\r\n|\r|\n)?")
UNKNOWN = "get_ipython()"
TOKEN = re.compile(
    r"""[rRbBuUfFtT]{0,2}(?P<triple>'{3}|"{3})|[rRbBuUfFtT]{0,2}(?P<single>'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*")"""
    r"""|(?P<comment>\#.*)|(?P<open>[(\[{])|(?P<close>[)\]}])|(?P<continued>\\[ \t]*$)""",
    re.DOTALL,
)


@dataclass
class _State:
    """Where a line starts: inside brackets, a string, or after a backslash, nothing is a magic."""

    depth: int = 0
    quote: str = ""
    continued: bool = False

    @property
    def at_statement(self) -> bool:
        return not (self.depth or self.quote or self.continued)


def to_python(source: str) -> tuple[str, frozenset[int]]:
    """A cell as Python with the same rows, and the rows whose text was changed."""
    lines = split_lines(source)
    first = next((number for number, line in enumerate(lines) if line.strip()), None)
    if first is not None and lines[first].startswith("%%"):
        name = re.match(r"%%(\w*)", lines[first])
        if name is None or name[1] not in PYTHON_CELL_MAGICS:
            return "".join(_blank(line) for line in lines), frozenset(range(1, len(lines) + 1))
        rest, changed = _lines(lines[first + 1 :])
        head = [_blank(line) for line in lines[: first + 1]]
        return "".join([*head, *rest]), frozenset(range(1, first + 2)) | {row + first + 1 for row in changed}
    python, changed = _lines(lines)
    return "".join(python), frozenset(changed)


def _lines(lines: list[str]) -> tuple[list[str], set[int]]:
    state = _State()
    found: list[str] = []
    changed: set[int] = set()
    in_magic = False
    for row, line in enumerate(lines, start=1):
        if in_magic:
            python: str | None = _blank(line)
        else:
            python = _replaced(line) if state.at_statement else None
        if python is None:
            _advance(state, line)
            found.append(line)
            continue
        in_magic = line.rstrip("\r\n").endswith("\\")
        found.append(python)
        changed.add(row)
    return found, changed


def _replaced(line: str) -> str | None:
    """Python in place of a line of IPython's own syntax; None for a line that is Python."""
    ending = line[len(line.rstrip("\r\n")) :]
    timed = TIMED.fullmatch(line)
    if timed is not None:
        return f"{timed['indent']}{'if 1:'.ljust(len(timed['magic']))}{timed['code']}"
    if ESCAPE.match(line) or HELP.fullmatch(line):
        return f"{line[: len(line) - len(line.lstrip())]}pass{ending}"
    assigned = ASSIGNED.fullmatch(line)
    if assigned is not None:
        return f"{assigned['left']}{UNKNOWN}{ending}"
    return None


def _advance(state: _State, line: str) -> None:
    """Follow strings and brackets over one line."""
    text = line.rstrip("\r\n")
    at = 0
    state.continued = False
    while at < len(text):
        if state.quote:
            end = _end_of_string(text, at, state.quote)
            if end < 0:
                return
            at, state.quote = end, ""
            continue
        token = TOKEN.search(text, at)
        if token is None:
            return
        at = token.end()
        if token["triple"]:
            state.quote = token["triple"]
        elif token["open"]:
            state.depth += 1
        elif token["close"]:
            state.depth = max(0, state.depth - 1)
        elif token["comment"]:
            return
        elif token["continued"] is not None:
            state.continued = True


def _end_of_string(text: str, at: int, quote: str) -> int:
    found = re.compile(rf"(?:\\.|[^\\])*?{quote}").match(text, at)
    return found.end() if found is not None else -1


def _blank(line: str) -> str:
    return line[len(line.rstrip("\r\n")) :]
