"""One source to its findings: parse, interpret, rules, suppressions. Pure: no files, no globals."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from detachlint import triage
from detachlint.finding import FailureMode, Finding, Level, Location, Place
from detachlint.rules.registry import ANALYSIS_GAVE_UP, UNREADABLE_FILE, UNUSED_SUPPRESSION, names
from detachlint.selection import covers_any
from detachlint.settings import Settings
from detachlint.source import split_lines
from detachlint.suppress import HINT, suppressed
from detachlint.syntax import Problem, check

if TYPE_CHECKING:
    from detachlint.interpret.project import Project

FindProject = Callable[[], "Project"]
LARGEST = 2_000_000
"""Characters; a longer file that can matter is reported rather than analysed."""


def lint_source(
    text: str, filename: str = "<string>", settings: Settings | None = None, *, project: Project | None = None
) -> list[Finding]:
    """All findings in one source text (a notebook's, when ``filename`` ends in ``.ipynb``), in the order of the file.

    With ``project``, imports from the same project are followed, and findings in the files that are reached come
    along; without it nothing but ``text`` is looked at.
    """
    return lint_text(text, filename, settings or Settings(), None if project is None else lambda: project)


def lint_text(text: str, filename: str, settings: Settings, find_project: FindProject | None) -> list[Finding]:
    """The same, where the project is looked for only if the text needs to be analysed."""
    if filename.endswith(".ipynb"):
        from detachlint.notebook_lint import lint_notebook

        return lint_notebook(text, filename, settings, find_project)
    return lint_python(text.removeprefix("\ufeff"), filename, settings, find_project)


def lint_python(text: str, filename: str, settings: Settings, find_project: FindProject | None) -> list[Finding]:
    """All findings in one Python source text."""
    if len(text) > LARGEST:
        return too_long(text, filename, settings, find_project is not None)
    problem = check(text, filename)
    if problem is None and nothing_to_say(text, settings, find_project is not None):
        return []
    active = active_codes(settings, filename)
    if problem is not None and problem.final:
        found = [too_deep(problem, filename) if problem.too_deep else unreadable(problem, filename)]
        return [finding for finding in found if finding.code in active]
    if problem is None and not triage.can_matter(text, follows_imports=find_project is not None):
        return suppressed([], text, filename, active, settings.noqa)
    project = find_project() if find_project is not None else None
    found = _analysed(text, filename, settings, active, problem, project)
    if found and found[0].code == UNREADABLE_FILE:
        return [finding for finding in found if finding.code in active]
    own = [finding for finding in found if finding.place.filename == filename and finding.code in active]
    foreign = [finding for finding in found if finding.place.filename != filename]
    kept = suppressed(own, text, filename, active, settings.noqa)
    if project is not None and foreign:
        kept += _suppressed_elsewhere(foreign, settings, project)
    return sorted(kept, key=lambda finding: finding.sort_key)


def too_long(text: str, filename: str, settings: Settings, follows_imports: bool) -> list[Finding]:
    """What is said of a text that would take too much time and memory: that it was not analysed, if it can matter."""
    if not triage.can_matter(text, follows_imports=follows_imports):
        return []
    finding = gave_up(f"the file is longer than {LARGEST:,} characters and was not analysed", filename)
    return [finding] if finding.code in active_codes(settings, filename) else []


def nothing_to_say(text: str, settings: Settings, follows_imports: bool) -> bool:
    """Whether neither a rule nor a suppression that is not needed can be in a text; no rule is imported to know."""
    if triage.can_matter(text, follows_imports=follows_imports):
        return False
    return not (settings.mentions(UNUSED_SUPPRESSION) and HINT.search(text))


def warm_up() -> None:
    """Import all that an analysis needs, so that worker processes start with it."""
    import detachlint.analysis  # noqa: F401
    from detachlint.rules.registry import rules

    rules()


def active_codes(settings: Settings, filename: str) -> frozenset[str]:
    """Codes of the rules that run in a file."""
    codes = settings.codes()
    ignored = settings.ignored_in_file(filename)
    return frozenset(code for code in codes if not covers_any(ignored, code)) if ignored else codes


def _analysed(
    text: str,
    filename: str,
    settings: Settings,
    active: frozenset[str],
    problem: Problem | None,
    project: Project | None,
) -> list[Finding]:
    import libcst

    from detachlint.analysis import analyse
    from detachlint.rules.registry import rules

    wanted = [rule for code, rule in rules().items() if code in active]
    try:
        return analyse(text, filename, wanted, torch_version=settings.torch_version, project=project)
    except libcst.ParserSyntaxError as error:
        if problem is None:
            problem = Problem(f"syntax error: {error.message}", max(error.raw_line, 1), error.raw_column + 1)
        return [unreadable(problem, filename, text)]


def _suppressed_elsewhere(findings: Sequence[Finding], settings: Settings, project: Project) -> list[Finding]:
    """Findings in the files that imports led to, less what their own comments and settings switch off."""
    by_file: dict[str, list[Finding]] = {}
    for finding in findings:
        by_file.setdefault(finding.place.filename, []).append(finding)
    kept: list[Finding] = []
    for filename, found in by_file.items():
        active = active_codes(settings, filename) - {"DTL001"}
        text = project.read(filename)
        if text is not None:
            found = [finding for finding in found if finding.code in active]
            kept += suppressed(found, text, filename, active, settings.noqa)
    return kept


# ------------------------------------------------------------------------------------------------ own findings


def unreadable(problem: Problem, filename: str, text: str | None = None) -> Finding:
    """A finding of DTL002."""
    row, column = problem.row, problem.column
    if text is not None:
        row, column = _inside(row, column, text)
    start = Location(row, column)
    place = Place(filename, start, Location(row, column + 1))
    return _own(UNREADABLE_FILE, Level.ERROR, problem.message, place)


def too_deep(problem: Problem, filename: str) -> Finding:
    """A finding of DTL003 for a whole file."""
    return gave_up(f"the file was not analysed: it is {problem.message}", filename)


def gave_up(message: str, filename: str) -> Finding:
    """A finding of DTL003 at the head of a file."""
    return _own(ANALYSIS_GAVE_UP, Level.WARNING, message, Place(filename, Location(1, 1), Location(1, 1)))


def _own(code: str, level: Level, message: str, place: Place) -> Finding:
    return Finding(
        code,
        names()[code],
        level,
        FailureMode.NOT_APPLICABLE,
        message,
        place,
        noqa_row=place.start.row,
    )


def _inside(row: int, column: int, text: str) -> tuple[int, int]:
    """A place that exists: parsers may point behind the end of the text."""
    lines = split_lines(text)
    if row > len(lines):
        last = lines[-1].rstrip("\r\n") if lines else ""
        return max(len(lines), 1), len(last) + 1
    return row, min(column, len(lines[row - 1].rstrip("\r\n")) + 1)
