"""Findings for tests of reporters: plain ones, and ones in which everything tries to do harm."""

from __future__ import annotations

from detachlint.finding import (
    Applicability,
    Edit,
    FailureMode,
    Finding,
    Fix,
    Level,
    Location,
    Place,
    TraceStep,
)
from detachlint.report import Report
from detachlint.report.lines import Lines

SOURCE = """import torch

def train(a):
    out = a.sigmoid()
    c = out.data

    c.zero_()
    out.sum().backward()
"""
EVIL = (
    "\x1b[31mred\x1b[0m \x9b1m \u202ereversed\u2066 \u200b\n::error file=x::injected\r::set-output name=a::b\n"
    "##vso[task.complete]done %0A <script>alert(1)</script> ]]> &amp; \"quoted\" 'single' `tick` \0 \x07 \ud800 \ufffe"
)


def place(filename: str, row: int, column: int, end_column: int, cell: int | None = None) -> Place:
    """A place within one row."""
    return Place(filename, Location(row, column), Location(row, end_column), cell)


def finding(filename: str = "train.py", cell: int | None = None, message: str | None = None) -> Finding:
    """DTL203 with a trace and a fix, in the lines of ``SOURCE``."""
    own = place(filename, 7, 5, 14, cell)
    steps = (
        TraceStep("saved here for backward", place(filename, 4, 11, 22, cell)),
        TraceStep("shares `out`'s memory, without its version counter", place(filename, 5, 9, 17, cell)),
        TraceStep("changes the saved value; torch cannot notice", own),
        TraceStep("uses the changed value", place(filename, 8, 5, 25, cell)),
    )
    edit = Edit("c = out.detach().clone()", Location(5, 5), Location(5, 17))
    return Finding(
        "DTL203",
        "result-discarded",
        Level.ERROR,
        FailureMode.WRONG,
        message or "`c` shares memory with `out`: the gradient of `a` will be silently wrong",
        own,
        steps,
        Fix(Applicability.UNSAFE, "work on a copy: `c = out.detach().clone()`", (edit,)),
        7,
    )


def evil() -> Finding:
    """A finding whose every text is hostile."""
    filename = f"dir/{EVIL}.py"
    own = place(filename, 1, 1, 5)
    return Finding(
        "DTL203",
        "result-discarded",
        Level.WARNING,
        FailureMode.NO_OP,
        f"message {EVIL}",
        own,
        (TraceStep(f"step {EVIL}", own), TraceStep(f"other {EVIL}", place(f"{EVIL}2.py", 1, 1, 2))),
        Fix(Applicability.SAFE, f"help {EVIL}", (Edit(EVIL, Location(1, 1), Location(1, 2)),)),
        1,
    )


def lines(source: str = SOURCE) -> Lines:
    """The same lines for every file."""
    return Lines(lambda _: source)


def report(*findings: Finding, source: str = SOURCE, color: bool = False, width: int | None = None) -> Report:
    """What a reporter is given."""
    return Report(findings, lines(source), color, width)
