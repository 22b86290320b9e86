"""Fixes are proven: the fixed bad proof runs under torch without its symptom and draws no report of its rule."""

from __future__ import annotations

from pathlib import Path

import pytest

from detachlint.fixes import fix_text
from detachlint.lint import lint_source
from detachlint.prove import Outcome, Pair, judge, pairs, run
from detachlint.rules.registry import rule, rules
from detachlint.settings import Settings

PROVEN = {
    *("DTL101", "DTL102", "DTL103", "DTL105", "DTL106", "DTL108", "DTL114", "DTL203", "DTL205", "DTL209", "DTL212"),
    *("DTL213", "DTL301", "DTL302", "DTL303", "DTL403", "DTL407", "DTL506", "DTL606", "DTL901", "DTL903", "DTL904"),
    "DTL905",
}


FIXED_ELSEWHERE = {"DTL604", "DTL703"}
"""Rules whose proofs are not of the shape that their fixes can rewrite; tests of their own hold those."""
WITHOUT_PROOF = {"DTL001", "DTL002", "DTL003"}


def settings_for(code: str) -> Settings:
    return Settings() if rule(code).level.on_by_default else Settings(extend_select=(code,))


def fixed(text: str, code: str) -> str:
    """The text after all fixes, the unsafe ones included, of one rule."""
    settings = Settings(select=(code,))
    return fix_text(text, "bad.py", settings, lambda now: lint_source(now, "bad.py", settings), unsafe=True).text


def fixable() -> list[tuple[Pair, str]]:
    """Proofs that a fix changes, with the bad script as it is afterwards."""
    found = []
    for pair in pairs():
        before = pair.bad.read_text(encoding="utf-8")
        after = fixed(before, pair.code)
        if after != before:
            found.append((pair, after))
    return found


FIXED = fixable()


@pytest.fixture(scope="module")
def outcomes(tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[Outcome, Outcome]]:
    """What the fixed and the good script of each pair did."""
    folder = tmp_path_factory.mktemp("fixed")
    scripts: dict[str, Path] = {}
    for index, (pair, text) in enumerate(FIXED):
        scripts[pair.name] = folder / f"{index}.py"
        scripts[pair.name].write_text(text, encoding="utf-8")
    _, done = run([*scripts.values(), *(pair.good for pair, _ in FIXED)])
    return {pair.name: (done[scripts[pair.name]], done[pair.good]) for pair, _ in FIXED}


def test_fixes_are_proven_of_all_rules_that_have_some() -> None:
    assert {pair.code for pair, _ in FIXED} >= PROVEN


def test_logarithm_of_a_softmax_is_joined() -> None:
    head = "import torch\nimport torch.nn.functional as F\n\nw = torch.ones(2, 3, requires_grad=True)\n"
    before = f"{head}y = torch.log(F.softmax(w, dim=1)) + w.softmax(-1).log()  # kept\ny.sum().backward()\n"
    after = f"{head}y = F.log_softmax(w, dim=1) + w.log_softmax(-1)  # kept\ny.sum().backward()\n"
    assert fixed(before, "DTL703") == after


def test_methods_of_a_function_are_made_static() -> None:
    head = "import torch\n\n\nclass Double(torch.autograd.Function):\n"
    forward, backward = (
        "    def forward(ctx, x):\n        return x * 2\n",
        "    def backward(ctx, g):\n        return g * 2\n",
    )
    static = "    @staticmethod\n"
    assert fixed(f"{head}{forward}\n{backward}", "DTL604") == f"{head}{static}{forward}\n{static}{backward}"
    old = f"{head}{forward}\n{backward}".replace("ctx", "self")
    assert fixed(old, "DTL604") == old


@pytest.mark.parametrize("case", FIXED, ids=lambda case: case[0].name)
def test_fixed_script_shows_no_symptom(case: tuple[Pair, str], outcomes: dict[str, tuple[Outcome, Outcome]]) -> None:
    pair, text = case
    after, good = outcomes[pair.name]
    assert after.error is None, text
    if pair.mode not in ("raises", "n/a"):
        assert judge(pair, after, good).doubt != "", text


@pytest.mark.parametrize("case", FIXED, ids=lambda case: case[0].name)
def test_fixed_script_draws_no_report_of_the_rule(case: tuple[Pair, str]) -> None:
    pair, text = case
    found = lint_source(text, "bad.py", settings_for(pair.code))
    assert [finding.code for finding in found if finding.code == pair.code] == []


@pytest.mark.parametrize("case", FIXED, ids=lambda case: case[0].name)
def test_fixing_twice_changes_nothing_more(case: tuple[Pair, str]) -> None:
    pair, text = case
    assert fixed(text, pair.code) == text


@pytest.mark.parametrize("code", sorted(set(rules()) - WITHOUT_PROOF))
def test_rule_without_fixes_says_why(code: str) -> None:
    has_fixes = any(pair.code == code for pair, _ in FIXED) or code in FIXED_ELSEWHERE
    assert has_fixes == (rule(code).no_fix_reason is None)
