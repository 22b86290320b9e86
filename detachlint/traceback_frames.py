"""The lines that a pasted traceback or warning names, in the forms that Python, IPython, pytest and Rich give it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import Enum

ROW = r"(?P<row>\d{1,9})"
PYTHON = re.compile(rf'File "(?P<file>[^"]+)", line {ROW}')
IPYTHON = re.compile(rf"(?:^|\s)File (?P<file>[^\s\",]+):{ROW}(?:,? in .+)?$")
CELL = re.compile(rf"(?:Cell )?In ?\[\d+\],? line {ROW}")
OLD_IPYTHON = re.compile(r"^(?P<file><ipython-input-[^>]*>|\S+\.pyc?) in \S")
PYTEST_SHORT = re.compile(rf"^(?P<file>\S+\.py):{ROW}: in .+$")
PYTEST_LONG = re.compile(rf"^(?P<file>\S+\.py):{ROW}:(?: \w+(?:Error|Exception|Warning))?$")
WARNING = re.compile(rf"^(?P<file>\S+\.py):{ROW}: \w*Warning: ")
RICH = re.compile(rf"^(?P<file>\S+\.py):{ROW} in \S+$")
ARROW = re.compile(rf"^(?:-+>|❱)\s*{ROW}(?P<source> .*)?$")
MARKERS = re.compile(r"[\s~^>|]*$")
PREFIX = re.compile(r"^(?:\[(?:rank)?\d+\]:\s?|[│|]\s)")
"""What launchers of several processes, and Rich's frame, put before each line."""
FORWARD = "Traceback of forward call that caused the error"
ENDS_FORWARD = re.compile(r"Traceback \(most recent call last\)|\(Triggered internally|\(print_stack at|^\w+Error: ")
LIBRARY = re.compile(
    r"(?:^|[/\\])(?:site-packages|dist-packages|lib(?:64)?[/\\]python\d[\d.]*|Python\d+[/\\]lib|torch[/\\](?:autograd|nn|optim|utils|amp|cuda))[/\\]"
    r"|^<(?:frozen|string|__array_function__)|torch[/\\](?:_?tensor|variable)\.py$"
)
NOTEBOOK = "<notebook>"
"""Stands for the file of a frame in a notebook's cell."""
UNKNOWN_ROW = 0
"""The row of a frame until an arrow tells it."""


@dataclass(frozen=True)
class Frame:
    """One line that a traceback names; ``source`` is its text, where the traceback shows it."""

    file: str
    row: int
    source: str = ""
    forward: bool = False
    """Whether it is from the traceback of the forward call, which anomaly detection prints."""

    @property
    def in_notebook(self) -> bool:
        """Whether its row counts within a cell."""
        return self.file == NOTEBOOK


class _Source(Enum):
    """Where the source line of a frame is."""

    NEXT = "the line after"
    ARROW = "one of the lines after, with an arrow"
    NOWHERE = "not among the lines after"


FORMS = (
    (PYTHON, _Source.NEXT),
    (IPYTHON, _Source.ARROW),
    (PYTEST_SHORT, _Source.NEXT),
    (PYTEST_LONG, _Source.NOWHERE),
    (WARNING, _Source.NOWHERE),
    (RICH, _Source.ARROW),
)


@dataclass(frozen=True)
class _Header:
    """What the line that announces a frame says."""

    frame: Frame
    source: _Source


def frames(text: str) -> list[Frame]:
    """The frames of a text outside of torch and other libraries, the outermost first."""
    lines = [_bare(line) for line in text.splitlines()]
    return [frame for frame in _all_frames(lines) if not LIBRARY.search(frame.file)]


def _bare(line: str) -> str:
    """A line without what was put around it."""
    return PREFIX.sub("", line).rstrip(" \t│").replace("│   ", "    ")


def _all_frames(lines: list[str]) -> Iterator[Frame]:
    forward = False
    pending: _Header | None = None
    for line in lines:
        if FORWARD in line:
            forward = True
        elif forward and ENDS_FORWARD.search(line):
            forward = False
        header = _header(line)
        if header is not None:
            if pending is not None:
                yield pending.frame
            pending = replace(header, frame=replace(header.frame, forward=forward))
        elif pending is not None:
            shown = _shown(line, pending)
            if shown is not None:
                yield shown
                pending = None
    if pending is not None:
        yield pending.frame


def _shown(line: str, pending: _Header) -> Frame | None:
    """The announced frame with its source, if this is the line that shows it."""
    if pending.source is _Source.NOWHERE:
        return pending.frame
    if pending.source is _Source.ARROW:
        arrow = ARROW.match(line.lstrip())
        if arrow is None:
            return None
        return replace(pending.frame, row=int(arrow["row"]), source=(arrow["source"] or "").strip())
    if MARKERS.match(line):
        return None
    return replace(pending.frame, source=line.strip(" >|\t"))


def _header(line: str) -> _Header | None:
    """The frame that a line announces."""
    for form, source in FORMS:
        match = form.search(line)
        if match is not None:
            in_notebook = match["file"].startswith("<ipython-input")
            return _Header(Frame(NOTEBOOK if in_notebook else match["file"], int(match["row"])), source)
    match = CELL.search(line)
    if match is not None:
        return _Header(Frame(NOTEBOOK, int(match["row"])), _Source.ARROW)
    match = OLD_IPYTHON.match(line)
    if match is not None:
        in_notebook = match["file"].startswith("<")
        return _Header(Frame(NOTEBOOK if in_notebook else match["file"], UNKNOWN_ROW), _Source.ARROW)
    return None
