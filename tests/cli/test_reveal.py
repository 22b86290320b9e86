"""``detachlint reveal FILE:LINE``."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.cli.support import detachlint

SOURCE = """import torch
from torch import nn

a = torch.ones(3, requires_grad=True)
out = a.sigmoid()
c = out.data
c.zero_()
out.sum().backward()
rate = 0.5


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.lin = nn.Linear(3, 3)
        self.register_buffer("mean", torch.zeros(3))

    def forward(self, x, gate=None):
        h = self.lin(x)
        for step in range(2):
            h = torch.relu(h)
        if gate is not None:
            return h * self.mean
        return h


def never():
    return 1
"""


@pytest.fixture
def script(tmp_path: Path) -> Path:
    path = tmp_path / "script.py"
    path.write_text(SOURCE, encoding="utf-8")
    return path


def revealed(script: Path, row: int) -> list[dict[str, Any]]:
    ran = detachlint("reveal", f"{script.name}:{row}", "--output-format", "json", cwd=script.parent)
    assert ran.status == 0
    assert ran.err == ""
    visits: list[dict[str, Any]] = ran.json["visits"]
    return visits


def value(visit: dict[str, Any], name: str) -> dict[str, Any]:
    found: dict[str, Any] = next(item for item in visit["values"] if item["name"] == name)
    return found


def test_leaf_and_requires_grad(script: Path) -> None:
    (visit,) = revealed(script, 4)
    assert value(visit, "a")["kind"] == "tensor, leaf, requires grad, float"


def test_shared_memory_and_what_saved_it(script: Path) -> None:
    (visit,) = revealed(script, 7)
    told = value(visit, "c")
    assert told["kind"] == "tensor, leaf, requires no grad, float"
    assert "an alias of `out`, by data" in told["facts"]
    assert "shares memory with out" in told["facts"]
    assert any("saved by sigmoid at line 5 as its result, and changed since" in fact for fact in told["facts"])


def test_what_backward_did(script: Path) -> None:
    (visit,) = revealed(script, 8)
    assert "computed by sigmoid; freed by the backward pass at line 8" in value(visit, "out")["facts"]


def test_number(script: Path) -> None:
    (visit,) = revealed(script, 9)
    assert value(visit, "rate")["kind"] == "the constant 0.5"


def test_attributes_of_a_module(script: Path) -> None:
    (visit,) = revealed(script, 19)
    assert visit["function"] == "forward"
    assert value(visit, "self")["kind"] == "a Net"
    assert "its `weight`: parameter, leaf, requires grad, float" in value(visit, "self.lin")["facts"]
    (buffer,) = [item for item in revealed(script, 23)[0]["values"] if item["name"] == "self.mean"]
    assert buffer["kind"].startswith("buffer, leaf, requires no grad")


def test_head_of_a_block_is_looked_at_before_it_runs(script: Path) -> None:
    (visit,) = revealed(script, 22)
    assert value(visit, "gate")["kind"]
    assert [item["name"] for item in visit["values"]] == ["gate"]


def test_text_names_the_line(script: Path) -> None:
    ran = detachlint("reveal", "script.py:7", cwd=script.parent)
    assert ran.status == 0
    assert ran.out.startswith("script.py:7  c.zero_()\n\nat the top level:\n  c: tensor, leaf")


def test_text_within_a_function(script: Path) -> None:
    assert "\nin forward:\n  h: tensor, not a leaf, requires grad" in (
        detachlint("reveal", "script.py:19", cwd=script.parent).out
    )


def test_line_that_never_runs(script: Path) -> None:
    ran = detachlint("reveal", "script.py:10", cwd=script.parent)
    assert (ran.status, ran.out) == (1, "")
    assert "script.py:10: no statement that runs is on this line" in ran.err


def test_line_of_which_nothing_is_known(script: Path) -> None:
    ran = detachlint("reveal", "script.py:28", cwd=script.parent)
    assert ran.status == 0
    assert "nothing is known of the values here" in ran.out


@pytest.mark.parametrize(
    ("place", "complaint"),
    [
        ("script.py", "'script.py' is not FILE:LINE, such as train.py:12"),
        ("script.py:0", "'script.py:0' is not FILE:LINE"),
        ("script.py:x", "'script.py:x' is not FILE:LINE"),
        ("script.py:999", "script.py has only 28 lines"),
        ("missing.py:1", "missing.py: No such file or directory"),
        ("broken.py:1", "broken.py:1: syntax error"),
        ("bytes.py:1", "bytes.py:1: "),
    ],
)
def test_what_cannot_be_revealed(script: Path, place: str, complaint: str) -> None:
    (script.parent / "broken.py").write_text("def broken(:\n", encoding="utf-8")
    (script.parent / "bytes.py").write_bytes(b"x = '\xff'\n")
    ran = detachlint("reveal", place, cwd=script.parent)
    assert ran.status == 2
    assert ran.out == ""
    assert complaint in ran.err


def test_what_the_file_says_cannot_colour_the_terminal(tmp_path: Path) -> None:
    (tmp_path / "evil.py").write_text("import torch\nx = torch.ones(1); y = '\x1b[31m'\n", encoding="utf-8")
    ran = detachlint("reveal", "evil.py:2", cwd=tmp_path)
    assert ran.status == 0
    assert "\x1b" not in ran.out


def test_imports_of_the_project_are_followed(tmp_path: Path) -> None:
    (tmp_path / "ops.py").write_text("import torch\n\ndef squash(t):\n    return torch.sigmoid(t).detach()\n")
    (tmp_path / "train.py").write_text(
        "import torch\nfrom ops import squash\n\nx = torch.ones(3, requires_grad=True)\ny = squash(x)\n"
    )
    (visit,) = revealed(tmp_path / "train.py", 5)
    assert value(visit, "y")["kind"] == "tensor, leaf, requires no grad, float"
