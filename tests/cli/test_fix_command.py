"""``--fix``, ``--diff``, ``--show-fixes``, ``--unsafe-fixes`` and ``--exit-non-zero-on-fix`` from the command line."""

from __future__ import annotations

import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest

from detachlint import Settings, lint_source
from detachlint.finding import Applicability
from tests.cli.support import Ran, detachlint, lint, write

PROOFS = Path(__file__).parents[2] / "detachlint" / "proofs"


@dataclass(frozen=True)
class Fixable:
    """A proof that a fix mends."""

    source: str
    code: str


def find(applicability: Applicability) -> Fixable | None:
    """The first proof whose only findings have a fix of some kind."""
    for path in sorted(PROOFS.glob("*/bad*.py")):
        source = path.read_text(encoding="utf-8")
        found = lint_source(source, "a.py", Settings(select=(path.parent.name,)))
        fixes = [finding.fix for finding in found]
        if fixes and all(fix is not None and fix.edits and fix.applicability is applicability for fix in fixes):
            return Fixable(source, path.parent.name)
    return None


@pytest.fixture(scope="module")
def safe() -> Fixable:
    """A proof that a safe fix mends."""
    found = find(Applicability.SAFE)
    if found is None:
        pytest.skip("no rule has a safe fix")
    return found


@pytest.fixture(scope="module")
def unsafe() -> Fixable:
    """A proof that an unsafe fix mends."""
    found = find(Applicability.UNSAFE)
    if found is None:
        pytest.skip("no rule has an unsafe fix")
    return found


def run(folder: Path, fixable: Fixable, *arguments: str) -> Ran:
    """Run the program for one rule."""
    return detachlint("--select", fixable.code, "--output-format", "concise", "a.py", *arguments, cwd=folder)


def test_fix_changes_the_file_and_leaves_nothing(tmp_path: Path, safe: Fixable) -> None:
    write(tmp_path, {"a.py": safe.source})
    ran = run(tmp_path, safe, "--fix")
    assert ran.status == 0, ran.out
    assert "fixed, 0 remaining" in ran.err
    after = (tmp_path / "a.py").read_text()
    assert after != safe.source
    assert lint("--select", safe.code, cwd=tmp_path).json == []
    run(tmp_path, safe, "--fix")
    assert (tmp_path / "a.py").read_text() == after


def test_line_ends_are_kept(tmp_path: Path, safe: Fixable) -> None:
    write(tmp_path, {"a.py": safe.source.replace("\n", "\r\n").encode(), "b.py": safe.source})
    detachlint("--select", safe.code, "--fix", cwd=tmp_path)
    assert (tmp_path / "a.py").read_bytes() == (tmp_path / "b.py").read_bytes().replace(b"\n", b"\r\n")


def test_diff_changes_nothing_and_is_a_patch(tmp_path: Path, safe: Fixable) -> None:
    write(tmp_path, {"a.py": safe.source, "b/a.py": safe.source})
    ran = run(tmp_path, safe, "--diff")
    assert ran.status == 1
    assert (tmp_path / "a.py").read_text() == safe.source
    subprocess.run(["patch", "-s", "a.py"], cwd=tmp_path / "b", input=ran.out.encode(), check=True, timeout=60)
    run(tmp_path, safe, "--fix")
    assert (tmp_path / "b/a.py").read_text() == (tmp_path / "a.py").read_text()
    assert run(tmp_path, safe, "--diff").status == 0


def test_show_fixes(tmp_path: Path, safe: Fixable) -> None:
    write(tmp_path, {"a.py": safe.source})
    ran = run(tmp_path, safe, "--fix", "--show-fixes")
    assert f"× {safe.code} (" in ran.err


def test_exit_non_zero_on_fix(tmp_path: Path, safe: Fixable) -> None:
    write(tmp_path, {"a.py": safe.source})
    assert run(tmp_path, safe, "--fix", "--exit-non-zero-on-fix").status == 1
    assert run(tmp_path, safe, "--fix", "--exit-non-zero-on-fix").status == 0


def test_unfixable(tmp_path: Path, safe: Fixable) -> None:
    write(tmp_path, {"a.py": safe.source})
    assert run(tmp_path, safe, "--fix", "--unfixable", safe.code).status == 1
    assert (tmp_path / "a.py").read_text() == safe.source


def test_unsafe_fixes_are_made_when_asked_for(tmp_path: Path, unsafe: Fixable) -> None:
    write(tmp_path, {"a.py": unsafe.source})
    assert run(tmp_path, unsafe, "--fix").status == 1
    assert (tmp_path / "a.py").read_text() == unsafe.source
    assert run(tmp_path, unsafe, "--fix", "--unsafe-fixes").status == 0
    assert (tmp_path / "a.py").read_text() != unsafe.source


def test_fix_without_anything_to_fix_changes_nothing(tmp_path: Path) -> None:
    write(tmp_path, {"a.py": "import torch\n"})
    assert detachlint("--fix", cwd=tmp_path).status == 0
    assert detachlint("--diff", cwd=tmp_path).out == ""
    assert (tmp_path / "a.py").read_text() == "import torch\n"
