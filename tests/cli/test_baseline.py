"""Baselines: only what is new is reported, wherever lines and files have moved."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.support import CLEAN, DROPPED, Ran, detachlint, lint, write


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """Two files with a finding each, and a baseline of them."""
    write(tmp_path, {"a.py": DROPPED, "b.py": DROPPED})
    ran = detachlint("--write-baseline", "known.json", cwd=tmp_path)
    assert ran.status == 0
    return tmp_path


def check(project: Path, *paths: str) -> Ran:
    """Lint against the baseline."""
    return lint("--baseline", "known.json", *paths, cwd=project)


def test_what_is_known_is_not_reported(project: Path) -> None:
    ran = check(project)
    assert (ran.status, ran.json, ran.err) == (0, [], "")


def test_baseline_from_the_configuration(project: Path) -> None:
    write(project, {"detachlint.toml": 'baseline = "known.json"\n'})
    assert lint(cwd=project).json == []
    write(project, {"sub/x.py": CLEAN})
    assert lint("../a.py", cwd=project / "sub").json == []


def test_what_is_new_is_reported(project: Path) -> None:
    write(project, {"a.py": DROPPED + "x.clone()\n"})
    ran = check(project)
    assert ran.status == 1
    assert [finding["location"]["row"] for finding in ran.json] == [5]


def test_moved_and_reformatted_lines_stay_matched(project: Path) -> None:
    write(project, {"a.py": "# moved\n\n\nimport torch\n\nx = torch.randn(3)\nif True:\n    x.detach()\n"})
    assert check(project).json == []


def test_a_second_equal_line_is_new(project: Path) -> None:
    write(project, {"a.py": DROPPED + "x.detach()\n"})
    assert len(check(project).json) == 1


def test_renamed_file_stays_matched_and_is_said(project: Path) -> None:
    (project / "a.py").rename(project / "new.py")
    ran = check(project)
    assert ran.json == []
    assert "baseline: a.py was renamed to new.py" in ran.err


def test_copied_file_is_new(project: Path) -> None:
    write(project, {"copy.py": DROPPED})
    assert [finding["filename"] for finding in check(project).json] == ["copy.py"]


def test_stale_entries_are_listed(project: Path) -> None:
    write(project, {"a.py": CLEAN})
    (project / "b.py").unlink()
    ran = check(project)
    assert ran.status == 0
    assert "a.py: DTL203 is no longer reported" in ran.err
    assert "b.py: DTL203 is no longer reported" in ran.err
    assert "2 stale entries" in ran.err


def test_entries_of_files_that_were_not_linted_are_not_stale(project: Path) -> None:
    assert check(project, "a.py").err == ""


def test_file_is_stable_and_readable(project: Path) -> None:
    text = (project / "known.json").read_text()
    detachlint("--write-baseline", "known.json", cwd=project)
    assert (project / "known.json").read_text() == text
    assert json.loads(text)["findings"][0]["filename"] == "a.py"


@pytest.mark.parametrize("content", ["", "{}", "[]", '{"format": 1, "findings": [{"code": 3}]}', "[" * 100000])
def test_what_is_no_baseline_is_an_error(project: Path, content: str) -> None:
    write(project, {"known.json": content})
    ran = check(project)
    assert ran.status == 2
    assert "known.json" in ran.err
    assert "Traceback" not in ran.err
