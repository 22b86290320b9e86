"""A page written in Markdown, as a manual page for a terminal: headings at the margin, all else below them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from detachlint.report.text import BOLD, GUTTER, painted, wrap

INDENT = "    "
FENCE = "```"
BULLET = "- "
HARD_BREAK = "  "
CODE_SPAN = re.compile(r"`[^`]+`")
LINK = re.compile(r"\[([^\]]*)\]\(([^)]*)\)")
ADDRESS = re.compile(r"<(https?://[^>]*)>")


def formatted(markdown: str, width: int, color: bool) -> str:
    """The page in lines of at most ``width`` columns; only code and addresses may be longer."""
    return "\n\n".join(_block(block, width, color) for block in _blocks(markdown)) + "\n"


def _blocks(markdown: str) -> Iterator[list[str]]:
    """Headings, paragraphs, lists and code with its fences, without the empty lines between them."""
    block: list[str] = []
    in_code = False
    for line in markdown.splitlines():
        if line.startswith(FENCE):
            in_code = not in_code
        if line.strip() or in_code:
            block.append(line)
        elif block:
            yield block
            block = []
    if block:
        yield block


def _block(lines: list[str], width: int, color: bool) -> str:
    if lines[0].startswith("#"):
        return painted(lines[0].lstrip("# "), BOLD, color)
    if lines[0].startswith(FENCE):
        return "\n".join(f"{INDENT * 2}{line}".rstrip() for line in lines[1:-1])
    text = "\n".join(_filled(item, width) for item in _items(lines))
    return CODE_SPAN.sub(lambda span: painted(span[0], GUTTER, color), text)


def _items(lines: list[str]) -> Iterator[str]:
    """What begins a line of its own: the items of a list, and what follows a hard break."""
    item = ""
    for line in lines:
        if item and (line.startswith(BULLET) or item.endswith(HARD_BREAK)):
            yield item
            item = line.lstrip()
        else:
            item = f"{item} {line.lstrip()}" if item else line
    yield item


def _filled(item: str, width: int) -> str:
    """An item in indented lines; the further ones of a list's item stand under its text."""
    text = ADDRESS.sub(r"\1", LINK.sub(_link, item)).rstrip()
    inner = INDENT + " " * len(BULLET) if text.startswith(BULLET) else INDENT
    return INDENT + f"\n{inner}".join(wrap(text, width - len(inner)))


def _link(match: re.Match[str]) -> str:
    """The words of a link, and where it leads if that is not on the same page."""
    words, target = match.groups()
    return words if target.startswith("#") else f"{words} ({target})"
