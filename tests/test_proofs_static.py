"""The proofs under the linter: bad is reported on the marked line by its rule and nothing else, good is silent."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

import pytest

from detachlint.lint import lint_source
from detachlint.prove import Pair, pairs
from detachlint.rules.registry import names, rule
from detachlint.settings import Settings

MARK = re.compile(r"# (DTL\d{3})\b")
REASON = re.compile(r"# DTL\d{3} \S+")
MISSES = Path(__file__).parent / "known_misses.txt"
"""Scripts (``DTL101/bad_2.py``) that do not come out right yet, and rules (``DTL403``) that need more proofs.

A line of this list that is not needed fails.
"""
WITHOUT_PROOF = {"DTL001", "DTL002", "DTL003"}
"""Rules about the linter's own work, which torch has no part in."""
LINES_OF_A_TRAINING_SCRIPT = 25

ALL = pairs()
SCRIPTS = [script for pair in ALL for script in (pair.bad, pair.good)]
PROVEN = sorted(set(names()) - WITHOUT_PROOF)


def known_misses() -> set[str]:
    lines = MISSES.read_text(encoding="utf-8").splitlines()
    return {line.split("#")[0].strip() for line in lines} - {""}


def short(script: Path) -> str:
    return f"{script.parent.name}/{script.name}"


def expecting_misses(values: Iterable[tuple[str, object]]) -> list[object]:
    """Parameters by their names; those that are known to come out wrong are expected to."""
    wrong = known_misses()
    mark = pytest.mark.xfail(strict=True, raises=AssertionError, reason="a known miss")
    return [pytest.param(value, id=name, marks=[mark] * (name in wrong)) for name, value in values]


def settings_for(code: str) -> Settings:
    """The defaults, and the rule itself where it has to be asked for."""
    return Settings() if rule(code).level.on_by_default else Settings(extend_select=(code,))


def marks(script: Path) -> list[tuple[int, str]]:
    """Row and code of every marked line."""
    lines = script.read_text(encoding="utf-8").splitlines()
    found = ((row, MARK.search(line)) for row, line in enumerate(lines, 1))
    return [(row, match.group(1)) for row, match in found if match]


@pytest.mark.parametrize("script", expecting_misses((short(script), script) for script in SCRIPTS))
def test_what_is_marked_is_reported(script: Path) -> None:
    text = script.read_text(encoding="utf-8")
    findings = lint_source(text, str(script), settings_for(script.parent.name))
    assert [(finding.place.start.row, finding.code) for finding in findings] == marks(script)


@pytest.mark.parametrize("pair", ALL, ids=lambda pair: pair.name)
def test_bad_is_marked_and_good_is_not(pair: Pair) -> None:
    assert {code for _, code in marks(pair.bad)} == {pair.code}
    assert marks(pair.good) == []
    assert REASON.search(pair.bad.read_text(encoding="utf-8"))


def test_known_misses_are_scripts_or_rules() -> None:
    assert known_misses() <= {*map(short, SCRIPTS), *PROVEN}


@pytest.mark.parametrize("code", expecting_misses((code, code) for code in PROVEN))
def test_every_rule_is_proven_twice_and_in_a_training_script(code: str) -> None:
    own = [pair for pair in ALL if pair.code == code]
    assert len(own) >= 2
    assert max(len(pair.bad.read_text(encoding="utf-8").splitlines()) for pair in own) >= LINES_OF_A_TRAINING_SCRIPT
