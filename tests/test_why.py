"""``detachlint why``: what torch said, to the rules about it and to the lines that can have caused it."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import pytest

from detachlint.error_causes import Cause, rank
from detachlint.finding import FailureMode, Finding
from detachlint.lint import lint_source
from detachlint.pasted_error import TorchError, explain_error
from detachlint.prove import PROOFS, RECORDED, Pair, pairs
from detachlint.report.lines import Lines
from detachlint.rules.registry import names, rules
from detachlint.selection import Selection
from detachlint.settings import Settings
from detachlint.torch_errors import KINDS, LONGEST
from detachlint.traceback_frames import NOTEBOOK, Frame, frames
from tests.cli.support import Ran, clean_environment, detachlint, write

MARK = re.compile(r"# (DTL\d{3})\b")
RAISING = [pair for pair in pairs() if pair.mode == "raises"]
WARNING = [
    ("grad-of-non-leaf", "DTL305/bad.py"),
    ("grad-of-non-leaf", "DTL305/bad_2.py"),
    ("tensor-copies-tensor", "DTL205/bad_3.py"),
    ("number-of-grad", "DTL205/bad.py"),
    ("checkpoint-without-grad", "DTL216/bad_2.py"),
    ("module-backward-hook", "DTL606/bad.py"),
    ("volatile-argument", "DTL902/bad.py"),
    ("volatile-argument", "DTL902/bad_2.py"),
]
"""Proofs that make torch warn, and what it warns of."""
ALL_CODES = tuple(sorted({code for kind in KINDS for code in kind.codes}))
SAVED = "one of the variables needed for gradient computation has been modified by an inplace operation"


@pytest.fixture(scope="module")
def recorded() -> dict[str, dict[str, str]]:
    loaded: dict[str, dict[str, str]] = json.loads(RECORDED.read_text(encoding="utf-8"))
    return loaded


@pytest.fixture(scope="module")
def tracebacks() -> dict[str, str]:
    """What torch says of every proof that makes it raise or warn, as a user sees it, by the script's name."""
    scripts = [str(pair.bad) for pair in RAISING] + [str(PROOFS / script) for _, script in WARNING]
    runner = Path(__file__).with_name("raising.py")
    done = subprocess.run(
        [sys.executable, str(runner), *scripts], capture_output=True, encoding="utf-8", check=True, timeout=600
    )
    return dict(json.loads(line) for line in done.stdout.splitlines())


LINES = Lines(lambda name: Path(name).read_text(encoding="utf-8"))


@cache
def findings_in(script: Path) -> list[Finding]:
    settings = Settings(command_line=Selection(select=ALL_CODES), noqa=False)
    return lint_source(script.read_text(encoding="utf-8"), str(script), settings)


def marked(script: Path) -> set[tuple[str, int, str]]:
    lines = enumerate(script.read_text(encoding="utf-8").splitlines(), 1)
    return {(str(script), row, code) for row, line in lines for code in MARK.findall(line)}


def blamed(cause: Cause) -> tuple[str, int, str]:
    return cause.finding.place.filename, cause.finding.place.start.row, cause.finding.code


def explained(text: str) -> TorchError:
    error = explain_error(text)
    assert error is not None, text
    return error


def named(pair: Pair) -> str:
    return pair.name


# ------------------------------------------------------------------------------------------------ proofs


@pytest.mark.parametrize("pair", RAISING, ids=named)
def test_message_and_file_lead_to_the_marked_line(pair: Pair, recorded: dict[str, dict[str, str]]) -> None:
    error = explained(recorded[pair.name]["bad"])
    assert pair.code in error.codes
    causes = rank(findings_in(pair.bad), error, LINES.line)
    assert blamed(causes[0]) in marked(pair.bad)


@pytest.mark.parametrize("pair", RAISING, ids=named)
def test_traceback_leads_to_the_marked_line_among_all_proofs(pair: Pair, tracebacks: dict[str, str]) -> None:
    error = explained(tracebacks[str(pair.bad)])
    assert error.raised_at is not None
    assert error.raised_at.file == str(pair.bad)
    findings = [finding for other in RAISING for finding in findings_in(other.bad)]
    assert blamed(rank(findings, error, LINES.line)[0]) in marked(pair.bad)


@pytest.mark.parametrize(("kind", "name"), WARNING, ids=[name for _, name in WARNING])
def test_warnings_lead_to_the_marked_line(kind: str, name: str, tracebacks: dict[str, str]) -> None:
    script = PROOFS / name
    error = explained(tracebacks[str(script)])
    assert error.kind.name == kind
    assert blamed(rank(findings_in(script), error, LINES.line)[0]) in marked(script)


def test_every_raising_rule_is_reached_by_some_error() -> None:
    raising = {code for code, rule in rules().items() if rule.failure_mode is FailureMode.RAISES}
    assert raising <= set(ALL_CODES) <= set(names())


# ------------------------------------------------------------------------------------------------ wordings

KNOWN = Path(__file__).with_name("torch_wordings.txt")
WORDINGS = [
    tuple(line.split(": ", 1)) for line in KNOWN.read_text(encoding="utf-8").splitlines() if not line.startswith("#")
]


@pytest.mark.parametrize(("kind", "text"), WORDINGS, ids=[text[:60] for _, text in WORDINGS])
def test_wordings_of_all_releases(kind: str, text: str) -> None:
    assert explained(text).kind.name == kind
    assert explained(f"RuntimeError: {text}").kind.name == kind


@pytest.mark.parametrize(
    ("tensor", "told"),
    [
        ("[torch.cuda.FloatTensor [4, 512, 16, 16]], which is output 0 of ConstantPadNdBackward, is at version 3; "
         "expected version 2 instead", ("float", (4, 512, 16, 16), "constant_pad_nd", 3, 2)),
        ("[CUDALongType [4, 16, 24]] is at version 1; expected version 0 instead",
         ("long", (4, 16, 24), "", 1, 0)),
        ("[torch.DoubleTensor []], which is output 0 of torch::autograd::CopySlices, is at version 7; expected version "
         "5 instead", ("double", (), "copy_slices", 7, 5)),
        ("[torch.HalfTensor [8]], which is output 1 of NativeLayerNorm, is at version 1; expected version 0 instead",
         ("half", (8,), "native_layer_norm", 1, 0)),
    ],
)  # fmt: skip
def test_what_is_said_of_the_tensor(tensor: str, told: tuple[object, ...]) -> None:
    error = explained(f"{SAVED}: {tensor}. Hint: enable anomaly detection")
    assert (error.dtype, error.shape, error.operator, error.version, error.expected) == told


def test_text_that_was_wrapped_quoted_or_coloured_is_known() -> None:
    wrapped = "\x1b[31mRuntimeError\x1b[0m: Trying to back\nward through the\n  graph a second   time"
    assert explained(wrapped).kind.name == "backward-twice"
    quoted = "cannot assign ‘torch.FloatTensor’ as parameter ‘bias’ (torch.nn.Parameter or None expected)"
    assert explained(quoted).word == "bias"


def test_the_last_error_is_the_one_that_counts() -> None:
    between = "During handling of the above exception, another exception occurred:"
    text = f"RuntimeError: {SAVED}\n\n{between}\n\nRuntimeError: can't optimize a non-leaf Tensor\n"
    assert explained(text).kind.name == "non-leaf-optimized"


# ------------------------------------------------------------------------------------------------ tracebacks

PLAIN = """\
Traceback (most recent call last):
  File "/home/me/project/train.py", line 189, in train
    loss.backward()
  File "/usr/lib64/python3.6/site-packages/torch/tensor.py", line 107, in backward
    torch.autograd.backward(self, gradient, retain_graph, create_graph)
RuntimeError: element 0 of tensors does not require grad and does not have a grad_fn
"""
MARKED = """\
Traceback (most recent call last):
  File "C:\\project\\train.py", line 7, in <module>
    main(
    ~~~~^
        steps=3,
        ^^^^^^^^
  File "C:\\Python311\\lib\\runpy.py", line 291, in run_path
    code = 0
  File "C:\\project\\train.py", line 4, in main
    loss.backward()
    ~~~~~~~~~~~~~^^
RuntimeError: element 0 of tensors does not require grad and does not have a grad_fn
"""
OLD_NOTEBOOK = """\
RuntimeError                              Traceback (most recent call last)
<ipython-input-14-82ec354902a5> in <module>()
      6     epoch += 1
----> 8     train_epoch()
      9 code

~/project/training.py in train_epoch()
     33 code
---> 35         loss.backward()
     36         optimizer.step()

~/anaconda2/envs/tbd-env/lib/python3.6/site-packages/torch/tensor.py in backward(self, gradient)
---> 93         torch.autograd.backward(self, gradient, retain_graph, create_graph)

RuntimeError: element 0 of tensors does not require grad and does not have a grad_fn
"""
NEW_NOTEBOOK = """\
Cell In[178], line 11
      8 d = distance(x)
----> 11 d.sum().backward()

File ~/project/training.py:488, in Trainer.step(self)
    478 if self.ready:
--> 488     loss.backward()

RuntimeError: element 0 of tensors does not require grad and does not have a grad_fn
"""
RICH = """\
╭─────────────────── Traceback (most recent call last) ───────────────────╮
│ /home/me/project/train.py:143 in train                                  │
│                                                                         │
│   142 │   │   with self.timer:                                          │
│ ❱ 143 │   │   │   loss.backward()                                       │
│   144 │   │   log(loss)                                                 │
╰─────────────────────────────────────────────────────────────────────────╯
RuntimeError: element 0 of tensors does not require grad and does not have a grad_fn
"""
PYTEST_SHORT = """\
tests/test_train.py:9: in test_train
    train()
train.py:4: in train
    loss.backward()
E   RuntimeError: element 0 of tensors does not require grad and does not have a grad_fn
"""
PYTEST_LONG = """\
    def test_train():
>       train()

tests/test_train.py:9:
_ _ _ _ _ _ _ _ _ _ _
>       loss.backward()

train.py:4: RuntimeError
"""


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (PLAIN, [Frame("/home/me/project/train.py", 189, "loss.backward()")]),
        (PLAIN.replace("\n", "\r\n"), [Frame("/home/me/project/train.py", 189, "loss.backward()")]),
        (re.sub("^", "[rank1]: ", PLAIN, flags=re.MULTILINE), frames(PLAIN)),
        (re.sub("^", "> ", PLAIN, flags=re.MULTILINE), frames(PLAIN)),
        (MARKED, [Frame("C:\\project\\train.py", 7, "main("), Frame("C:\\project\\train.py", 4, "loss.backward()")]),
        (OLD_NOTEBOOK, [Frame(NOTEBOOK, 8, "train_epoch()"), Frame("~/project/training.py", 35, "loss.backward()")]),
        (NEW_NOTEBOOK, [Frame(NOTEBOOK, 11, "d.sum().backward()"),
                        Frame("~/project/training.py", 488, "loss.backward()")]),
        (RICH, [Frame("/home/me/project/train.py", 143, "loss.backward()")]),
        (PYTEST_SHORT, [Frame("tests/test_train.py", 9, "train()"), Frame("train.py", 4, "loss.backward()")]),
        (PYTEST_LONG, [Frame("tests/test_train.py", 9), Frame("train.py", 4)]),
        ("RuntimeError: second time", []),
    ],
    ids=["plain", "crlf", "ranks", "quoted", "marked", "old notebook", "notebook", "rich", "short", "long", "none"],
)  # fmt: skip
def test_frames_of_the_user(text: str, found: Sequence[Frame]) -> None:
    assert frames(text) == list(found)


# ------------------------------------------------------------------------------------------------ ranking under torch

GATES = """\
import torch

torch.autograd.set_detect_anomaly(True)
weight = torch.ones(4, requires_grad=True)
if weight.sum() > 5:
    gate = weight.sigmoid()
    gate += 1
else:
    gate = weight.sigmoid()
    gate += 1
gate.sum().backward()
"""
HELPERS = """\
import torch


def scaled(x):
    y = x.exp()
    y *= 2
    return y


def gated(x):
    y = x.tanh()
    y += 1
    return y
"""
TRAINING = """\
import torch
from helpers import gated, scaled

weight = torch.ones(4, requires_grad=True)
if weight.sum() > 5:
    scaled(weight).sum().backward()
gated(weight).sum().backward()
"""
SHAPES = """\
import sys
import torch


def small():
    a = torch.sigmoid(torch.ones(3, 5, requires_grad=True))
    a += 1
    a.sum().backward()


def large():
    b = torch.sigmoid(torch.ones(128, 64, requires_grad=True))
    b += 1
    b.sum().backward()


if "large" in sys.argv:
    large()
else:
    small()
"""


def run_by_torch(folder: Path, *command: str) -> str:
    """What a script that fails writes."""
    done = subprocess.run(
        [sys.executable, *command],
        cwd=folder,
        env={**clean_environment(), "OMP_NUM_THREADS": "1"},
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=120,
    )
    assert done.returncode != 0
    return done.stdout + done.stderr


def why(folder: Path, text: str, *paths: str) -> Ran:
    return detachlint("why", "-", *paths, "--output-format", "json", cwd=folder, stdin=text)


def rows(ran: Ran) -> list[tuple[str, int]]:
    return [(cause["filename"], cause["location"]["row"]) for cause in ran.json["causes"]]


def test_the_forward_call_that_anomaly_detection_prints_decides(tmp_path: Path) -> None:
    write(tmp_path, {"gates.py": GATES})
    text = run_by_torch(tmp_path, "gates.py")
    ran = why(tmp_path, text, ".")
    assert rows(ran) == [("gates.py", 10), ("gates.py", 7)]
    assert "the failing operation was called at line 9" in ran.json["causes"][0]["reasons"]
    message = text.rstrip().splitlines()[-1]
    assert rows(why(tmp_path, message, ".")) == [("gates.py", 7), ("gates.py", 10)]


def test_the_operator_decides_in_a_file_that_no_frame_is_in(tmp_path: Path) -> None:
    write(tmp_path, {"helpers.py": HELPERS, "train.py": TRAINING})
    ran = why(tmp_path, run_by_torch(tmp_path, "train.py"), ".")
    assert rows(ran) == [("helpers.py", 12), ("helpers.py", 6)]
    assert ran.json["raised_at"]["row"] == 7
    assert ran.json["tensor"]["operator"] == "tanh"


@pytest.mark.parametrize(("argument", "found"), [("small", [7, 13]), ("large", [13, 7])])
def test_the_shape_decides_between_alike_lines(tmp_path: Path, argument: str, found: list[int]) -> None:
    write(tmp_path, {"shapes.py": SHAPES})
    message = run_by_torch(tmp_path, "shapes.py", argument).rstrip().splitlines()[-1]
    assert rows(why(tmp_path, message, "shapes.py")) == [("shapes.py", row) for row in found]


@pytest.mark.parametrize(
    "tool", [["IPython", "--colors=NoColor"], ["pytest"], ["pytest", "--tb=short"]], ids=["IPython", "long", "short"]
)
def test_tracebacks_of_other_tools(tmp_path: Path, tool: list[str]) -> None:
    write(tmp_path, {"shapes.py": SHAPES})
    error = explained(run_by_torch(tmp_path, "-m", *tool, "shapes.py"))
    assert error.raised_at is not None
    assert (Path(error.raised_at.file).name, error.raised_at.row) == ("shapes.py", 8)


def test_lines_are_known_by_their_text_when_the_file_was_edited_since(tmp_path: Path) -> None:
    again = "def again(w):\n    w += 1\n\n\n"
    source = f"import torch\n\n\n{again}def more(w):\n    w *= 2\n\n\nw = torch.ones(3, requires_grad=True)\n"
    write(tmp_path, {"a.py": f"{source}if w.sum() > 5:\n    again(w)\nelse:\n    more(w)\n"})
    before = 'File "a.py", line {}, in f\n    {}\n' + LEAF
    assert rows(why(tmp_path, before.format(9, "w *= 2"), "a.py")) == [("a.py", 9), ("a.py", 5)]
    assert rows(why(tmp_path, before.format(33, "w *= 2"), "a.py")) == [("a.py", 9), ("a.py", 5)]
    assert rows(why(tmp_path, before.format(9, "w -= 3"), "a.py")) == [("a.py", 5), ("a.py", 9)]


def test_lines_of_notebooks_are_told_by_cell(tmp_path: Path) -> None:
    cells = [
        "import torch\nw = torch.ones(3, requires_grad=True)\nw += 1",
        "v = torch.ones(3, requires_grad=True)\nv *= 2",
    ]
    notebook = {
        "nbformat": 4,
        "nbformat_minor": 5,
        "metadata": {},
        "cells": [
            {"cell_type": "code", "id": f"c{n}", "metadata": {}, "execution_count": None, "outputs": [], "source": cell}
            for n, cell in enumerate(cells)
        ],
    }
    write(tmp_path, {"a.ipynb": json.dumps(notebook)})
    text = (
        "Cell In[2], line 2\n      1 v = torch.ones(3, requires_grad=True)\n----> 2 v *= 2\n\n"
        "RuntimeError: a leaf Variable that requires grad is being used in an in-place operation."
    )
    ran = why(tmp_path, text, "a.ipynb")
    assert [(cause["cell"], cause["location"]["row"]) for cause in ran.json["causes"]] == [(2, 2), (1, 3)]


# ------------------------------------------------------------------------------------------------ the command

LEAF = "a leaf Variable that requires grad is being used in an in-place operation."
LEAF_WRITTEN = "import torch\n\nw = torch.ones(3, requires_grad=True)\nw += 1  # noqa: DTL106\n"


def test_rules_are_named_where_no_path_is(tmp_path: Path) -> None:
    ran = detachlint("why", f"RuntimeError: {LEAF}", cwd=tmp_path)
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.startswith(f"{LEAF.rstrip('.')[2:]}\n")
    assert "DTL106  leaf-modified" in ran.out
    assert "Lines" not in ran.out
    assert "No line" not in ran.out


def test_lines_are_shown_with_their_story_though_they_are_suppressed(tmp_path: Path) -> None:
    write(tmp_path, {"a.py": LEAF_WRITTEN, "pyproject.toml": '[tool.detachlint]\nignore = ["DTL1"]\n'})
    ran = detachlint("why", LEAF, ".", cwd=tmp_path)
    assert ran.status == 0
    assert "a.py:4:1: DTL106" in ran.out
    assert "    4 | w += 1" in ran.out
    assert "\033" not in ran.out
    assert "\033[1mDTL106\033[0m" in detachlint("why", LEAF, ".", "--color", "always", cwd=tmp_path).out


def test_where_nothing_is_found_that_is_said(tmp_path: Path) -> None:
    write(tmp_path, {"a.py": "import torch\n\nw = torch.ones(3)\n"})
    ran = detachlint("why", f'  File "b.py", line 3, in f\n    w += 1\n{LEAF}', "a.py", cwd=tmp_path)
    assert ran.status == 0
    assert "No line was found" in ran.out
    assert "torch raised at b.py:3" in ran.out


@pytest.mark.parametrize("text", ["", "  \n", "NameError: name 'x' is not defined", "CUDA error: device-side assert"])
def test_unknown_errors(tmp_path: Path, text: str) -> None:
    ran = detachlint("why", text, cwd=tmp_path)
    assert (ran.status, ran.out) == (1, "")
    assert ran.err.startswith("detachlint: no rule is about this error")
    assert "traceback" in ran.err


def test_missing_paths(tmp_path: Path) -> None:
    write(tmp_path, {"a.py": LEAF_WRITTEN})
    ran = detachlint("why", LEAF, "a.py", "gone.py", cwd=tmp_path)
    assert ran.status == 2
    assert "detachlint: error: gone.py: No such file or directory" in ran.err
    assert "a.py:4:1: DTL106" in ran.out
    only = detachlint("why", LEAF, "gone.py", cwd=tmp_path)
    assert only.status == 2
    assert "No line" not in only.out


def test_folders_without_python(tmp_path: Path) -> None:
    ran = detachlint("why", LEAF, ".", cwd=tmp_path)
    assert ran.status == 0
    assert "warning: no Python files found" in ran.err


def test_files_that_could_not_be_searched_are_told(tmp_path: Path) -> None:
    write(tmp_path, {"a.py": LEAF_WRITTEN, "broken.py": "def broken(:\n"})
    ran = detachlint("why", LEAF, ".", cwd=tmp_path)
    assert ran.status == 0
    assert "warning: broken.py:1: " in ran.err
    assert "broken.py" not in ran.out


def test_wrong_configuration_and_usage(tmp_path: Path) -> None:
    assert detachlint("why", cwd=tmp_path).status == 2
    assert detachlint("why", LEAF, "--output-format", "sarif", cwd=tmp_path).status == 2
    write(tmp_path, {"pyproject.toml": "[tool.detachlint]\nselekt = []\n"})
    ran = detachlint("why", LEAF, ".", cwd=tmp_path)
    assert ran.status == 2
    assert "select" in ran.err


# ------------------------------------------------------------------------------------------------ hostile text


@pytest.mark.parametrize(
    "text",
    [
        b"\x1b]0;title\x07\x1b[2J\xff\xfe\x00 can't optimize a non-leaf \x1b[31mTensor \xe2\x80\xae\x9b",
        b'  File "\x1b[31m\xe2\x80\xae/a.py", line 1, in f\n\x1b[2J\nRuntimeError: ' + LEAF.encode(),
        b'  File "a.py", line ' + b"9" * 5000 + b", in f\n" + LEAF.encode(),
        f"{SAVED}: [torch.FloatTensor [{'9' * 5000}]], is at version {'9' * 5000}; expected version 0".encode(),
        f"{SAVED}: [torch.FloatTensor [{','.join('9' * 9000)}]]".encode(),
        LEAF.encode("utf-8").replace(b" ", b"\r\n\t"),
    ],
)
@pytest.mark.parametrize("output_format", ["text", "json"])
def test_nothing_in_the_text_reaches_the_terminal_unseen(tmp_path: Path, text: bytes, output_format: str) -> None:
    write(tmp_path, {"a.py": LEAF_WRITTEN})
    ran = detachlint("why", "-", "a.py", "--output-format", output_format, cwd=tmp_path, stdin=text)
    assert ran.status == 0
    assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]", ran.out + ran.err)


@pytest.mark.parametrize(
    "padding",
    [
        "x",
        " ",
        "\n",
        "\x1b[",
        "function ",
        "output 0 of ",
        "In [1]",
        'File "',
        "a.py:1: in f\n",
        "---> 1\n",
        f"{SAVED}\n",
    ],
)
def test_an_error_after_very_much_else_is_found(padding: str) -> None:
    text = padding * (3 * LONGEST // len(padding)) + f"\nRuntimeError: {LEAF}\n"
    assert explained(text).kind.name == "leaf-modified"
