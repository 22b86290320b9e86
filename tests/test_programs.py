"""Programs people write, right and wrong: reported on the marked lines alone, and torch shows the symptom.

A folder of ``programs`` is one kind of program: ``good.py``, and ``bad.py`` (or several, ``bad_*.py``) that break it.
A bad script may have a right twin of its own, ``good_*.py``.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from detachlint.lint import lint_source
from detachlint.prove import Outcome, Pair, judge, run, symptom
from detachlint.rules.registry import rule
from detachlint.settings import Settings

PROGRAMS = Path(__file__).parent / "programs"
MARK = re.compile(r"# (DTL\d{3})\b")
SCRIPTS = sorted(PROGRAMS.glob("*/*.py"))
BAD = [script for script in SCRIPTS if script.name.startswith("bad")]


def short(script: Path) -> str:
    return f"{script.parent.name}/{script.name}"


def marks(script: Path) -> list[tuple[int, str]]:
    """Row and code of every marked line."""
    lines = script.read_text(encoding="utf-8").splitlines()
    return [(row, code) for row, line in enumerate(lines, 1) for code in MARK.findall(line)]


def settings_for(script: Path) -> Settings:
    """The defaults, and the rules that are marked anywhere in the folder where they have to be asked for."""
    marked = {code for other in script.parent.glob("*.py") for _, code in marks(other)}
    return Settings(extend_select=tuple(sorted(code for code in marked if not rule(code).level.on_by_default)))


def twin(script: Path) -> Path:
    own = script.with_name(script.name.replace("bad", "good", 1))
    return own if own.exists() else script.with_name("good.py")


@pytest.fixture(scope="module")
def outcomes() -> dict[Path, Outcome]:
    """What every script did under torch, each run once."""
    _, found = run(SCRIPTS)
    return found


@pytest.mark.parametrize("script", SCRIPTS, ids=short)
def test_what_is_marked_is_reported_and_nothing_else(script: Path) -> None:
    findings = lint_source(script.read_text(encoding="utf-8"), str(script), settings_for(script))
    assert [(finding.place.start.row, finding.code) for finding in findings] == marks(script)


@pytest.mark.parametrize("script", SCRIPTS, ids=short)
def test_bad_scripts_alone_are_marked(script: Path) -> None:
    assert bool(marks(script)) == script.name.startswith("bad")


@pytest.mark.parametrize("script", BAD, ids=short)
def test_torch_shows_the_symptom_in_the_bad_script_alone(script: Path, outcomes: dict[Path, Outcome]) -> None:
    mode, message = symptom(script)
    good = twin(script)
    pair = Pair(marks(script)[0][1], script, good, mode, message)
    assert judge(pair, outcomes[script], outcomes[good]).doubt == ""


@pytest.mark.parametrize("script", [script for script in SCRIPTS if script not in BAD], ids=short)
def test_good_scripts_run(script: Path, outcomes: dict[Path, Outcome]) -> None:
    assert outcomes[script].error is None
