"""The registry, ``explain``, ``rules``, and the pages they print."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from detachlint.finding import Level
from detachlint.pages import examples, full_page, markdown_page, rules_md
from detachlint.rules import registry
from detachlint.selection import Selection, selected_codes
from detachlint.terminal_page import formatted
from tests.cli.support import detachlint

RULES_MD = Path(__file__).parents[2] / "rules.md"


def test_every_rule_is_found_under_its_code_and_name() -> None:
    rules = registry.rules()
    assert len(rules) > 30
    for code, rule in rules.items():
        assert (rule.code, rule.name) == (code, registry.names()[code])
        assert registry.find_code(code) == registry.find_code(rule.name) == code
        assert registry.rule(code) is rule


def test_every_rule_is_documented() -> None:
    for rule in registry.rules().values():
        page = markdown_page(rule)
        assert "## What torch does" in page
        assert "## How to fix" in page
        assert "## When to suppress" in page
        assert rule.summary
        assert not rule.summary.endswith(".")


def test_related_rules_exist_or_are_in_the_catalogue() -> None:
    for rule in registry.rules().values():
        assert all(re.fullmatch(r"DTL\d{3}", code) and code != rule.code for code in rule.related)


def test_default_selection_is_errors_and_warnings() -> None:
    default = registry.default_codes()
    levels = {rule.level for code, rule in registry.rules().items() if code in default}
    assert levels == {Level.ERROR, Level.WARNING}
    assert "DTL001" not in default
    assert "DTL901" not in default


@pytest.mark.parametrize(
    ("layers", "selected", "left_out"),
    [
        ([Selection()], ["DTL203"], ["DTL901", "DTL001"]),
        ([Selection(select=("DTL9",))], ["DTL901"], ["DTL203"]),
        ([Selection(select=("ALL",), ignore=("DTL9",))], ["DTL203", "DTL001"], ["DTL901"]),
        ([Selection(select=("DTL901",), ignore=("DTL9",))], ["DTL901"], ["DTL903"]),
        ([Selection(select=("DTL9",), ignore=("DTL901",))], ["DTL903"], ["DTL901"]),
        ([Selection(select=("DTL901",), ignore=("DTL901",))], [], ["DTL901"]),
        ([Selection(extend_select=("DTL9",))], ["DTL203", "DTL901"], []),
        ([Selection(ignore=("DTL203",)), Selection(select=("DTL203",))], ["DTL203"], ["DTL901"]),
        ([Selection(select=("DTL203",)), Selection(ignore=("DTL2",))], [], ["DTL203"]),
        ([Selection(ignore=("DTL203",)), Selection(extend_select=("DTL203",))], ["DTL203"], []),
        ([Selection(select=("DTL9",)), Selection(extend_ignore=("DTL901",))], ["DTL903"], ["DTL901"]),
    ],
)
def test_layers_of_selection(layers: list[Selection], selected: list[str], left_out: list[str]) -> None:
    codes = selected_codes(tuple(layers))
    assert codes.issuperset(selected)
    assert not codes.intersection(left_out)
    assert "DTL002" in codes


@pytest.mark.parametrize("wanted", ["DTL203", "dtl203", "result-discarded", "result_discarded"])
def test_explain(tmp_path: Path, wanted: str) -> None:
    ran = detachlint("explain", wanted, cwd=tmp_path)
    assert ran.status == 0
    assert ran.out.startswith("DTL203 result-discarded\n\n    ")
    assert "\nHow to fix\n\n    " in ran.out
    assert "\n        import torch\n" in ran.out
    assert not re.search(r"^#|```|\]\(|\033", ran.out, flags=re.MULTILINE)


def test_explain_as_markdown(tmp_path: Path) -> None:
    ran = detachlint("explain", "DTL203", "--output-format", "markdown", cwd=tmp_path)
    assert ran.out == full_page(registry.rule("DTL203"))
    assert ran.out.startswith("# DTL203 result-discarded\n")


@pytest.mark.parametrize(("option", "colored"), [("always", True), ("auto", False), ("never", False)])
def test_explain_in_colours(tmp_path: Path, option: str, colored: bool) -> None:
    ran = detachlint("explain", "DTL203", "--color", option, cwd=tmp_path)
    assert ("\033[1mHow to fix\033[0m" in ran.out) is colored
    assert ("\033" in ran.out) is colored


@pytest.mark.parametrize("code", list(registry.names()))
def test_pages_fit_a_terminal_and_lose_no_word(code: str) -> None:
    page = full_page(registry.rule(code))
    shown = formatted(page, 60, color=False)
    prose = [line for line in shown.splitlines() if not line.startswith("        ")]
    assert [line for line in prose if len(line) > 60 and " " in line.strip(" -")] == []
    plain = re.sub(r"^#+ |^```\w*$|\]\(#[^)]*\)|[\[\]<>]", "", page, flags=re.MULTILINE)
    assert re.sub(r"[\[\]<>]", "", shown).split() == plain.split()


def test_markdown_for_a_terminal() -> None:
    page = """# Title

Some `code` and a [link](#there), and [another](https://pytorch.org/docs).  
A line of its own.

## Section

- an item that is long enough to be broken
- <https://pytorch.org>

```python
x = 1

y = 2
```
"""  # noqa: W291
    assert (
        formatted(page, 30, color=False)
        == """Title

    Some `code` and a link,
    and another
    (https://pytorch.org/docs).
    A line of its own.

Section

    - an item that is long
      enough to be broken
    - https://pytorch.org

        x = 1

        y = 2
"""
    )
    assert "\033[94m`code`\033[0m" in formatted(page, 30, color=True)


def test_explain_as_json(tmp_path: Path) -> None:
    page = json.loads(detachlint("explain", "DTL203", "--output-format", "json", cwd=tmp_path).out)
    assert (page["code"], page["name"], page["level"]) == ("DTL203", "result-discarded", "E")
    assert "How to fix" in page["explanation"]


@pytest.mark.parametrize(
    ("wanted", "guess"), [("DTL2O3", "DTL203"), ("result-discared", "DTL203"), ("qqqqqq", "detachlint rules")]
)
def test_explain_names_the_nearest_rule(tmp_path: Path, wanted: str, guess: str) -> None:
    ran = detachlint("explain", wanted, cwd=tmp_path)
    assert ran.status == 2
    assert guess in ran.err


def test_list_of_rules(tmp_path: Path) -> None:
    lines = detachlint("rules", cwd=tmp_path).out.splitlines()
    assert [line.split()[0] for line in lines[1:]] == list(registry.names())
    records = json.loads(detachlint("rules", "--output-format", "json", cwd=tmp_path).out)
    assert [record["code"] for record in records] == list(registry.names())


def test_examples_come_from_the_proofs() -> None:
    found = examples("DTL203")
    assert found is not None
    bad, good = found
    assert "# DTL203" in bad
    assert "# symptom" not in bad + good
    assert "evidence" not in bad + good
    assert examples("DTL001") is None


def test_rules_md_is_current() -> None:
    assert RULES_MD.read_text(encoding="utf-8") == rules_md(), "run `python -m detachlint.pages`"


def test_links_in_rules_md_lead_somewhere() -> None:
    text = rules_md()
    headings = {
        re.sub(r"[^\w -]", "", heading).strip().lower().replace(" ", "-")
        for heading in re.findall(r"^#+ (.*)$", text, flags=re.MULTILINE)
    }
    links = set(re.findall(r"\]\(#([^)]*)\)", text))
    assert links
    assert links <= headings
    assert {rule.url().rpartition("#")[2] for rule in registry.rules().values()} <= headings


def test_pages_show_what_torch_did() -> None:
    raising, silent = markdown_page(registry.rule("DTL106")), markdown_page(registry.rule("DTL103"))
    assert "leaf Variable that requires grad is being used in an in-place operation." in raising
    assert re.search(r"torch \d+\.\d+\.\d+ stops the first with", raising)
    assert "a.grad = [0.0, 0.0, 0.0, 0.0]" in silent
    assert "and the second" in silent
