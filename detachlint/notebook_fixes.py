"""Fixes in notebooks, cell by cell, with the rest of the document as it was."""

from __future__ import annotations

from detachlint.finding import Finding
from detachlint.fixes import ROUNDS, Fixed, Lint, apply_round, may_apply, parses
from detachlint.magics import to_python
from detachlint.notebook import NotANotebook, code_cells, replace_cells
from detachlint.settings import Settings


def fix_notebook(text: str, filename: str, settings: Settings, lint: Lint, *, unsafe: bool = False) -> Fixed:
    """Apply every fix that may be applied, in rounds over all cells."""
    fixed = Fixed(text)
    for _ in range(ROUNDS):
        wanted = [finding for finding in lint(fixed.text) if may_apply(finding, filename, settings, unsafe)]
        changed, applied = _round(fixed.text, filename, wanted)
        if not applied:
            return fixed
        fixed.text = changed
        fixed.applied += applied
    return Fixed(text)


def _round(text: str, filename: str, findings: list[Finding]) -> tuple[str, list[Finding]]:
    try:
        cells = code_cells(text)
    except NotANotebook:
        return text, []
    changed: dict[int, str] = {}
    applied: list[Finding] = []
    for cell in cells:
        here = [finding for finding in findings if finding.place.cell == cell.number]
        source, done = apply_round(cell.source, here, lambda source: parses(to_python(source)[0], filename))
        if done:
            changed[cell.number] = source
            applied += done
    return (replace_cells(text, changed), applied) if applied else (text, [])
