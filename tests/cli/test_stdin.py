"""Standard input, as editors use it."""

from __future__ import annotations

from pathlib import Path

from tests.cli.notebooks import TYPICAL
from tests.cli.support import CLEAN, DROPPED, detachlint, lint, write
from tests.cli.test_cache import HELPER, USER


def test_source_from_standard_input(tmp_path: Path) -> None:
    ran = lint("-", cwd=tmp_path, stdin=DROPPED)
    assert ran.status == 1
    assert [(item["filename"], item["code"]) for item in ran.json] == [("-", "DTL203")]
    assert lint("-", cwd=tmp_path, stdin=CLEAN).status == 0


def test_name_decides_about_settings(tmp_path: Path) -> None:
    write(tmp_path, {"detachlint.toml": 'per-file-ignores = ["tests/*:DTL2"]\n', "sub/detachlint.toml": ""})
    assert lint("-", "--stdin-filename", "a.py", cwd=tmp_path, stdin=DROPPED).json[0]["filename"] == "a.py"
    assert lint("-", "--stdin-filename", "tests/a.py", cwd=tmp_path, stdin=DROPPED).json == []
    assert lint("-", "--stdin-filename", "sub/tests/a.py", cwd=tmp_path, stdin=DROPPED).codes == ["DTL203"]


def test_name_decides_about_the_kind(tmp_path: Path) -> None:
    assert lint("-", "--stdin-filename", "a.ipynb", cwd=tmp_path, stdin=TYPICAL).json[0]["cell"] == 3


def test_excluded_name_when_forced(tmp_path: Path) -> None:
    assert lint("-", "--stdin-filename", "venv/a.py", "--force-exclude", cwd=tmp_path, stdin=DROPPED).json == []
    assert lint("-", "--stdin-filename", "venv/a.py", cwd=tmp_path, stdin=DROPPED).codes == ["DTL203"]


def test_full_shows_what_came_in(tmp_path: Path) -> None:
    write(tmp_path, {"a.py": "# something else on disk\n"})
    out = detachlint("-", "--stdin-filename", "a.py", cwd=tmp_path, stdin=DROPPED).out
    assert "    4 | x.detach()\n" in out


def test_imports_are_followed_from_where_the_file_would_be(tmp_path: Path) -> None:
    write(tmp_path, {"pkg/helper.py": HELPER})
    assert lint("-", "--stdin-filename", "pkg/user.py", cwd=tmp_path, stdin=USER).codes == ["DTL203"]


def test_bytes_that_are_no_text(tmp_path: Path) -> None:
    assert lint("-", cwd=tmp_path, stdin=b"\xff\xfe").codes == ["DTL002"]


def test_fix_prints_the_source_and_reports_on_stderr(tmp_path: Path) -> None:
    source = DROPPED.replace("\n", "\r\n").encode()
    ran = detachlint("-", "--fix", "--output-format", "concise", cwd=tmp_path, stdin=source)
    assert ran.status in (0, 1)
    assert ran.out.startswith("import torch\r\n")
    ran = detachlint("-", "--fix", cwd=tmp_path, stdin=CLEAN)
    assert (ran.status, ran.out) == (0, CLEAN)
    ran = detachlint("-", "--fix", cwd=tmp_path, stdin=b"\xff")
    assert (ran.status, ran.out) == (1, "\udcff")


def test_noqa_cannot_be_added(tmp_path: Path) -> None:
    assert detachlint("-", "--add-noqa", cwd=tmp_path, stdin=DROPPED).status == 2
