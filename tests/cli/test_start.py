"""How the program starts: light, with completion and colours as the environment asks for."""

from __future__ import annotations

import os
import pickle
import pty
import subprocess
import sys
from pathlib import Path

import pytest

import detachlint as package
from tests.cli.support import BROKEN, CLEAN, DROPPED, clean_environment, detachlint, process, write

HEAVY = ["libcst", "torch", "numpy", "multiprocessing", "concurrent.futures", "pathspec", "detachlint.check"]


def modules_after(program: str) -> set[str]:
    """The modules that a program has imported at its end."""
    code = f"{program}\nimport sys\nprint('MODULES', *sys.modules, file=sys.stderr)"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env=clean_environment(), check=True, timeout=60
    )
    return set(done.stderr.split("MODULES", 1)[1].split())


@pytest.mark.parametrize("option", ["--version", "--help"])
def test_version_and_help_import_nothing_heavy(option: str) -> None:
    program = (
        f"import sys\nsys.argv = ['detachlint', '{option}']\nfrom detachlint.cli import main\n"
        "try:\n    main()\nexcept SystemExit:\n    pass"
    )
    assert not modules_after(program).intersection(HEAVY)


def test_the_package_alone_imports_nothing() -> None:
    found = modules_after("import detachlint")
    assert [name for name in found if name.startswith("detachlint")] == ["detachlint"]
    assert not found.intersection([*HEAVY, "click"])


def test_library_needs_no_command_line() -> None:
    program = "from detachlint import Settings, lint_source\nassert not lint_source('import torch', 'a.py', Settings())"
    found = modules_after(program)
    assert "libcst" in found
    assert not found.intersection(["click", "torch", "detachlint.run", "detachlint.cli"])


def test_library_names() -> None:
    findings = package.lint_source(DROPPED, "a.py", package.Settings(select=("DTL203",)))
    assert [finding.code for finding in findings] == ["DTL203"]
    assert isinstance(findings[0], package.Finding)
    assert pickle.loads(pickle.dumps(findings)) == findings
    assert pickle.loads(pickle.dumps(package.Settings())) == package.Settings()
    with pytest.raises(AttributeError, match="no_such_name"):
        package.no_such_name  # noqa: B018


def test_module_and_script_are_the_same_program(tmp_path: Path) -> None:
    write(tmp_path, {"a.py": DROPPED})
    script = Path(sys.executable).with_name("detachlint")
    assert script.exists(), "install the package to test its script"
    done = subprocess.run(
        [str(script), "--output-format", "json"],
        cwd=tmp_path,
        env=clean_environment(),
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    ran = process("--output-format", "json", cwd=tmp_path)
    assert (done.stdout, done.returncode) == (ran.out, ran.status)


@pytest.mark.parametrize(
    ("words", "completions"),
    [
        ("detachlint ", ["check", "explain", "prove", "reveal", "rules", "why"]),
        ("detachlint --sel", ["--select"]),
        ("detachlint check --output-f", ["--output-format", "--output-file"]),
        ("detachlint ru", ["rules"]),
        ("detachlint explain --out", ["--output-format"]),
    ],
)
def test_shell_completion(tmp_path: Path, words: str, completions: list[str]) -> None:
    parts = words.split(" ")
    environment = {
        "_DETACHLINT_COMPLETE": "bash_complete",
        "COMP_WORDS": words,
        "COMP_CWORD": str(len(parts) - 1),
    }
    ran = detachlint(cwd=tmp_path, environment=environment)
    found = [line.split(",", 1)[1] for line in ran.out.splitlines() if line.startswith("plain")]
    assert set(completions) <= set(found)
    assert all(name.startswith(parts[-1]) for name in found)


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_shell_completion_scripts(tmp_path: Path, shell: str) -> None:
    ran = process(cwd=tmp_path, environment={"_DETACHLINT_COMPLETE": f"{shell}_source"})
    assert ran.status == 0
    assert "_DETACHLINT_COMPLETE" in ran.out


# ------------------------------------------------------------------------------------------------ terminals


def in_terminal(*arguments: str, cwd: Path, environment: dict[str, str] | None = None) -> str:
    """What the program writes to a real (pseudo) terminal."""
    ours, theirs = pty.openpty()
    running = subprocess.Popen(
        [sys.executable, "-m", "detachlint", *arguments],
        cwd=cwd,
        env=clean_environment({"TERM": "xterm-256color", **(environment or {})}),
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
    )
    os.close(theirs)
    output = b""
    while True:
        try:
            piece = os.read(ours, 65536)
        except OSError:
            break
        if not piece:
            break
        output += piece
    os.close(ours)
    running.wait(timeout=120)
    return output.decode()


def test_colours_go_to_terminals_only(tmp_path: Path) -> None:
    write(tmp_path, {"a.py": DROPPED})
    assert "\033[1;31mDTL203\033[0m" in in_terminal("--no-cache", cwd=tmp_path)
    assert "\033" not in detachlint("--no-cache", cwd=tmp_path).out


@pytest.mark.parametrize(
    ("environment", "arguments", "colored"),
    [
        ({"NO_COLOR": "1"}, [], False),
        ({"TERM": "dumb"}, [], False),
        ({}, ["--color", "never"], False),
        ({"NO_COLOR": "1"}, ["--color", "always"], True),
        ({"NO_COLOR": ""}, [], True),
    ],
)
def test_colours_in_a_terminal(
    tmp_path: Path, environment: dict[str, str], arguments: list[str], colored: bool
) -> None:
    write(tmp_path, {"a.py": DROPPED})
    assert ("\033" in in_terminal("--no-cache", *arguments, cwd=tmp_path, environment=environment)) is colored


@pytest.mark.parametrize(
    ("environment", "arguments", "colored"),
    [
        ({"FORCE_COLOR": "1"}, [], True),
        ({"FORCE_COLOR": "1", "NO_COLOR": "1"}, [], False),
        ({}, ["--color", "always"], True),
        ({"FORCE_COLOR": "1"}, ["--color", "never"], False),
    ],
)
def test_colours_elsewhere(tmp_path: Path, environment: dict[str, str], arguments: list[str], colored: bool) -> None:
    write(tmp_path, {"a.py": DROPPED})
    ran = detachlint("--no-cache", *arguments, cwd=tmp_path, environment=environment)
    assert ("\033" in ran.out) is colored


def test_progress_shows_itself_in_a_terminal_when_work_is_long(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from detachlint import terminal

    assert terminal.progress_bar(False) is None
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    assert terminal.progress_bar(True) is None
    bar = terminal.progress_bar(False)
    assert bar is not None
    bar(1, 4)
    assert capsys.readouterr().err == ""
    monkeypatch.setattr(terminal, "SHOWN_AFTER", 0.0)
    bar(2, 4)
    assert capsys.readouterr().err.endswith("2/4 files")
    bar(4, 4)
    assert capsys.readouterr().err.strip() == ""


def test_summary_is_on_stderr_so_that_stdout_is_findings_only(tmp_path: Path) -> None:
    write(tmp_path, {"a.py": BROKEN, "b.py": CLEAN})
    ran = detachlint("--output-format", "concise", "--no-cache", cwd=tmp_path)
    assert len(ran.out.splitlines()) == 1
    assert ran.err == "Found 1 problem.\n"
