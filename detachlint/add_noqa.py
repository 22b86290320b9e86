"""``--add-noqa``: comments that suppress all that is reported now, and nothing else changed."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence

from detachlint.files import source_of
from detachlint.finding import Finding
from detachlint.notebook import code_cells, replace_cells
from detachlint.source import Source, UnreadableSource, split_lines
from detachlint.suppress import NOQA, layout_of
from detachlint.writing import NotWritten, replace_file

Wanted = dict[int, set[str]]
"""Codes to suppress by the row that the comment goes to."""
BEYOND_COMMENTS = frozenset({"DTL001", "DTL002"})
"""What no comment can suppress: files in which comments are not read, and the comments themselves."""


def add_noqa(findings: Sequence[Finding], linted: Iterable[str]) -> tuple[int, list[str]]:
    """Write the comments; how many there are, and what went wrong."""
    files: dict[str, list[Finding]] = defaultdict(list)
    names = set(linted)
    for finding in findings:
        if finding.code not in BEYOND_COMMENTS and finding.place.filename in names:
            files[finding.place.filename].append(finding)
    count = 0
    errors: list[str] = []
    for path, found in files.items():
        try:
            count += _annotate(path, found)
        except (OSError, UnreadableSource, NotWritten) as error:
            errors.append(str(error))
    return count, errors


def _annotate(path: str, findings: list[Finding]) -> int:
    with open(path, "rb") as file:
        data = file.read()
    source = source_of(path, data)
    if source.encode(source.text) != data:
        raise NotWritten(f"{path}: cannot be written back to the byte, and was left alone")
    changed, count = _annotated(path, source, findings)
    if count:
        replace_file(path, data, source.encode(changed))
    return count


def _annotated(path: str, source: Source, findings: list[Finding]) -> tuple[str, int]:
    if not path.endswith(".ipynb"):
        wanted = _rows(findings)
        return with_comments(source.text, wanted), len(wanted)
    changed: dict[int, str] = {}
    count = 0
    for cell in code_cells(source.text):
        wanted = _rows([finding for finding in findings if finding.place.cell == cell.number])
        if wanted:
            changed[cell.number] = with_comments(cell.source, wanted)
            count += len(wanted)
    return replace_cells(source.text, changed), count


def _rows(findings: list[Finding]) -> Wanted:
    wanted: Wanted = defaultdict(set)
    for finding in findings:
        wanted[finding.noqa_row or finding.place.start.row].add(finding.code)
    return dict(wanted)


def with_comments(text: str, wanted: Wanted) -> str:
    """A text with the comments at the ends of rows; one that has codes already gets more."""
    comments = {comment.row: comment for comment in layout_of(text).comments}
    lines = split_lines(text)
    for row, codes in wanted.items():
        line = lines[row - 1]
        body = line.rstrip("\r\n")
        ending = line[len(body) :]
        comment = comments.get(row)
        head = body[: comment.column - 1] if comment is not None else body
        tail = _merged(body[len(head) :], codes) if comment is not None else None
        lines[row - 1] = f"{head}{tail or _added(body[len(head) :], codes)}{ending}"
    return "".join(lines)


def _merged(comment: str, codes: set[str]) -> str | None:
    """A comment whose ``noqa`` names more codes; None when it has none."""
    found = NOQA.search(comment)
    if found is None or not found["codes"]:
        return None
    written = re.findall(r"[A-Za-z]+[0-9]+", found["codes"])
    missing = sorted(codes - {code.upper() for code in written})
    end = found.start("codes") + len(found["codes"].rstrip(", \t"))
    return f"{comment[:end]}{''.join(f', {code}' for code in missing)}{comment[end:]}"


def _added(comment: str, codes: set[str]) -> str:
    return f"{comment}  # noqa: {', '.join(sorted(codes))}"
