"""Configuration files: which one holds, what is in it, and what is said about mistakes."""

from __future__ import annotations

from pathlib import Path

import pytest

from detachlint.settings import READERS, Settings, SettingsError, from_table, load
from tests.cli.support import CLEAN, DROPPED, detachlint, lint, write

IGNORING = '[tool.detachlint]\nignore = ["DTL203"]\n'


def test_pyproject_and_own_file(tmp_path: Path) -> None:
    write(tmp_path, {"a.py": DROPPED, "pyproject.toml": IGNORING})
    assert lint(cwd=tmp_path).codes == []
    write(tmp_path, {"detachlint.toml": 'select = ["DTL203"]\n'})
    assert lint(cwd=tmp_path).codes == ["DTL203"]


def test_nearest_file_upwards_wins(tmp_path: Path) -> None:
    write(
        tmp_path,
        {
            "pyproject.toml": IGNORING,
            "a.py": DROPPED,
            "deep/b.py": DROPPED,
            "own/detachlint.toml": "",
            "own/c.py": DROPPED,
            "other/pyproject.toml": "[project]\nname = 'other'\n",
            "other/d.py": DROPPED,
        },
    )
    assert [finding["filename"] for finding in lint(cwd=tmp_path).json] == ["own/c.py"]
    assert lint("b.py", cwd=tmp_path / "deep").codes == []
    assert lint("c.py", cwd=tmp_path / "own").codes == ["DTL203"]


def test_command_line_over_configuration(tmp_path: Path) -> None:
    write(tmp_path, {"a.py": DROPPED, "pyproject.toml": IGNORING})
    assert lint("--select", "DTL203", cwd=tmp_path).codes == ["DTL203"]
    assert lint("--extend-select", "DTL203", cwd=tmp_path).codes == ["DTL203"]
    assert lint("--ignore", "DTL9", cwd=tmp_path).codes == []


def test_isolated_and_config(tmp_path: Path) -> None:
    write(tmp_path, {"a.py": DROPPED, "pyproject.toml": IGNORING, "ci/strict.toml": 'select = ["ALL"]\n'})
    assert lint("--isolated", cwd=tmp_path).codes == ["DTL203"]
    assert lint("--config", "ci/strict.toml", cwd=tmp_path).codes == ["DTL203"]


@pytest.mark.parametrize(
    ("table", "words"),
    [
        ('selct = ["DTL1"]', "did you mean `select`?"),
        ("torch_version = '2.6'", "did you mean `torch-version`?"),
        ('select = ["DTL2O3"]', "did you mean `DTL203`?"),
        ('select = ["result-discarded"]', "did you mean `DTL203`?"),
        ("select = 3", "`select` must be a list"),
        ('jobs = "two"', "`jobs`"),
        ("fix = 1", "true or false"),
        ('output-format = "sarf"', "did you mean `sarif`?"),
        ('torch-version = "latest"', "version"),
        ('per-file-ignores = ["a.py"]', "glob:codes"),
        ('ignore = ["ALL"]', "no rule"),
        ("select = []", "no rule"),
        ("select = [", "not TOML"),
    ],
)
def test_mistakes_are_errors_that_name_the_nearest_right_word(tmp_path: Path, table: str, words: str) -> None:
    ran = detachlint("a.py", cwd=write(tmp_path, {"a.py": CLEAN, "pyproject.toml": f"[tool.detachlint]\n{table}\n"}))
    assert ran.status == 2
    assert words in ran.err
    assert "pyproject.toml" in ran.err


def test_mistake_in_a_nested_configuration_is_an_error_too(tmp_path: Path) -> None:
    ran = detachlint(cwd=write(tmp_path, {"a.py": CLEAN, "sub/detachlint.toml": "selct = []\n", "sub/b.py": CLEAN}))
    assert ran.status == 2
    assert "selct" in ran.err


def test_every_option_is_a_key() -> None:
    options = [
        "select",
        "extend-select",
        "ignore",
        "extend-ignore",
        "per-file-ignores",
        "exclude",
        "extend-exclude",
        "force-exclude",
        "respect-gitignore",
        "output-format",
        "output-file",
        "fix",
        "unsafe-fixes",
        "show-fixes",
        "baseline",
        "statistics",
        "cache-dir",
        "no-cache",
        "jobs",
        "exit-zero",
        "exit-non-zero-on-fix",
        "torch-version",
        "quiet",
        "verbose",
        "color",
        "fixable",
        "unfixable",
    ]
    assert sorted(options) == sorted(READERS)


def test_keys_are_read(tmp_path: Path) -> None:
    path = write(tmp_path, {"detachlint.toml": FULL}) / "detachlint.toml"
    settings = load(str(path))
    assert settings.per_file_ignores == (("tests/*", ("DTL2",)), ("*.pyi", ("ALL",)))
    assert settings.exclude == ("old",)
    assert settings.respect_gitignore is False
    assert settings.baseline == str(tmp_path / "known.json")
    assert settings.cache_dir == str(tmp_path / ".cache")
    assert (settings.jobs, settings.torch_version, settings.color) == (2, "2.6", "never")


FULL = """
exclude = ["old"]
no-respect-gitignore = true
baseline = "known.json"
cache-dir = ".cache"
jobs = 2
torch-version = "2.6"
color = "never"

[per-file-ignores]
"tests/*" = ["DTL2"]
"*.pyi" = ["ALL"]
"""


def test_show_settings(tmp_path: Path) -> None:
    write(tmp_path, {"pyproject.toml": IGNORING})
    shown = detachlint("--show-settings", "--jobs", "3", cwd=tmp_path).json
    assert shown["ignore"] == ["DTL203"]
    assert shown["jobs"] == 3
    assert shown["config"] == str(tmp_path / "pyproject.toml")
    assert set(READERS) <= set(shown)


@pytest.mark.parametrize(
    ("name", "content", "version"),
    [
        ("pyproject.toml", '[project]\nname = "x"\ndependencies = ["numpy", "torch==2.4.1"]\n', "2.4.1"),
        ("pyproject.toml", '[project.optional-dependencies]\ngpu = ["torch ~= 2.5.0"]\n', "2.5.0"),
        ("pyproject.toml", '[dependency-groups]\ndev = ["torch==2.3.*", {include-group = "x"}]\n', "2.3"),
        ("pyproject.toml", '[tool.poetry.dependencies]\ntorch = "2.2.0"\n', "2.2.0"),
        ("pyproject.toml", '[tool.poetry.dependencies]\ntorch = {version = "~2.2"}\n', "2.2"),
        ("requirements.txt", "numpy\ntorch==2.6.0+cu124  # pinned\n", "2.6.0"),
        ("requirements-dev.txt", "torch[opt] == 2.7\n", "2.7"),
        ("requirements.txt", "torch>=2.2,<3\n", ""),
        ("requirements.txt", "torchvision==0.18\n", ""),
        ("pyproject.toml", '[project]\ndependencies = ["torch>=2.0"]\n', ""),
    ],
)
def test_torch_version_is_what_the_project_pins(tmp_path: Path, name: str, content: str, version: str) -> None:
    write(tmp_path, {name: content, ".git/HEAD": "", "src/a.py": CLEAN})
    assert detachlint("--show-settings", cwd=tmp_path / "src").json["torch-version"] == version
    assert detachlint("--show-settings", "--torch-version", "2.9", cwd=tmp_path).json["torch-version"] == "2.9"


def test_settings_for_the_library() -> None:
    assert Settings(select=("DTL203",)).codes() == {"DTL203", "DTL002"}
    with pytest.raises(SettingsError, match="unknown key `x`"):
        from_table({"x": 1}, "here")
