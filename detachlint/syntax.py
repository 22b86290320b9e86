"""Whether a text is Python that can be analysed, in Python's own words where it is not."""

from __future__ import annotations

import ast
import re
import warnings
from dataclasses import dataclass

from detachlint.source import row_and_column

NOT_NEWER = re.compile(r"too many (nested parentheses|levels of indentation)|source code (string )?cannot contain null")
"""What no version of Python accepts."""


@dataclass(frozen=True)
class Problem:
    """Why a text cannot be analysed, and where."""

    message: str
    row: int
    column: int
    too_deep: bool = False
    """It may be Python, but is nested beyond what Python itself can compile."""
    final: bool = False
    """No newer Python would accept it either."""


def check(text: str, filename: str) -> Problem | None:
    """What the running Python's own parser says against a text, None when nothing."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            compile(text, filename, "exec", ast.PyCF_ONLY_AST | ast.PyCF_ALLOW_TOP_LEVEL_AWAIT, dont_inherit=True)
    except SyntaxError as error:
        message = error.msg or "invalid syntax"
        final = NOT_NEWER.search(message) is not None
        return Problem(f"syntax error: {message}", max(error.lineno or 1, 1), max(error.offset or 1, 1), final=final)
    except (RecursionError, MemoryError):
        return Problem("nested too deeply for Python itself to compile", 1, 1, too_deep=True, final=True)
    except UnicodeEncodeError as error:
        row, column = row_and_column(text, error.start)
        return Problem("the file contains a surrogate, which is no character", row, column, final=True)
    except ValueError as error:
        return Problem(str(error), 1, 1, final=True)
    return None


def newer_python(text: str) -> bool:
    """Whether a text that the running Python does not accept is syntax of a newer one, which libcst knows."""
    import libcst

    try:
        libcst.parse_module(text)
    except libcst.ParserSyntaxError:
        return False
    return True
