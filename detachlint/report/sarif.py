"""SARIF 2.1.0, as code scanning services read it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from typing import Any
from urllib.parse import quote

from detachlint import __version__
from detachlint.finding import Applicability, FailureMode, Finding, Fix, Level, Location, Place
from detachlint.report import Report
from detachlint.report.fingerprints import fingerprints
from detachlint.rules.base import Rule
from detachlint.rules.registry import rule

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
HOME = "https://github.com/detachlint/detachlint"
ROOT = "%SRCROOT%"
LONGEST_DESCRIPTION = 1024
LEVELS = {Level.ERROR: "error", Level.WARNING: "warning", Level.LEGACY: "note", Level.PEDANTIC: "note"}
PRECISIONS = {Level.ERROR: "very-high", Level.WARNING: "high", Level.LEGACY: "very-high", Level.PEDANTIC: "medium"}


def render(report: Report) -> Iterator[str]:
    """The whole log."""
    codes = sorted({finding.code for finding in report.findings})
    driver = {
        "name": "detachlint",
        "version": __version__,
        "semanticVersion": __version__,
        "informationUri": HOME,
        "rules": [_descriptor(rule(code)) for code in codes],
    }
    known_by = fingerprints(report.findings, report.lines)
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "originalUriBaseIds": {ROOT: {"description": {"text": "The folder that detachlint was started in."}}},
        "results": [_result(finding, codes, key) for finding, key in zip(report.findings, known_by, strict=True)],
    }
    yield json.dumps({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}, indent=2) + "\n"


def _descriptor(rule: type[Rule]) -> dict[str, Any]:
    from detachlint.pages import markdown_page, plain_text

    page = markdown_page(rule)
    first = plain_text(page.split("\n## ", 1)[0])
    tags = ["pytorch", "autograd", "correctness"]
    if rule.failure_mode is not FailureMode.NOT_APPLICABLE:
        tags.append(rule.failure_mode.value)
    return {
        "id": rule.code,
        "name": "".join(part.capitalize() for part in rule.name.split("-")),
        "shortDescription": {"text": _sentence(plain_text(rule.summary))},
        "fullDescription": {"text": _shortened(first)},
        "help": {"text": plain_text(page), "markdown": page},
        "helpUri": rule.url(),
        "defaultConfiguration": {"level": LEVELS[rule.level]},
        "properties": {"precision": PRECISIONS[rule.level], "tags": tags},
    }


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}."


def _shortened(text: str) -> str:
    """At most as long as GitHub takes, ending at a word."""
    if len(text) <= LONGEST_DESCRIPTION:
        return text
    return text[: LONGEST_DESCRIPTION - 1].rsplit(None, 1)[0] + "…"


def _result(finding: Finding, codes: Sequence[str], fingerprint: str) -> dict[str, Any]:
    cell = f"cell {finding.place.cell}: " if finding.place.cell is not None else ""
    found: dict[str, Any] = {
        "ruleId": finding.code,
        "ruleIndex": codes.index(finding.code),
        "level": LEVELS[finding.level],
        "message": {"text": f"{cell}{finding.message}"},
        "locations": [_location(finding.place)],
        "partialFingerprints": {"primaryLocationLineHash": fingerprint},
    }
    if finding.trace:
        found["codeFlows"] = [_code_flow(finding)]
    if finding.fix is not None and finding.fix.edits and finding.fix.applicability is not Applicability.DISPLAY:
        found["fixes"] = [_fix(finding.fix, finding.place)]
    found["properties"] = {"failureMode": finding.failure_mode.value}
    if finding.fix is not None:
        found["properties"]["help"] = finding.fix.message
    if finding.place.cell is not None:
        found["properties"]["cell"] = finding.place.cell
    return found


def _code_flow(finding: Finding) -> dict[str, Any]:
    """The trace in order; the finding's own place ends it where it is not in it."""
    steps = [(step.message, step.place) for step in finding.trace]
    if all(place != finding.place for _, place in steps):
        steps.append((finding.message, finding.place))
    return {"threadFlows": [{"locations": [{"location": _location(place, text)} for text, place in steps]}]}


def _location(place: Place, message: str | None = None) -> dict[str, Any]:
    found: dict[str, Any] = {
        "physicalLocation": {"artifactLocation": _artifact(place.filename), "region": _region(place.start, place.end)}
    }
    if place.cell is not None:
        found["logicalLocations"] = [{"name": f"cell {place.cell}"}]
    if message is not None:
        found["message"] = {"text": message}
    return found


def _artifact(filename: str) -> dict[str, str]:
    """Relative to where the program was started; an absolute name, outside of it, as a file URI."""
    path = filename.replace("\\", "/")
    if path.startswith("/"):
        return {"uri": f"file://{_quoted(path)}"}
    return {"uri": _quoted(path), "uriBaseId": ROOT}


def _quoted(path: str) -> str:
    """Percent-encoded; what stands for undecodable bytes of a file name is those bytes again."""
    known = re.sub("[\ud800-\udc7f\udd00-\udfff]", "\ufffd", path)
    return quote(known.encode("utf-8", "surrogateescape"), safe="/!$&'()*+,;=@-._~")


def _region(start: Location, end: Location) -> dict[str, int]:
    return {"startLine": start.row, "startColumn": start.column, "endLine": end.row, "endColumn": end.column}


def _fix(fix: Fix, place: Place) -> dict[str, Any]:
    replacements = [
        {"deletedRegion": _region(edit.start, edit.end), "insertedContent": {"text": edit.content}}
        for edit in fix.edits
    ]
    change = {"artifactLocation": _artifact(place.filename), "replacements": replacements}
    return {"description": {"text": fix.message}, "artifactChanges": [change]}
