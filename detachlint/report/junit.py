"""JUnit's XML: a suite for each file, a failed case for each finding."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby

from detachlint.finding import Finding
from detachlint.report import Report
from detachlint.report.text import harmless, position

NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
ESCAPES = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "\n": "&#10;", "\r": "&#13;", "\t": "&#9;"}


def render(report: Report) -> Iterator[str]:
    """All findings; without any, one case that passed, since many readers take an empty report for a failure."""
    count = len(report.findings)
    yield '<?xml version="1.0" encoding="UTF-8"?>\n'
    yield f'<testsuites name="detachlint" tests="{max(count, 1)}" failures="{count}" errors="0">\n'
    if not count:
        yield '  <testsuite name="detachlint" tests="1" failures="0" errors="0" skipped="0">\n'
        yield '    <testcase name="detachlint" classname="detachlint"/>\n  </testsuite>\n'
    for filename, group in groupby(report.findings, key=lambda finding: finding.place.filename):
        yield from _suite(filename, list(group))
    yield "</testsuites>\n"


def _suite(filename: str, findings: list[Finding]) -> Iterator[str]:
    count = len(findings)
    yield f'  <testsuite name="{escape(filename)}" tests="{count}" failures="{count}" errors="0" skipped="0">\n'
    for finding in findings:
        yield from _case(finding)
    yield "  </testsuite>\n"


def _case(finding: Finding) -> Iterator[str]:
    place = finding.place
    name = f"{finding.code} at {position(place, row=False)}"
    classname = re.sub(r"\.(py|pyi|ipynb)$", "", place.filename)
    yield f'    <testcase name="{escape(name)}" classname="{escape(classname)}"'
    yield f' file="{escape(place.filename)}" line="{place.start.row}">\n'
    body = [f"{position(place)}: {finding.code} {harmless(finding.message)}"]
    body += [f"  {position(step.place)}: {harmless(step.message)}" for step in finding.trace]
    if finding.fix is not None:
        body.append(f"  help: {harmless(finding.fix.message)}")
    yield f'      <failure type="{finding.code}" message="{escape(finding.message)}">{escape_body(body)}</failure>\n'
    yield "    </testcase>\n"


def escape(text: str) -> str:
    """Text for an attribute; what XML cannot hold is replaced."""
    return "".join(ESCAPES.get(character, character) for character in NOT_XML.sub("\ufffd", text))


def escape_body(lines: list[str]) -> str:
    """Lines for the content of an element."""
    return "\n".join(escape(line) for line in lines)
