"""Holds detachlint's report against torch's verdict on one program, and shortens programs that show a difference."""

from __future__ import annotations

from detachlint.finding import FailureMode, Finding, Level
from detachlint.lint import lint_source
from detachlint.settings import Settings
from tests.source.generating import Statement, source
from tests.source.judging import CLEAN, FILENAME, OTHER, WRONG, Verdict, judge
from tests.source.known import is_known_alarm

SETTINGS = Settings()
FAMILIES = {
    "modified": {"DTL101", "DTL102", "DTL113", "DTL402"},
    "view written": {"DTL107", "DTL109"},
    "no-grad view written": {"DTL109"},
    "leaf written": {"DTL106"},
    "twice": {"DTL401", "DTL402", "DTL405"},
    "no graph": {"DTL201", "DTL204", "DTL211", "DTL215"},
    "view detached": {"DTL202"},
    "non-leaf optimized": {"DTL306"},
    WRONG: {"DTL103", "DTL105"},
}
FALSE_ALARM, MISSED = "false alarm", "missed"


def compare(program: list[Statement]) -> tuple[Verdict, str | None]:
    """Torch's verdict, and how the report differs from it; None where it agrees."""
    return compare_text(source(program))


def compare_text(text: str, *, forgive: bool = True) -> tuple[Verdict, str | None]:
    """The same of a text; with ``forgive`` what is known to be wrongly reported counts as agreed."""
    verdict = judge(text)
    if verdict.kind == OTHER:
        return verdict, None
    found = lint_source(text, FILENAME, SETTINGS)
    if verdict.kind == CLEAN:
        alarms = [
            finding for finding in found if _claims_failure(finding) and not (forgive and is_known_alarm(finding))
        ]
        return verdict, f"{FALSE_ALARM}: {_listed(alarms)}" if alarms else None
    family = FAMILIES[verdict.kind]
    if any(finding.code in family and (verdict.kind == WRONG or _concerns(finding, verdict)) for finding in found):
        return verdict, None
    return verdict, f"{MISSED}: {verdict.kind} at {verdict.row}; reported: {_listed(found)}"


def shrink(program: list[Statement], kind: str) -> list[Statement]:
    """A program that still differs in the same way and no longer does when any statement is left out."""
    again = True
    while again:
        again = False
        for shorter in _shorter(program):
            difference = compare(shorter)[1]
            if difference is not None and difference.startswith(kind):
                program, again = shorter, True
                break
    return program


def _shorter(program: list[Statement]) -> list[list[Statement]]:
    made = []
    for index in reversed(range(len(program))):
        before, item, after = program[:index], program[index], program[index + 1 :]
        made.append([*before, *after])
        if item.body is not None:
            made += [[*before, Statement(item.text, body), *after] for body in _shorter(item.body)]
    return made


def _claims_failure(finding: Finding) -> bool:
    return finding.level is Level.ERROR and finding.failure_mode in (FailureMode.RAISES, FailureMode.WRONG)


def _concerns(finding: Finding, verdict: Verdict) -> bool:
    rows = {finding.place.start.row, *(step.place.start.row for step in finding.trace)}
    return bool(rows & verdict.rows)


def _listed(found: list[Finding]) -> str:
    return ", ".join(f"{finding.code} at {finding.place.start.row}" for finding in found) or "nothing"
