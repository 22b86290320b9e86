"""``detachlint why``: from an error of torch's to the rules that are about it, and to the lines that can cause it."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from detachlint.error_causes import Cause, rank
from detachlint.pasted_error import TorchError, explain_error
from detachlint.report.lines import Lines
from detachlint.terminal import complain, relative, terminal_width, wants_color

if TYPE_CHECKING:
    from detachlint.discovery import SettingsFinder
    from detachlint.settings import Settings

EXPLAINED, UNKNOWN, FAILED = 0, 1, 2
STDIN = "-"


@dataclass(frozen=True)
class Answer:
    """All that is told of an error; ``causes`` is None when no paths were named to look for them in."""

    error: TorchError
    causes: Sequence[Cause] | None
    lines: Lines


def main(text: str, paths: Sequence[str], output_format: str, color: str) -> int:
    """Explain an error, and find its causes in the files under some paths; the exit status.

    0 when a rule is about the error, 1 when none is, 2 when the work could not be done.
    """
    from detachlint.settings import SettingsError

    error = explain_error(_standard_input() if text == STDIN else text)
    if error is None:
        complain(
            "no rule is about this error; give torch's own message (RuntimeError: ...) in quotes, or the whole "
            "traceback on standard input (-)"
        )
        return UNKNOWN
    try:
        answer, failed = _answered(error, paths)
    except SettingsError as wrong:
        complain(f"error: {wrong}")
        return FAILED
    pieces = _as_json(answer) if output_format == "json" else _as_text(answer, wants_color(color, sys.stdout))
    for piece in pieces:
        sys.stdout.write(piece)
    return FAILED if failed else EXPLAINED


def _standard_input() -> str:
    """All of it, whatever its bytes are: logs hold anything."""
    return sys.stdin.buffer.read().decode("utf-8", errors="replace")


def _answered(error: TorchError, paths: Sequence[str]) -> tuple[Answer, bool]:
    """What is told, and whether a path could not be searched."""
    from detachlint.check import read_text

    lines = Lines(read_text)
    if not paths:
        return Answer(error, None, lines), False
    from detachlint.discovery import find
    from detachlint.run import run

    found = find(paths, _finder(error))
    for problem in found.errors:
        complain(f"error: {problem}")
    if not found.targets:
        if not found.errors:
            complain("warning: no Python files found under the given paths")
        return Answer(error, None, lines), bool(found.errors)
    outcome = run(found.targets, cache=False)
    for warning in (*found.warnings, *outcome.warnings):
        complain(f"warning: {warning}")
    findings = relative(outcome.findings, os.getcwd())
    for finding in findings:
        if finding.code not in error.codes:
            complain(f"warning: {finding.place.filename}:{finding.place.start.row}: {finding.message}")
    return Answer(error, rank(findings, error, lines.line), lines), bool(found.errors)


def _finder(error: TorchError) -> SettingsFinder:
    """Settings as they are configured, except that just the rules in question run, whatever is suppressed.

    What could not be analysed is told as well, since the cause can be there.
    """
    from detachlint.discovery import SettingsFinder
    from detachlint.rules.registry import ANALYSIS_GAVE_UP, UNREADABLE_FILE
    from detachlint.selection import Selection

    wanted = Selection(select=(*error.codes, UNREADABLE_FILE, ANALYSIS_GAVE_UP))

    def override(settings: Settings) -> Settings:
        return replace(settings, command_line=wanted, per_file_ignores=(), noqa=False)

    return SettingsFinder(override)


# ------------------------------------------------------------------------------------------------ output


def _as_text(answer: Answer, color: bool) -> Iterator[str]:
    from detachlint.pages import plain_text
    from detachlint.report.text import BOLD, harmless, painted
    from detachlint.rules.registry import rule

    error = answer.error
    yield f"{painted(harmless(error.quote), BOLD, color)}\n\n{plain_text(error.kind.meaning)}\n\n"
    yield "Rules about it, the likeliest first (`detachlint explain CODE` tells more):\n"
    rules = [rule(code) for code in error.codes]
    longest = max(len(one.name) for one in rules)
    for one in rules:
        yield f"  {painted(one.code, BOLD, color)}  {one.name:{longest}}  {plain_text(one.summary)}\n"
    if answer.causes:
        yield "\nLines that can cause it, the likeliest first:\n\n"
        for cause in answer.causes:
            yield from _cause_shown(cause, answer.lines, color)
    elif answer.causes is not None:
        yield "\nNo line was found of which it is certain that it can cause this.\n"
        if error.raised_at is not None and error.raised_at.row:
            yield f"torch raised at {harmless(error.raised_at.file)}:{error.raised_at.row}.\n"


def _cause_shown(cause: Cause, lines: Lines, color: bool) -> Iterator[str]:
    """A finding as ``check`` shows it, and what speaks for it."""
    from detachlint.report import Report
    from detachlint.report.full import render
    from detachlint.report.text import HELP, harmless, painted

    shown = "".join(render(Report((cause.finding,), lines, color, terminal_width(sys.stdout))))
    yield shown.removesuffix("\n")
    if cause.reasons:
        yield f"   {painted('why', HELP, color)}: {harmless('; '.join(cause.reasons))}\n"
    yield "\n"


def _as_json(answer: Answer) -> Iterator[str]:
    from detachlint.rules.registry import names

    error = answer.error
    raised_at = error.raised_at
    record: dict[str, Any] = {
        "error": error.quote,
        "kind": error.kind.name,
        "meaning": error.kind.meaning,
        "rules": [{"code": code, "name": names()[code]} for code in error.codes],
        "tensor": {
            "dtype": error.dtype or None,
            "shape": None if error.shape is None else list(error.shape),
            "operator": error.operator or None,
            "version": error.version,
            "expected_version": error.expected,
        },
        "raised_at": None if raised_at is None else {"filename": raised_at.file, "row": raised_at.row},
        "causes": None if answer.causes is None else [_cause_record(cause) for cause in answer.causes],
    }
    yield json.dumps(record, indent=2) + "\n"


def _cause_record(cause: Cause) -> dict[str, Any]:
    from detachlint.record import finding_record
    from detachlint.rules.registry import url

    finding = cause.finding
    return {
        **finding_record(finding, url(finding.code)),
        "score": round(cause.score, 2),
        "reasons": list(cause.reasons),
    }
