"""The cache: quick when nothing changed, never wrong, and never executed."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.support import BROKEN, CLEAN, DROPPED, Ran, clean_environment, detachlint, write

HELPER = "import torch\n\n\ndef make():\n    return torch.randn(3, requires_grad=True)\n"
USER = "from helper import make\n\nx = make()\nx.detach()\nx.sum().backward()\n"


def check(folder: Path, *arguments: str) -> Ran:
    """Lint with the cache, and say how much of it was used."""
    return detachlint("--output-format", "json", "-v", *arguments, cwd=folder)


def linted(ran: Ran) -> int:
    """How many files were linted rather than known."""
    line = next(line for line in ran.err.splitlines() if " linted," in line)
    return int(line.split(" linted,")[0].split()[-1])


def cache_files(folder: Path) -> list[Path]:
    """The files with results."""
    return sorted((folder / ".detachlint_cache").glob("*.json"))


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """Files that were linted once."""
    write(tmp_path, {"a.py": DROPPED, "b.py": CLEAN, "c.py": BROKEN, "d.py": "x = 1\n"})
    assert linted(check(tmp_path)) == 4
    return tmp_path


def test_second_run_lints_nothing_and_says_the_same(project: Path) -> None:
    first = detachlint("--no-cache", "--output-format", "json", cwd=project)
    second = check(project)
    assert linted(second) == 0
    assert (second.out, second.status) == (first.out, first.status)


def test_second_run_imports_neither_libcst_nor_rules(project: Path) -> None:
    program = (
        "import sys\n"
        "from detachlint.cli import main\n"
        "try:\n    main()\nexcept SystemExit:\n    pass\n"
        "heavy = [name for name in sys.modules if name.startswith(('libcst', 'torch', 'detachlint.rules.dtl'))]\n"
        "print('HEAVY', heavy, file=sys.stderr)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, "--output-format", "json"],
        cwd=project,
        env=clean_environment(),
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert "HEAVY []" in done.stderr
    assert [finding["code"] for finding in json.loads(done.stdout)] == ["DTL203", "DTL002"]


def test_changed_file_is_linted_again(project: Path) -> None:
    write(project, {"b.py": DROPPED})
    ran = check(project)
    assert linted(ran) == 1
    assert ran.codes == ["DTL203", "DTL203", "DTL002"]


def test_change_of_the_same_length_and_time_is_seen(project: Path) -> None:
    state = (project / "a.py").stat()
    write(project, {"a.py": DROPPED.replace("x.detach()", "y=x.data")[: len(DROPPED)].ljust(len(DROPPED))})
    os.utime(project / "a.py", ns=(state.st_atime_ns, state.st_mtime_ns))
    assert check(project).codes == ["DTL002"]


def test_change_in_an_imported_file_is_seen(tmp_path: Path) -> None:
    write(tmp_path, {"helper.py": HELPER, "user.py": USER, "other.py": CLEAN})
    assert check(tmp_path).codes == ["DTL203"]
    write(tmp_path, {"helper.py": HELPER.replace("return torch.randn(3, requires_grad=True)", "return 3")})
    ran = check(tmp_path)
    assert linted(ran) == 2
    assert ran.codes == []


def test_imported_file_that_appears_is_seen(tmp_path: Path) -> None:
    write(tmp_path, {"user.py": USER})
    assert check(tmp_path).codes == []
    write(tmp_path, {"helper.py": HELPER})
    assert check(tmp_path).codes == ["DTL203"]


@pytest.mark.parametrize("arguments", [["--ignore", "DTL203"], ["--torch-version", "2.3"], ["--select", "ALL"]])
def test_other_settings_have_other_results(project: Path, arguments: list[str]) -> None:
    fresh = detachlint("--no-cache", "--output-format", "json", *arguments, cwd=project)
    assert check(project, *arguments).out == fresh.out
    assert linted(check(project, *arguments)) == 0


def test_cache_keeps_itself_out_of_git(project: Path) -> None:
    subprocess.run(["git", "init", "-q"], cwd=project, check=True)
    status = subprocess.run(
        ["git", "status", "--porcelain", "--untracked-files=all"],
        cwd=project,
        capture_output=True,
        text=True,
        check=True,
    )
    assert ".detachlint_cache" not in status.stdout
    assert (project / ".detachlint_cache" / "CACHEDIR.TAG").read_text().startswith("Signature: 8a477f597d28d17278")


def test_cache_dir_and_no_cache(tmp_path: Path) -> None:
    write(tmp_path, {"a.py": DROPPED})
    check(tmp_path, "--no-cache")
    assert not (tmp_path / ".detachlint_cache").exists()
    check(tmp_path, "--cache-dir", "elsewhere/deep")
    assert not (tmp_path / ".detachlint_cache").exists()
    assert list((tmp_path / "elsewhere/deep").glob("*.json"))


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b"[]",
        b"\x80\x04\x95",
        b'{"format": 1}',
        b'{"format": 99, "paths": [], "files": {}}',
        b'{"format": 1, "paths": [3], "files": {}}',
        b'{"format": 1, "paths": [], "files": []}',
        b"[" * 100_000,
        b"\xff" * 100,
    ],
)
def test_damaged_cache_is_as_good_as_none(project: Path, content: bytes) -> None:
    fresh = check(project).out
    for path in cache_files(project):
        path.write_bytes(content)
    ran = check(project)
    assert (ran.out, linted(ran)) == (fresh, 4)
    assert linted(check(project)) == 0


@pytest.mark.parametrize(
    "entry",
    [
        None,
        [],
        ["{digest}"],
        ["{digest}", [1], []],
        ["{digest}", [["DTL203"]], []],
        ["{digest}", "x", []],
        ["{digest}", [], [[99, None]]],
        ["{digest}", [], ["x"]],
        ["{digest}", [], 3],
        ["{digest}", [[[], 1, 2, 3, 4, 5, 6, 7, 8]], []],
        ["{digest}", [["DTL203", "n", "E", "wrong", "m", ["a.py", "1", 1, 1, 1, None], [], None, 1]], []],
        ["{digest}", [["DTL203", "n", "X", "wrong", "m", ["a.py", 1, 1, 1, 1, None], [], None, 1]], []],
    ],
)
def test_entries_of_a_wrong_shape_are_linted_again(project: Path, entry: object) -> None:
    fresh = check(project).out
    path = cache_files(project)[0]
    document = json.loads(path.read_text())
    name = str(project / "a.py")
    text = json.dumps(entry).replace("{digest}", document["files"][name][0])
    document["files"][name] = json.loads(text)
    path.write_text(json.dumps(document))
    ran = check(project)
    assert (ran.out, linted(ran)) == (fresh, 1)


def test_cache_that_is_a_link_or_a_file_is_not_used(tmp_path: Path) -> None:
    write(tmp_path, {"project/a.py": DROPPED, "target/x": ""})
    folder = tmp_path / "project"
    (folder / ".detachlint_cache").symlink_to(tmp_path / "target")
    assert check(folder).codes == ["DTL203"]
    assert not list((tmp_path / "target").glob("*.json"))
    (folder / ".detachlint_cache").unlink()
    (folder / ".detachlint_cache").write_text("a file")
    assert check(folder).codes == ["DTL203"]


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a folder away")
def test_cache_of_somebody_else_is_not_read(project: Path) -> None:
    os.chown(project / ".detachlint_cache", 12345, 12345)
    assert linted(check(project)) == 4


def test_results_of_files_that_are_gone_are_dropped(project: Path) -> None:
    (project / "a.py").unlink()
    write(project, {"e.py": CLEAN})
    check(project)
    document = json.loads(cache_files(project)[0].read_text())
    assert str(project / "a.py") not in document["files"]
    assert str(project / "e.py") in document["files"]


def test_runs_at_the_same_time_leave_a_whole_cache(tmp_path: Path) -> None:
    write(tmp_path, {f"m{number}.py": DROPPED for number in range(20)})
    command = [sys.executable, "-m", "detachlint", "-q", "--output-format", "concise"]
    running = [
        subprocess.Popen([*command, f"m{number}.py", "m0.py"], cwd=tmp_path, env=clean_environment(), stdout=-1)
        for number in range(4)
    ]
    for process in running:
        process.communicate(timeout=120)
    assert all(process.returncode == 1 for process in running)
    assert json.loads(cache_files(tmp_path)[0].read_text())["files"]
    assert not list((tmp_path / ".detachlint_cache").glob(".new-*"))
