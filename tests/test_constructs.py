"""What Python lets people write: a misuse seen through each construct, and its twin that is silent; torch agrees.

The tables in ``constructs`` hold programs: ``=== name``, the bad one, ``---``, the good one. A program of several files
has each under ``+++ path``; the first is the one that is run. Names that end in ``(not run)`` need what is not
installed here.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from detachlint.prove import Outcome, run

TABLES = Path(__file__).parent / "constructs"
MARK = re.compile(r"# (DTL\d{3})$")
NOT_RUN = "(not run)"
LAUNCHER = """
import runpy, sys
from pathlib import Path

folder = str(Path(__file__).parent)
before = set(sys.modules)
sys.path.insert(0, folder)
try:
    evidence = runpy.run_path(folder + "/{script}").get("evidence", {{}})
finally:
    sys.path.remove(folder)
    for name in set(sys.modules) - before:
        if str(getattr(sys.modules[name], "__file__", "")).startswith(folder) or name in {names}:
            del sys.modules[name]
"""
"""Runs a program of several files as ``python script`` would, and forgets its modules."""


@dataclass(frozen=True)
class Construct:
    """A row of a table: the files of two programs, by path."""

    name: str
    bad: dict[str, str]
    good: dict[str, str]

    @property
    def runs(self) -> bool:
        return not self.name.endswith(NOT_RUN)


def files(text: str) -> dict[str, str]:
    if not text.startswith("+++ "):
        return {"script.py": text}
    parts = (part.split("\n", 1) for part in re.split(r"^\+\+\+ ", text, flags=re.M)[1:])
    return {name.strip(): source for name, source in parts}


def constructs() -> list[Construct]:
    found = []
    for table in sorted(TABLES.glob("*.txt")):
        for row in re.split(r"^=== ", table.read_text(encoding="utf-8"), flags=re.M)[1:]:
            name, programs = row.split("\n", 1)
            bad, good = programs.split("---\n")
            found.append(Construct(f"{table.stem}: {name}", files(bad), files(good)))
    return found


ALL = constructs()
RUN = [construct for construct in ALL if construct.runs]


def folder(root: Path, construct: Construct, which: str) -> Path:
    return root / f"{ALL.index(construct):03}" / which


def launcher(root: Path, construct: Construct, which: str) -> Path:
    return folder(root, construct, which) / "launch_it.py"


def launching(program: dict[str, str]) -> str:
    names = {name.split("/")[0].removesuffix(".py") for name in program}
    return LAUNCHER.format(script=next(iter(program)), names=sorted(names))


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """All programs on disk, each in a folder of its own."""
    root = tmp_path_factory.mktemp("constructs")
    for construct in ALL:
        for which, program in (("bad", construct.bad), ("good", construct.good)):
            for name, source in program.items():
                path = folder(root, construct, which) / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(source, encoding="utf-8")
            launcher(root, construct, which).write_text(launching(program), encoding="utf-8")
    return root


@pytest.fixture(scope="module")
def outcomes(written: Path) -> dict[Path, Outcome]:
    """What torch says to each program that can be run here."""
    return run([launcher(written, construct, which) for construct in RUN for which in ("bad", "good")])[1]


def marked(program: dict[str, str]) -> list[tuple[str, int, str]]:
    return [
        (name, row, found.group(1))
        for name, source in program.items()
        for row, line in enumerate(source.splitlines(), 1)
        if (found := MARK.search(line))
    ]


@pytest.fixture(scope="module")
def reports(written: Path) -> list[tuple[Path, int, str]]:
    """What the program prints of all of them: file, row and code."""
    command = [sys.executable, "-m", "detachlint", "check", "--no-cache", "--output-format", "json", str(written)]
    printed = subprocess.run(command, capture_output=True, encoding="utf-8", check=False, cwd=written)
    assert printed.stderr == ""
    return [(written / item["filename"], item["location"]["row"], item["code"]) for item in json.loads(printed.stdout)]


def within(reports: list[tuple[Path, int, str]], where: Path) -> list[tuple[str, int, str]]:
    return [
        (path.relative_to(where).as_posix(), row, code) for path, row, code in reports if path.is_relative_to(where)
    ]


@pytest.mark.parametrize("construct", ALL, ids=lambda construct: construct.name)
def test_misuse_is_seen_through_it(construct: Construct, written: Path, reports: list[tuple[Path, int, str]]) -> None:
    assert marked(construct.bad)
    assert within(reports, folder(written, construct, "bad")) == marked(construct.bad)


@pytest.mark.parametrize("construct", ALL, ids=lambda construct: construct.name)
def test_right_twin_is_silent(construct: Construct, written: Path, reports: list[tuple[Path, int, str]]) -> None:
    assert within(reports, folder(written, construct, "good")) == []


@pytest.mark.parametrize("construct", RUN, ids=lambda construct: construct.name)
def test_torch_agrees(construct: Construct, written: Path, outcomes: dict[Path, Outcome]) -> None:
    """The bad program raises, or leaves other evidence than the good one does."""
    bad = outcomes[launcher(written, construct, "bad")]
    good = outcomes[launcher(written, construct, "good")]
    assert good.error is None
    assert bad.error is not None or (bad.evidence and bad.evidence != good.evidence)
