"""One file's bytes as text: encoding, byte order mark, lines; and back, to the byte."""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass

COOKIE = re.compile(rb"^[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)")
BLANK = re.compile(rb"^[ \t\f]*(?:[#\r\n]|$)")
LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+")


class UnreadableSource(Exception):
    """The bytes are no text in the encoding they claim, at a row and column."""

    def __init__(self, message: str, row: int, column: int) -> None:
        super().__init__(message)
        self.message = message
        self.row = row
        self.column = column


@dataclass(frozen=True)
class Source:
    """Decoded text, and what is needed to write it back."""

    text: str
    encoding: str = "utf-8"
    bom: bool = False

    def encode(self, text: str) -> bytes:
        """A changed text in this file's encoding, with its byte order mark."""
        return (codecs.BOM_UTF8 if self.bom else b"") + text.encode(self.encoding)


def decode(data: bytes) -> Source:
    """Text of a file's bytes by the rules of Python's own reader.

    :raises UnreadableSource: when the encoding is unknown, the bytes do not fit it, or there is a NUL in them
    """
    bom = data.startswith(codecs.BOM_UTF8)
    if bom:
        data = data[len(codecs.BOM_UTF8) :]
    encoding = _declared(data, bom)
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError as error:
        row, column = _where(data, error.start)
        message = f"the file is not {encoding}: byte 0x{data[error.start]:02x} cannot be decoded ({error.reason})"
        raise UnreadableSource(message, row, column) from None
    nul = text.find("\0")
    if nul >= 0:
        row, column = row_and_column(text, nul)
        raise UnreadableSource("the file contains a NUL character, which Python does not allow", row, column)
    return Source(text, encoding, bom)


def decode_notebook(data: bytes) -> Source:
    """Text of a notebook, which is JSON and so UTF-8.

    :raises UnreadableSource: when it is not
    """
    bom = data.startswith(codecs.BOM_UTF8)
    if bom:
        data = data[len(codecs.BOM_UTF8) :]
    try:
        return Source(data.decode("utf-8"), "utf-8", bom)
    except UnicodeDecodeError as error:
        row, column = _where(data, error.start)
        message = f"the notebook is not utf-8: byte 0x{data[error.start]:02x} cannot be decoded ({error.reason})"
        raise UnreadableSource(message, row, column) from None


def split_lines(text: str) -> list[str]:
    """Lines with their ends, as Python counts them: form feeds and Unicode separators end none."""
    return LINE.findall(text)


def row_and_column(text: str, offset: int) -> tuple[int, int]:
    """Row and column, from 1, of an offset into a text."""
    before = text[:offset]
    row = before.count("\n") + before.count("\r") - before.count("\r\n") + 1
    return row, offset - max(before.rfind("\n"), before.rfind("\r"))


def _declared(data: bytes, bom: bool) -> str:
    """The codec that the first two lines declare, utf-8 where they do not."""
    for row, line in enumerate(re.split(rb"\r\n|\r|\n", data[:1024], maxsplit=2)[:2], start=1):
        found = COOKIE.match(line)
        if found is not None:
            return _known(found[1].decode("ascii", "replace"), row, found.start(1) + 1, bom)
        if not BLANK.match(line):
            break
    return "utf-8"


def _known(name: str, row: int, column: int, bom: bool) -> str:
    try:
        codec = codecs.lookup(name)
    except LookupError:
        raise UnreadableSource(f"the declared encoding {name!r} is not known", row, column) from None
    if not codec._is_text_encoding:
        raise UnreadableSource(f"the declared encoding {name!r} is not a text encoding", row, column)
    if bom and codec.name not in ("utf-8", "utf-8-sig"):
        raise UnreadableSource(f"the file begins with a UTF-8 byte order mark but declares {name!r}", row, column)
    return "utf-8" if codec.name == "utf-8-sig" else codec.name


def _where(data: bytes, offset: int) -> tuple[int, int]:
    """Row and column of a byte: what precedes it in its line is decoded as well as it can be."""
    before = data[:offset].replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    line = before[before.rfind(b"\n") + 1 :]
    return before.count(b"\n") + 1, len(line.decode("utf-8", "replace")) + 1
