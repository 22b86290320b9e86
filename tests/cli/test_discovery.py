"""Which files are linted; ``.gitignore`` as git has it, excludes as Ruff has them, each against the real one."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from detachlint.settings import DEFAULT_EXCLUDE
from tests.cli.support import CLEAN, DROPPED, clean_environment, detachlint, lint, write

TREE = {
    "a.py": CLEAN,
    "stub.pyi": "",
    "note.ipynb": '{"cells": [], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}',
    "text.txt": "",
    "src/model.py": CLEAN,
    "src/generated/code.py": CLEAN,
    "src/generated/keep.py": CLEAN,
    "src/.hidden/h.py": CLEAN,
    "src/data [1]/odd.py": CLEAN,
    "venv/v.py": CLEAN,
    "node_modules/n.py": CLEAN,
    "build/b.py": CLEAN,
    "dist/d.py": CLEAN,
    "site-packages/s.py": CLEAN,
    "logs/run.py": CLEAN,
    "logs/sub/run.py": CLEAN,
    "deep/er/still/x.py": CLEAN,
}
GITIGNORES = {
    ".gitignore": "logs/\ndeep/**/x.py\n*.pyi\n!stub.pyi\n/build\n# a comment\n",
    "src/.gitignore": "generated/*\n!generated/keep.py\n",
}


def shown(*arguments: str, cwd: Path) -> list[str]:
    """The files that the program would lint, relative to a folder."""
    ran = detachlint("--show-files", *arguments, cwd=cwd)
    return sorted(os.path.relpath(line, cwd) for line in ran.out.splitlines())


def shown_by_ruff(*arguments: str, cwd: Path) -> list[str]:
    """The files that Ruff would lint."""
    command = [sys.executable, "-m", "ruff", "check", "--isolated", "--no-cache", "--show-files", *arguments]
    done = subprocess.run(
        command, cwd=cwd, capture_output=True, text=True, env=clean_environment(), check=False, timeout=60
    )
    files = [line for line in done.stdout.splitlines() if line.endswith((".py", ".pyi", ".ipynb"))]
    return sorted(os.path.relpath(line, cwd) for line in files)


def git(*arguments: str, cwd: Path) -> str:
    """Run the real git."""
    done = subprocess.run(["git", *arguments], cwd=cwd, capture_output=True, text=True, check=True, timeout=60)
    return done.stdout


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["--no-respect-gitignore"],
        ["--exclude", "src"],
        ["--exclude", "src/generated"],
        ["--exclude", "gener*"],
        ["--exclude", "*.ipynb"],
        ["--exclude", "deep/*/x.py"],
        ["--exclude", "src/**/h.py"],
        ["--extend-exclude", "a.py,src/data*"],
        ["src", "a.py", "venv"],
        ["venv/v.py", "logs/run.py"],
        ["--force-exclude", "venv/v.py", "a.py", "node_modules"],
    ],
)
@pytest.mark.parametrize("in_repository", [True, False])
def test_the_files_are_those_that_ruff_finds(tmp_path: Path, arguments: list[str], in_repository: bool) -> None:
    write(tmp_path, {**TREE, **GITIGNORES})
    if in_repository:
        git("init", "-q", cwd=tmp_path)
    ours = shown(*arguments, cwd=tmp_path)
    assert ours == shown_by_ruff(*arguments, cwd=tmp_path)
    assert ours


def test_default_excludes_are_those_of_ruff(tmp_path: Path) -> None:
    write(tmp_path, {f"{name}/x.py": CLEAN for name in (*DEFAULT_EXCLUDE, "kept")})
    assert shown(cwd=tmp_path) == shown_by_ruff(cwd=tmp_path) == ["kept/x.py"]


def test_gitignore_files_are_obeyed_as_git_does(tmp_path: Path) -> None:
    write(tmp_path, {**TREE, **GITIGNORES})
    git("init", "-q", cwd=tmp_path)
    ignored = set(git("ls-files", "--others", "--ignored", "--exclude-standard", cwd=tmp_path).splitlines())
    ours = set(shown("--exclude", "nothing", cwd=tmp_path))
    linted = {name for name in TREE if name.endswith((".py", ".pyi", ".ipynb"))}
    assert ours == linted - ignored


def test_repository_exclude_file_and_parents_of_the_folder(tmp_path: Path) -> None:
    write(tmp_path, {"top/a.py": CLEAN, "top/sub/b.py": CLEAN, "top/sub/c.py": CLEAN, ".gitignore": "b.py\n"})
    git("init", "-q", cwd=tmp_path)
    write(tmp_path, {".git/info/exclude": "c.py\n"})
    assert shown("top/sub", "top", cwd=tmp_path) == ["top/a.py"]
    assert shown(cwd=tmp_path / "top" / "sub") == []


def test_a_repository_in_a_repository_begins_anew(tmp_path: Path) -> None:
    write(tmp_path, {"a.py": CLEAN, "inner/a.py": CLEAN, ".gitignore": "a.py\n"})
    git("init", "-q", cwd=tmp_path)
    git("init", "-q", "inner", cwd=tmp_path)
    assert shown(cwd=tmp_path) == ["inner/a.py"]


def test_named_files_are_linted_whatever_they_are_called(tmp_path: Path) -> None:
    write(tmp_path, {"script": DROPPED, "venv/v.py": DROPPED})
    assert lint("script", "venv/v.py", cwd=tmp_path).codes == ["DTL203", "DTL203"]


def test_configured_excludes_hold_for_named_files_only_when_forced(tmp_path: Path) -> None:
    write(tmp_path, {"old/a.py": DROPPED, "detachlint.toml": 'extend-exclude = ["old"]\n'})
    assert lint("old/a.py", cwd=tmp_path).codes == ["DTL203"]
    assert lint("--force-exclude", "old/a.py", cwd=tmp_path).codes == []
    assert lint("--force-exclude", "old", cwd=tmp_path).codes == []


def test_links_are_followed_to_files_inside_only(tmp_path: Path) -> None:
    write(tmp_path, {"in/a.py": CLEAN, "out/secret.py": CLEAN})
    (tmp_path / "in/alias.py").symlink_to("a.py")
    (tmp_path / "in/outside.py").symlink_to(tmp_path / "out/secret.py")
    (tmp_path / "in/folder").symlink_to(tmp_path / "out")
    (tmp_path / "in/loop").symlink_to(tmp_path / "in")
    (tmp_path / "in/self.py").symlink_to("self.py")
    (tmp_path / "in/dangling.py").symlink_to("nowhere.py")
    os.mkfifo(tmp_path / "in/pipe.py")
    assert shown("in", cwd=tmp_path) == ["in/a.py", "in/alias.py"]
    assert shown("in/outside.py", cwd=tmp_path) == ["in/outside.py"]


def test_what_is_no_file_cannot_be_named(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.py")
    for path in ("pipe.py", "/dev/zero"):
        ran = detachlint(path, cwd=tmp_path)
        assert ran.status == 2
        assert "neither a file nor a folder" in ran.err


def test_each_file_once(tmp_path: Path) -> None:
    write(tmp_path, {"a.py": DROPPED})
    assert lint("a.py", "./a.py", ".", str(tmp_path), cwd=tmp_path).codes == ["DTL203"]
