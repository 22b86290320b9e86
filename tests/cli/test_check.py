"""The command, its options and its exit statuses."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from detachlint import __version__
from tests.cli.support import BROKEN, CLEAN, DROPPED, detachlint, lint, write


def test_clean_file_exits_with_0(tmp_path: Path) -> None:
    ran = detachlint("clean.py", cwd=write(tmp_path, {"clean.py": CLEAN}))
    assert (ran.status, ran.out, ran.err) == (0, "", "All checks passed.\n")


def test_finding_exits_with_1(tmp_path: Path) -> None:
    ran = detachlint("check", "train.py", "--output-format", "concise", cwd=write(tmp_path, {"train.py": DROPPED}))
    assert ran.status == 1
    assert ran.out.startswith("train.py:4:1: DTL203 ")
    assert ran.err == "Found 1 problem.\n"


def test_check_is_the_default_command_and_the_current_folder_the_default_path(tmp_path: Path) -> None:
    write(tmp_path, {"a/train.py": DROPPED, "clean.py": CLEAN})
    outputs = {
        detachlint(*arguments, "--output-format", "json", cwd=tmp_path).out
        for arguments in ([], ["check"], ["."], ["check", "."], ["--select", "DTL203"])
    }
    assert len(outputs) == 1
    assert json.loads(outputs.pop())[0]["filename"] == "a/train.py"


def test_syntax_error_is_a_finding(tmp_path: Path) -> None:
    ran = lint("broken.py", cwd=write(tmp_path, {"broken.py": BROKEN}))
    assert ran.status == 1
    assert ran.codes == ["DTL002"]
    assert ran.json[0]["location"]["row"] == 1


def test_syntax_error_is_reported_whatever_is_selected_unless_ignored(tmp_path: Path) -> None:
    write(tmp_path, {"broken.py": BROKEN, "clean.py": CLEAN})
    assert lint("--select", "DTL203", cwd=tmp_path).codes == ["DTL002"]
    assert lint("--ignore", "DTL002", cwd=tmp_path).codes == []


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--slect", "DTL1"], "--select"),
        (["--select", "DTL2O3"], "did you mean `DTL203`?"),
        (["--select", "dtl203"], "did you mean `DTL203`?"),
        (["--select", "result-discarded"], "did you mean `DTL203`?"),
        (["--ignore", "DTL8"], "unknown rule `DTL8`"),
        (["--per-file-ignores", "a.py:DTL8"], "unknown rule `DTL8`"),
        (["--per-file-ignores", "a.py"], "glob:codes"),
        (["--output-format", "jsn"], "did you mean `json`?"),
        (["--color", "alway"], "did you mean `always`?"),
        (["--torch-version", "new"], "a version such as"),
        (["--ignore", "ALL"], "no rule"),
        (["--select", ""], "no rule"),
        (["--ignore", "DTL"], "no rule"),
        (["--config", "none.toml"], "none.toml"),
        (["--isolated", "--config", "x.toml"], "exclude each other"),
        (["missing.py"], "missing.py"),
        (["-", "clean.py"], "standard input"),
        (["--baseline", "none.json"], "none.json"),
        (["--output-file", "no/such/folder/out"], "no/such/folder/out"),
        (["--write-baseline", "no/such/folder/out"], "no/such/folder/out"),
        (["-j", "-1"], "-1"),
    ],
)
def test_what_cannot_be_done_exits_with_2_and_a_reason(tmp_path: Path, arguments: list[str], words: str) -> None:
    ran = detachlint(*arguments, cwd=write(tmp_path, {"clean.py": CLEAN}))
    assert ran.status == 2
    assert words in ran.err
    assert "Traceback" not in ran.err


def test_missing_path_does_not_hide_findings_in_the_others(tmp_path: Path) -> None:
    ran = lint("missing.py", "train.py", cwd=write(tmp_path, {"train.py": DROPPED}))
    assert ran.status == 2
    assert ran.codes == ["DTL203"]


def test_selection_by_code_prefix_and_all(tmp_path: Path) -> None:
    write(tmp_path, {"a.py": DROPPED + ""})
    assert lint("--select", "DTL203", cwd=tmp_path).codes == ["DTL203"]
    assert lint("--select", "DTL2", cwd=tmp_path).codes == ["DTL203"]
    assert lint("--select", "DTL9,DTL203", cwd=tmp_path).codes == ["DTL203"]
    assert lint("--select", "DTL9", "--select", "DTL203", cwd=tmp_path).codes == ["DTL203"]
    assert lint("--select", "DTL9", cwd=tmp_path).codes == []
    assert lint("--select", "DTL9", "--extend-select", "DTL203", cwd=tmp_path).codes == ["DTL203"]


def test_legacy_and_pedantic_rules_run_when_asked_for(tmp_path: Path) -> None:
    write(tmp_path, {"a.py": "import torch\nw = torch.randn(2, requires_grad=True)\nv = w.data\n"})
    assert lint(cwd=tmp_path).codes == []
    assert lint("--extend-select", "DTL901", cwd=tmp_path).codes == ["DTL901"]
    assert lint("--select", "ALL", cwd=tmp_path).codes == ["DTL901"]


def test_ignoring(tmp_path: Path) -> None:
    write(tmp_path, {"a.py": DROPPED})
    assert lint("--ignore", "DTL203", cwd=tmp_path).codes == []
    assert lint("--extend-ignore", "DTL2", cwd=tmp_path).codes == []
    assert lint("--select", "DTL203", "--ignore", "DTL2", cwd=tmp_path).codes == ["DTL203"]
    assert lint("--select", "DTL2", "--ignore", "DTL203", cwd=tmp_path).codes == []


def test_per_file_ignores(tmp_path: Path) -> None:
    write(tmp_path, {"tests/a.py": DROPPED, "src/a.py": DROPPED})
    ran = lint("--per-file-ignores", "tests/*:DTL203", cwd=tmp_path)
    assert [finding["filename"] for finding in ran.json] == ["src/a.py"]
    ran = lint("--per-file-ignores", "a.py:DTL9,DTL2", cwd=tmp_path)
    assert ran.json == []
    ran = lint("--per-file-ignores", "tests/*:DTL9,DTL2,src/*:DTL2", cwd=tmp_path)
    assert ran.json == []
    ran = lint("--per-file-ignores", "!src/*.py:DTL2", cwd=tmp_path)
    assert [finding["filename"] for finding in ran.json] == ["src/a.py"]


def test_output_file(tmp_path: Path) -> None:
    write(tmp_path, {"a.py": DROPPED})
    ran = detachlint("--output-format", "json", "-o", "report.json", cwd=tmp_path)
    assert (ran.status, ran.out) == (1, "")
    assert json.loads((tmp_path / "report.json").read_text())[0]["code"] == "DTL203"


def test_statistics_count_by_rule(tmp_path: Path) -> None:
    write(tmp_path, {"a.py": DROPPED + "x.clone()\n", "b.py": BROKEN})
    ran = detachlint("--statistics", cwd=tmp_path)
    assert ran.status == 1
    assert ran.out == "2\tDTL203\tresult-discarded\n1\tDTL002\tunreadable-file\n"
    assert lint("--statistics", cwd=tmp_path).json[0] == {"code": "DTL203", "name": "result-discarded", "count": 2}


def test_exit_zero(tmp_path: Path) -> None:
    ran = lint("--exit-zero", cwd=write(tmp_path, {"a.py": DROPPED}))
    assert (ran.status, ran.codes) == (0, ["DTL203"])


def test_exit_zero_does_not_hide_that_the_work_failed(tmp_path: Path) -> None:
    assert lint("--exit-zero", "missing.py", cwd=tmp_path).status == 2


def test_quiet_says_findings_only(tmp_path: Path) -> None:
    write(tmp_path, {"a.py": DROPPED})
    ran = detachlint("-q", cwd=tmp_path)
    assert ran.err == ""
    assert "DTL203" in ran.out


def test_verbose_says_where_time_went(tmp_path: Path) -> None:
    ran = detachlint("-v", cwd=write(tmp_path, {"a.py": DROPPED}))
    assert "1 linted" in ran.err
    assert " s on " in ran.err


def test_version_and_help(tmp_path: Path) -> None:
    assert detachlint("--version", cwd=tmp_path).out == f"detachlint {__version__}\n"
    ran = detachlint("--help", cwd=tmp_path)
    assert ran.status == 0
    assert all(command in ran.out for command in ("check", "explain", "rules"))


def test_every_option_of_the_conventions_is_in_the_help(tmp_path: Path) -> None:
    text = detachlint("check", "--help", cwd=tmp_path).out
    for option in [
        "--select",
        "--extend-select",
        "--ignore",
        "--extend-ignore",
        "--per-file-ignores",
        "--exclude",
        "--extend-exclude",
        "--force-exclude",
        "--no-respect-gitignore",
        "--output-format",
        "--output-file",
        "-o",
        "--fix",
        "--unsafe-fixes",
        "--diff",
        "--show-fixes",
        "--add-noqa",
        "--baseline",
        "--write-baseline",
        "--statistics",
        "--stdin-filename",
        "--config",
        "--isolated",
        "--show-settings",
        "--show-files",
        "--cache-dir",
        "--no-cache",
        "--jobs",
        "-j",
        "--exit-zero",
        "--exit-non-zero-on-fix",
        "--torch-version",
        "--quiet",
        "--verbose",
        "--color",
    ]:
        assert option in text


def test_no_file_to_lint_is_said(tmp_path: Path) -> None:
    ran = detachlint(cwd=tmp_path)
    assert ran.status == 0
    assert "no Python files" in ran.err


def test_same_findings_in_any_number_of_processes(tmp_path: Path) -> None:
    filler = "# filler\n" * 3000
    write(tmp_path, {f"m{number}.py": DROPPED + filler for number in range(6)})
    outputs = [lint("-j", str(jobs), cwd=tmp_path).out for jobs in (1, 2, 3)]
    assert len(set(outputs)) == 1
    assert len(json.loads(outputs[0])) == 6


def test_findings_through_an_import_are_reported_once(tmp_path: Path) -> None:
    helper = "import torch\n\n\ndef drop(t):\n    t.detach()\n    return t\n"
    user = "import torch\nfrom helper import drop\n\nx = torch.randn(3, requires_grad=True)\ndrop(x).sum().backward()\n"
    write(tmp_path, {"helper.py": helper, "one.py": user, "two.py": user})
    found = lint(cwd=tmp_path).json
    assert [(finding["filename"], finding["code"]) for finding in found] == [("helper.py", "DTL203")]


def test_findings_in_a_file_that_was_not_asked_for_are_not_reported(tmp_path: Path) -> None:
    helper = "import torch\n\n\ndef drop(t):\n    t.detach()\n    return t\n"
    user = "import torch\nfrom helper import drop\n\nx = torch.randn(3, requires_grad=True)\ndrop(x).sum().backward()\n"
    write(tmp_path, {"helper.py": helper, "one.py": user})
    assert lint("one.py", cwd=tmp_path).json == []


def test_the_comments_of_the_file_that_an_import_leads_to_hold(tmp_path: Path) -> None:
    helper = "import torch\n\n\ndef drop(t):\n    t.detach()  # noqa: DTL203\n    return t\n"
    user = "import torch\nfrom helper import drop\n\nx = torch.randn(3, requires_grad=True)\ndrop(x).sum().backward()\n"
    write(tmp_path, {"helper.py": helper, "one.py": user})
    assert lint(cwd=tmp_path).json == []
