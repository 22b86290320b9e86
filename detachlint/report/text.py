"""What the formats for people share: names of places, colours, and text that cannot harm a terminal."""

from __future__ import annotations

import re
import unicodedata

from detachlint.finding import Applicability, Finding, Level, Place

RESET = "\033[0m"
BOLD = "\033[1m"
LEVEL_COLORS = {
    Level.ERROR: "\033[1;31m",
    Level.WARNING: "\033[1;35m",
    Level.LEGACY: "\033[1;36m",
    Level.PEDANTIC: "\033[1;36m",
}
GUTTER = "\033[94m"
HELP = "\033[1;32m"
HARMFUL = re.compile(
    r"[\x00-\x08\x0a-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069"
    r"\ufeff\ud800-\udfff\ufff9-\ufffb\U000e0000-\U000e007f]"
)


def harmless(text: str) -> str:
    """Text in which control characters, and what reorders or hides text, are written out."""
    return HARMFUL.sub(_written_out, text).replace("\t", " ")


def harmless_line(text: str) -> str:
    """A source line of the same characters, in which harmful ones show as a box; tabs stay."""
    return HARMFUL.sub(_boxed, text)


def _written_out(match: re.Match[str]) -> str:
    code = ord(match[0])
    return {"\n": "\\n", "\r": "\\r"}.get(match[0]) or (f"\\x{code:02x}" if code < 256 else f"\\u{code:04x}")


def _boxed(match: re.Match[str]) -> str:
    code = ord(match[0])
    return chr(0x2400 + code) if code < 0x20 else "\u2421" if code == 0x7F else "\ufffd"


def width(text: str) -> int:
    """Columns that a text takes in a terminal."""
    return len(text) if text.isascii() else sum(character_width(character) for character in text)


def character_width(character: str) -> int:
    """Columns that a character takes: none for combining ones, two for wide ones."""
    if unicodedata.combining(character) or unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def wrap(text: str, room: int, used: int = 0) -> list[str]:
    """A text in lines of whole words that take at most ``room`` columns; the first has ``used`` of them taken."""
    lines: list[str] = []
    line, taken = "", used
    for word in text.split(" "):
        size = width(word)
        if taken and taken + (1 if line else 0) + size > room and (line or used):
            lines.append(line)
            line, taken, used = word, size, 0
        elif line:
            line, taken = f"{line} {word}", taken + 1 + size
        else:
            line, taken = word, taken + size
    return [*lines, line]


def painted(text: str, code: str, color: bool) -> str:
    """Text in a colour, where there is colour."""
    return f"{code}{text}{RESET}" if color and text else text


def position(place: Place, *, row: bool = True) -> str:
    """``file:row:column``, with the cell of a notebook between."""
    cell = f"cell {place.cell}:" if place.cell is not None else ""
    where = f"{cell}{place.start.row}:{place.start.column}"
    return f"{harmless(place.filename)}:{where}" if row else where


def fix_mark(finding: Finding, unsafe_fixes: bool) -> str:
    """``[*]`` where the options in force fix a finding."""
    fix = finding.fix
    if fix is None or not fix.edits or fix.applicability is Applicability.DISPLAY:
        return ""
    return "[*] " if fix.applicability is Applicability.SAFE or unsafe_fixes else ""


def how_to_apply(finding: Finding) -> str:
    """The option that applies a finding's fix, empty when none does."""
    fix = finding.fix
    if fix is None or not fix.edits or fix.applicability is Applicability.DISPLAY:
        return ""
    return "--fix" if fix.applicability is Applicability.SAFE else "--fix --unsafe-fixes"
