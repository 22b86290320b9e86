"""Running the program in a folder of its own, and sources that it reports."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from detachlint.cli import main

DROPPED = "import torch\n\nx = torch.randn(3)\nx.detach()\n"
"""DTL203 in row 4, column 1."""
CLEAN = "import torch\n\nx = torch.randn(3)\ny = x.detach()\n"
BROKEN = "def broken(:\n    pass\n"
"""DTL002 in row 1."""
TRACED = """import torch

a = torch.tensor([1.0, 2.0], requires_grad=True)
frozen = a.detach()
loss = frozen.sum()
loss.backward()
"""
"""DTL204, with a trace."""


@dataclass(frozen=True)
class Ran:
    """What the program did."""

    status: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """Standard output as JSON."""
        return json.loads(self.out)

    @property
    def codes(self) -> list[str]:
        """Codes of the findings, from the JSON format."""
        return [finding["code"] for finding in self.json]


def detachlint(
    *arguments: str | Path,
    cwd: Path,
    stdin: str | bytes = b"",
    environment: dict[str, str] | None = None,
) -> Ran:
    """Run the program in this process, which is much quicker than in one of its own."""
    out, err = io.BytesIO(), io.BytesIO()
    streams = (text_stream(stdin.encode() if isinstance(stdin, str) else stdin), text_stream(out), text_stream(err))
    before = (sys.stdin, sys.stdout, sys.stderr, sys.argv, dict(os.environ), Path.cwd())
    try:
        sys.stdin, sys.stdout, sys.stderr = streams
        sys.argv = ["detachlint", *(os.fspath(argument) for argument in arguments)]
        os.environ.clear()
        os.environ.update(clean_environment(environment))
        os.chdir(cwd)
        status = exit_status()
        sys.stdout.flush()
        sys.stderr.flush()
    finally:
        sys.stdin, sys.stdout, sys.stderr, sys.argv = before[:4]
        os.environ.clear()
        os.environ.update(before[4])
        os.chdir(before[5])
    return Ran(status, out.getvalue().decode("utf-8", "surrogateescape"), err.getvalue().decode())


def exit_status() -> int:
    """Run the entry point; the status that it exits with."""
    try:
        main()
    except SystemExit as ended:
        return ended.code if isinstance(ended.code, int) else 1
    return 0


def text_stream(data: bytes | io.BytesIO) -> io.TextIOWrapper:
    """A text stream over bytes, as the standard ones are."""
    return io.TextIOWrapper(io.BytesIO(data) if isinstance(data, bytes) else data, encoding="utf-8", newline="")


def process(
    *arguments: str | Path,
    cwd: Path,
    stdin: str | bytes = b"",
    environment: dict[str, str] | None = None,
) -> Ran:
    """Run the program as a user does, in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-m", "detachlint", *(os.fspath(argument) for argument in arguments)],
        cwd=cwd,
        input=stdin.encode() if isinstance(stdin, str) else stdin,
        capture_output=True,
        env=clean_environment(environment),
        check=False,
        timeout=240,
    )
    return Ran(done.returncode, done.stdout.decode("utf-8", "surrogateescape"), done.stderr.decode("utf-8"))


def clean_environment(extra: dict[str, str] | None = None) -> dict[str, str]:
    """The environment without what changes colours or output."""
    kept = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "FORCE_COLOR", "COLUMNS")}
    kept["PYTHONPATH"] = os.pathsep.join([str(Path(__file__).parents[2]), *filter(None, [kept.get("PYTHONPATH")])])
    kept["PYTHONIOENCODING"] = "utf-8"
    return {**kept, **(extra or {})}


def lint(*arguments: str | Path, cwd: Path, stdin: str | bytes = b"") -> Ran:
    """Run it without a cache, for findings as JSON."""
    return detachlint("check", "--no-cache", "--output-format", "json", *arguments, cwd=cwd, stdin=stdin)


def write(folder: Path, files: dict[str, str | bytes]) -> Path:
    """Make files in a folder."""
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)
    return folder
