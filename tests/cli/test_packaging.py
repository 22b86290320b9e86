"""What is shipped: a wheel and an sdist that build, and hold what the program needs."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

from tests.cli.support import clean_environment

pytest.importorskip("build")

ROOT = Path(__file__).parents[2]
SHIPPED = ("detachlint", "tests", ".ci", "pyproject.toml", ".pre-commit-hooks.yaml", "README.md", "LICENSE", "rules.md")


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the wheel and the sdist, built from a copy with what is installed here."""
    folder = tmp_path_factory.mktemp("source")
    for name in SHIPPED:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, folder / name, ignore=shutil.ignore_patterns("__pycache__", ".*_cache"))
        else:
            shutil.copy(source, folder / name)
    done = subprocess.run(
        [sys.executable, "-m", "build", "--no-isolation", "--outdir", "dist", "."],
        cwd=folder,
        env=clean_environment(),
        capture_output=True,
        text=True,
        check=False,
        timeout=240,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return folder / "dist"


def test_wheel_holds_the_package_with_its_proofs_and_facts(built: Path) -> None:
    with zipfile.ZipFile(next(built.glob("*.whl"))) as wheel:
        names = set(wheel.namelist())
        metadata = wheel.read(next(name for name in names if name.endswith("METADATA"))).decode()
        entry_points = wheel.read(next(name for name in names if name.endswith("entry_points.txt"))).decode()
    assert {"detachlint/cli.py", "detachlint/py.typed", "detachlint/proofs/DTL203/bad.py"} <= names
    assert any(name.startswith("detachlint/facts/data/") and name.endswith(".json") for name in names)
    assert not any(name.startswith("tests/") for name in names)
    assert "detachlint = detachlint.cli:main" in entry_points
    assert "DTL = detachlint.flake8:Plugin" in entry_points
    assert "Requires-Dist: torch>=2.2; extra == 'test'" in metadata


def test_program_runs_from_the_wheel(built: Path, tmp_path: Path) -> None:
    shutil.unpack_archive(next(built.glob("*.whl")), tmp_path / "unpacked", "zip")
    (tmp_path / "a.py").write_text("import torch\nx = torch.randn(3)\nx.detach()\n")
    done = subprocess.run(
        [sys.executable, "-m", "detachlint", "--output-format", "concise", "--no-cache", "a.py"],
        cwd=tmp_path,
        env={**clean_environment(), "PYTHONPATH": str(tmp_path / "unpacked")},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert done.returncode == 1, done.stderr
    assert done.stdout.startswith("a.py:3:1: DTL203")


def test_sdist_holds_what_its_tests_need(built: Path) -> None:
    with tarfile.open(next(built.glob("*.tar.gz"))) as sdist:
        names = {name.split("/", 1)[1] for name in sdist.getnames() if "/" in name}
    wanted = {
        "pyproject.toml",
        "README.md",
        "LICENSE",
        "rules.md",
        ".pre-commit-hooks.yaml",
        ".ci/run",
        "tests/cli/support.py",
    }
    assert wanted <= names
    assert "detachlint/cli.py" in names
