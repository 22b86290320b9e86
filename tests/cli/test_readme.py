"""The README, the CI snippets in it, and the files that other tools read."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from detachlint import Settings, lint_source
from detachlint.settings import from_table, toml_module
from tests.cli.support import DROPPED, clean_environment, detachlint, write

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    """The fenced blocks in a language."""
    return re.findall(rf"```{language}\n(.*?)```", README, flags=re.DOTALL)


def block(language: str, word: str) -> str:
    """The fenced block that a word is in."""
    return next(text for text in blocks(language) if word in text)


@pytest.mark.parametrize(("word", "schema"), [("runs-on", "github-workflows"), ("codequality", "gitlab-ci")])
def test_ci_snippets_are_valid(tmp_path: Path, word: str, schema: str) -> None:
    pytest.importorskip("check_jsonschema")
    write(tmp_path, {"ci.yml": block("yaml", word)})
    done = subprocess.run(
        [sys.executable, "-m", "check_jsonschema", "--builtin-schema", f"vendor.{schema}", "ci.yml"],
        cwd=tmp_path,
        env=clean_environment(),
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("word", ["runs-on", "codequality"])
def test_commands_of_the_ci_snippets_work(tmp_path: Path, word: str) -> None:
    write(tmp_path, {"a.py": DROPPED})
    commands = re.findall(r"(?:run: |- )(detachlint .*)", block("yaml", word))
    assert commands
    for command in commands:
        arguments = command.split()[1:]
        ran = detachlint(*arguments, cwd=tmp_path)
        assert ran.status == (0 if "--exit-zero" in arguments else 1)
        if "--output-file" in arguments:
            assert (tmp_path / arguments[arguments.index("--output-file") + 1]).stat().st_size


def test_pre_commit_snippet_names_hooks_that_exist() -> None:
    manifest = (ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8")
    for hook in re.findall(r"detachlint(?:-fix)?", block("yaml", "rev:").split("hooks:")[1]):
        assert f"- id: {hook}\n" in manifest


def test_configuration_snippet_is_valid() -> None:
    table = toml_module().loads(block("toml", "[tool.detachlint]"))["tool"]["detachlint"]
    known = {key: value for key, value in table.items() if key not in ("ignore", "per-file-ignores")}
    assert from_table(known, "README.md").torch_version == "2.6"


def test_ruff_keeps_our_codes_with_the_setting_given(tmp_path: Path) -> None:
    write(tmp_path, {"a.py": "import torch\n\ny = torch.randn(3).detach_()  # noqa: DTL201\n"})
    command = [sys.executable, "-m", "ruff", "check", "--no-cache", "--select", "RUF100,RUF102"]

    def ruff() -> int:
        return subprocess.run(
            command, cwd=tmp_path, env=clean_environment(), capture_output=True, check=False, timeout=60
        ).returncode

    assert ruff() == 1
    write(tmp_path, {"pyproject.toml": block("toml", "external")})
    assert ruff() == 0


def test_library_snippet_runs(capsys: pytest.CaptureFixture[str]) -> None:
    code = block("python", "lint_source").replace('("DTL1", "DTL2")', '("DTL2",)')
    exec(code, {"text": DROPPED})
    assert "DTL203" in capsys.readouterr().out


def test_example_is_what_the_program_prints(tmp_path: Path) -> None:
    source = (
        "import torch\n\na = torch.randn(4, requires_grad=True)\n\nout = a.sigmoid()\nc = out.data\nc.zero_()\n"
        "out.sum().backward()\n"
    )
    write(tmp_path, {"train.py": source})
    shown = next(text for text in re.findall(r"```\n(.*?)```", README, flags=re.DOTALL) if "$ detachlint" in text)
    assert detachlint("train.py", cwd=tmp_path).out.strip() == shown.split("\n", 1)[1].strip()


def test_every_documented_suppression_works() -> None:
    for comment in ("# noqa: DTL203", "# detachlint: ignore[DTL203]"):
        assert comment.replace("203", "201") in README
        source = DROPPED.replace("x.detach()", f"x.detach()  {comment}")
        assert lint_source(source, "a.py", Settings(select=("DTL203",))) == []


def test_the_two_commands_are_there() -> None:
    commands = [line for text in blocks("console") for line in text.splitlines()]
    assert commands == [
        "pip install . && detachlint path/to/your/code",
        'pip install torch==2.13.0 && pip install ".[test,dev]" && pytest',
    ]


def test_torch_is_never_installed_without_a_version() -> None:
    texts = [README, (ROOT / ".ci/run").read_text(encoding="utf-8")]
    for text in texts:
        assert not re.search(r"pip install [^\n&]*\btorch\b(?!==|\S)", text)
