"""The flake8 plugin, under the real flake8."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.support import BROKEN, CLEAN, DROPPED, Ran, clean_environment, lint, write

LEGACY = "import torch\n\nw = torch.randn(2, requires_grad=True)\nv = w.data\n"
MANY = (
    "import torch\n\nx = torch.randn(3)\nif x.sum() > 0:\n    x.clone()\n\tx.detach()\n".replace("\t", "    ")
    + 'n = "é名"; x.detach()\nx.masked_fill(\n    x > 0,\n    0.0)\n'
)


def flake8(*arguments: str, cwd: Path, stdin: str = "") -> Ran:
    """Run the real flake8 with this plugin's codes alone, unless others are asked for."""
    done = subprocess.run(
        [sys.executable, "-m", "flake8", *arguments],
        cwd=cwd,
        input=stdin,
        capture_output=True,
        text=True,
        env=clean_environment(),
        check=False,
        timeout=240,
    )
    return Ran(done.returncode, done.stdout, done.stderr)


def test_flake8_knows_the_plugin(tmp_path: Path) -> None:
    from detachlint import __version__

    assert f"detachlint: {__version__}" in " ".join(flake8("--version", cwd=tmp_path).out.split())


def test_same_rows_columns_and_messages_as_the_program(tmp_path: Path) -> None:
    write(tmp_path, {"a.py": MANY, "b.py": "\ufeff" + MANY.replace("\n", "\r\n"), "c.py": CLEAN})
    ran = flake8("--select", "DTL", cwd=tmp_path)
    program = [
        f"./{item['filename']}:{item['location']['row']}:{item['location']['column']}: {item['code']} {item['message']}"
        for item in lint(cwd=tmp_path).json
    ]
    assert sorted(ran.out.splitlines()) == sorted(program)
    assert len(program) == 8


def test_plugin_runs_by_default_beside_the_others(tmp_path: Path) -> None:
    ran = flake8("--isolated", cwd=write(tmp_path, {"a.py": DROPPED.replace("import torch\n\n", "import torch, os\n")}))
    codes = {line.split()[1] for line in ran.out.splitlines()}
    assert {"DTL203", "E401", "F401"} <= codes


def test_noqa_is_obeyed_and_can_be_switched_off(tmp_path: Path) -> None:
    body = "x.detach()  # noqa: DTL203\nx.clone()  # detachlint: ignore[DTL203]\n"
    body += "x.masked_fill(\n    x > 0,\n    0.0)  # noqa\n"
    write(tmp_path, {"a.py": "import torch\nx = torch.randn(3)\n" + body})
    assert flake8("--select", "DTL", cwd=tmp_path).out == ""
    assert len(flake8("--select", "DTL", "--disable-noqa", cwd=tmp_path).out.splitlines()) == 2


def test_selection_and_ignoring_are_flake8s_own(tmp_path: Path) -> None:
    write(tmp_path, {"a.py": DROPPED + LEGACY})
    assert "DTL203" in flake8("--extend-ignore", "DTL9", cwd=tmp_path).out
    assert "DTL203" not in flake8("--extend-ignore", "DTL203", cwd=tmp_path).out
    assert "DTL203" not in flake8("--select", "DTL9", cwd=tmp_path).out
    assert "DTL203" not in flake8("--per-file-ignores", "a.py:DTL2", cwd=tmp_path).out


def test_legacy_and_pedantic_rules_run_when_asked_for_by_code(tmp_path: Path) -> None:
    write(tmp_path, {"a.py": LEGACY})
    assert flake8("--select", "DTL", cwd=tmp_path).out == ""
    assert flake8("--extend-select", "DTL", cwd=tmp_path).out == ""
    assert "DTL901" in flake8("--select", "DTL901", cwd=tmp_path).out
    assert "DTL901" in flake8("--extend-select", "DTL9", cwd=tmp_path).out


def test_processes(tmp_path: Path) -> None:
    write(tmp_path, {f"m{number}.py": DROPPED for number in range(6)})
    outputs = {flake8("--select", "DTL", "-j", jobs, cwd=tmp_path).out for jobs in ("1", "2")}
    assert len(outputs) == 1
    assert len(outputs.pop().splitlines()) == 6


def test_standard_input(tmp_path: Path) -> None:
    ran = flake8("--select", "DTL", "--stdin-display-name", "x.py", "-", cwd=tmp_path, stdin=DROPPED)
    assert ran.out.startswith("x.py:4:1: DTL203")


def test_broken_file_is_flake8s_to_report(tmp_path: Path) -> None:
    ran = flake8("--select", "DTL,E9", cwd=write(tmp_path, {"a.py": BROKEN}))
    assert [line.split()[1] for line in ran.out.splitlines()] == ["E999"]


@pytest.mark.parametrize("name", ["setup.cfg", "tox.ini", ".flake8"])
def test_torch_version_from_the_configuration(tmp_path: Path, name: str) -> None:
    write(tmp_path, {"a.py": DROPPED, name: "[flake8]\nselect = DTL\ntorch-version = 2.6\n"})
    assert "DTL203" in flake8(cwd=tmp_path).out
    write(tmp_path, {name: "[flake8]\nselect = DTL\ntorch-version = newest\n"})
    ran = flake8(cwd=tmp_path)
    assert ran.status != 0
    assert "`torch-version` must be a version" in ran.err


@pytest.mark.parametrize("option", ["--ignore", "--extend-ignore"])
def test_ignoring_d_hides_the_plugin_and_is_said_with_the_cure(tmp_path: Path, option: str) -> None:
    write(tmp_path, {"a.py": DROPPED})
    ran = flake8(option, "D", "-j", "2", cwd=tmp_path)
    assert "DTL203" not in ran.out
    assert ran.err.count("`ignore = D` also hides every DTL code; `extend-select = DTL` brings them back") == 1
    cured = flake8(option, "D", "--extend-select", "DTL", cwd=tmp_path)
    assert "DTL203" in cured.out
    assert cured.err == ""


def test_other_ignores_are_no_reason_to_speak(tmp_path: Path) -> None:
    write(tmp_path, {"a.py": CLEAN})
    assert flake8("--ignore", "E,W,D1,DAR", cwd=tmp_path).err == ""


def test_imports_are_followed_as_the_program_does(tmp_path: Path) -> None:
    from tests.cli.test_cache import HELPER, USER

    write(tmp_path, {"pkg/helper.py": HELPER, "pkg/user.py": USER})
    assert "pkg/user.py:4:1: DTL203" in flake8("--select", "DTL", cwd=tmp_path).out
