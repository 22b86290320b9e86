"""The hooks, under the real pre-commit in a real repository, without a network."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

from tests.cli.notebooks import TYPICAL
from tests.cli.support import CLEAN, DROPPED, clean_environment, write

pytest.importorskip("pre_commit")

ROOT = Path(__file__).parents[2]
SHIPPED = ("detachlint", "pyproject.toml", ".pre-commit-hooks.yaml", "README.md", "LICENSE")
CONFIG = """\
repos:
  - repo: {repository}
    rev: {revision}
    hooks:
      - id: {hook}
"""


def git(*arguments: str, cwd: Path) -> str:
    """Run the real git under a name of its own."""
    identity = ["-c", "user.name=tester", "-c", "user.email=tester@example.org", "-c", "commit.gpgsign=false"]
    done = subprocess.run(
        ["git", *identity, *arguments], cwd=cwd, capture_output=True, text=True, check=True, timeout=120
    )
    return done.stdout.strip()


@pytest.fixture(scope="module")
def hook_repository(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """This project as a repository that pre-commit can clone."""
    folder = tmp_path_factory.mktemp("hooks")
    for name in SHIPPED:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, folder / name, ignore=shutil.ignore_patterns("__pycache__", ".*_cache"))
        else:
            shutil.copy(source, folder / name)
    git("init", "-q", cwd=folder)
    git("add", "-A", cwd=folder)
    git("commit", "-qm", "all", cwd=folder)
    return folder


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where pre-commit keeps the environments it builds."""
    return tmp_path_factory.mktemp("home")


def pre_commit(*arguments: str, cwd: Path, home: Path) -> subprocess.CompletedProcess[str]:
    """Run the real pre-commit; what it would install from an index, it finds in this environment."""
    offline = {
        "PRE_COMMIT_HOME": str(home),
        "PIP_NO_INDEX": "1",
        "PIP_NO_DEPS": "1",
        "PIP_NO_BUILD_ISOLATION": "0",
        "PYTHONPATH": sysconfig.get_path("purelib"),
        "NO_COLOR": "1",
    }
    environment = {**clean_environment(), **offline}
    return subprocess.run(
        [sys.executable, "-m", "pre_commit", *arguments],
        cwd=cwd,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=400,
    )


def project(folder: Path, repository: Path, hook: str, files: dict[str, str | bytes]) -> Path:
    """A repository that uses a hook."""
    revision = git("rev-parse", "HEAD", cwd=repository)
    config = CONFIG.format(repository=repository, revision=revision, hook=hook)
    write(folder, {".pre-commit-config.yaml": config, **files})
    git("init", "-q", cwd=folder)
    git("add", "-A", cwd=folder)
    return folder


def test_manifest_is_valid(tmp_path: Path) -> None:
    done = pre_commit("validate-manifest", str(ROOT / ".pre-commit-hooks.yaml"), cwd=tmp_path, home=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr


def test_hook_lints_python_stubs_and_notebooks(tmp_path: Path, hook_repository: Path, home: Path) -> None:
    files: dict[str, str | bytes] = {
        "bad.py": DROPPED,
        "good.py": CLEAN,
        "note.ipynb": TYPICAL,
        "notes.txt": DROPPED,
        "old/bad.py": DROPPED,
        "detachlint.toml": 'extend-exclude = ["old"]\noutput-format = "concise"\n',
    }
    folder = project(tmp_path, hook_repository, "detachlint", files)
    done = pre_commit("run", "--all-files", cwd=folder, home=home)
    assert done.returncode == 1, done.stdout + done.stderr
    assert "bad.py:4:1: DTL203" in done.stdout
    assert "note.ipynb:cell 3:2:1: DTL203" in done.stdout
    assert "old/bad.py" not in done.stdout
    assert "notes.txt" not in done.stdout


def test_hook_passes_on_clean_files(tmp_path: Path, hook_repository: Path, home: Path) -> None:
    folder = project(tmp_path, hook_repository, "detachlint", {"good.py": CLEAN})
    done = pre_commit("run", "--all-files", cwd=folder, home=home)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "Passed" in done.stdout


def test_fixing_hook_runs(tmp_path: Path, hook_repository: Path, home: Path) -> None:
    folder = project(tmp_path, hook_repository, "detachlint-fix", {"good.py": CLEAN, "bad.py": "def f(:\n"})
    done = pre_commit("run", "--all-files", cwd=folder, home=home)
    assert done.returncode == 1
    assert "bad.py:1:7: DTL002" in done.stdout


def test_hook_stops_a_commit(tmp_path: Path, hook_repository: Path, home: Path) -> None:
    folder = project(tmp_path, hook_repository, "detachlint", {"bad.py": DROPPED})
    done = pre_commit("run", cwd=folder, home=home)
    assert done.returncode == 1
    git("commit", "-qm", "without hooks", "--no-verify", cwd=folder)
    write(folder, {"other.py": CLEAN})
    git("add", "other.py", cwd=folder)
    assert pre_commit("run", cwd=folder, home=home).returncode == 0


def test_environment_of_the_hook_has_no_torch(tmp_path: Path, hook_repository: Path, home: Path) -> None:
    folder = project(tmp_path, hook_repository, "detachlint", {"good.py": CLEAN})
    assert pre_commit("install-hooks", cwd=folder, home=home).returncode == 0
    metadata = list(home.glob("repo*/py_env-*/lib/python*/site-packages/detachlint-*/METADATA"))
    assert metadata
    required = [line for line in metadata[0].read_text().splitlines() if line.startswith("Requires-Dist:")]
    unconditional = [line for line in required if "extra ==" not in line]
    assert any("libcst" in line for line in unconditional)
    assert not any("torch" in line for line in unconditional)
    assert os.path.isdir(home)
