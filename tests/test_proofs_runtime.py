"""The proofs under torch: every symptom is seen in the bad script and not in the good one."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import venv
from pathlib import Path

import pytest
import torch

from detachlint.prove import (
    RECORDED,
    Outcome,
    Pair,
    ProofsBroken,
    TorchMissing,
    Verdict,
    judge,
    main,
    pairs,
    printed,
    prove,
    run,
)
from detachlint.rules.registry import rules

ALL = pairs()


def named(pair: Pair) -> str:
    return pair.name


@pytest.fixture(scope="module")
def verdicts() -> dict[str, Verdict]:
    """All proofs, run once."""
    _, found = prove()
    return {verdict.pair.name: verdict for verdict in found}


@pytest.fixture(scope="module")
def recorded() -> dict[str, dict[str, str]]:
    loaded: dict[str, dict[str, str]] = json.loads(RECORDED.read_text(encoding="utf-8"))
    return loaded


@pytest.mark.parametrize("pair", ALL, ids=named)
def test_symptom_is_in_bad_alone(pair: Pair, verdicts: dict[str, Verdict]) -> None:
    assert verdicts[pair.name].doubt == ""


@pytest.mark.parametrize("pair", ALL, ids=named)
def test_what_torch_did_is_recorded(
    pair: Pair, verdicts: dict[str, Verdict], recorded: dict[str, dict[str, str]]
) -> None:
    entry = recorded[pair.name]
    assert re.fullmatch(r"\d+\.\d+\.\d+", entry["torch"])
    if pair.mode != "raises":
        assert names_in(entry["bad"]) == names_in(printed(verdicts[pair.name].bad))
        assert names_in(entry["good"]) == names_in(printed(verdicts[pair.name].good))
    elif entry["torch"] == torch.__version__.split("+")[0]:
        assert entry["bad"] == printed(verdicts[pair.name].bad)
    else:
        assert re.search(pair.message, entry["bad"])


def names_in(text: str) -> list[str]:
    return [line.split(" = ")[0] for line in text.splitlines()]


def test_nothing_is_recorded_that_is_no_proof(recorded: dict[str, dict[str, str]]) -> None:
    assert set(recorded) <= {pair.name for pair in ALL}


def test_every_script_belongs_to_a_pair_of_a_rule() -> None:
    scripts = {script for pair in ALL for script in (pair.bad, pair.good)}
    assert scripts == set(ALL[0].bad.parents[1].glob("*/*.py"))
    assert {pair.code for pair in ALL} <= set(rules())


# ------------------------------------------------------------------------------------------------ the harness itself


def script(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def test_scripts_do_not_hear_of_each_other(tmp_path: Path) -> None:
    loud = script(
        tmp_path,
        "loud.py",
        "import random, torch\n"
        "torch.set_grad_enabled(False)\n"
        "torch.set_default_dtype(torch.float64)\n"
        "torch.manual_seed(9)\n"
        "random.seed(9)\n"
        "print('noise')\n"
        "evidence = {'value': torch.ones(1, 2), 'nothing': None}\n",
    )
    probe = (
        "import random, torch\n"
        "try:\n    leaked = evidence\nexcept NameError:\n    leaked = None\n"
        "evidence = {\n"
        "    'grad mode': torch.is_grad_enabled(),\n"
        "    'double': torch.get_default_dtype() == torch.float64,\n"
        "    'drawn': torch.rand(2),\n"
        "    'chance': random.random(),\n"
        "    'leaked': leaked,\n"
        "}\n"
    )
    before, after = script(tmp_path, "before.py", probe), script(tmp_path, "after.py", probe)
    version, outcomes = run([before, loud, after])
    assert version == torch.__version__
    assert outcomes[loud] == Outcome(None, {"value": [[1.0, 1.0]], "nothing": None})
    assert outcomes[before] == outcomes[after]
    assert outcomes[after].evidence["grad mode"] is True
    assert outcomes[after].evidence["double"] is False


def test_an_error_is_told_by_type_and_message(tmp_path: Path) -> None:
    raising = script(tmp_path, "raising.py", "raise KeyError('lost')\n")
    leaving = script(tmp_path, "leaving.py", "import sys\nsys.exit('enough')\n")
    _, outcomes = run([raising, leaving])
    assert outcomes == {
        raising: Outcome("KeyError: 'lost'", {}),
        leaving: Outcome("SystemExit: enough", {}),
    }


def test_evidence_has_to_be_comparable(tmp_path: Path) -> None:
    vague = script(tmp_path, "vague.py", "evidence = {'model': object()}\n")
    _, outcomes = run([vague])
    error = outcomes[vague].error
    assert error is not None
    assert "object" in error


def test_the_script_that_ends_the_interpreter_is_named(tmp_path: Path) -> None:
    fine = script(tmp_path, "fine.py", "evidence = {}\n")
    fatal = script(tmp_path, "fatal.py", "import os\nos._exit(7)\n")
    with pytest.raises(ProofsBroken, match=r"fatal\.py \(status 7\)"):
        run([fine, fatal, fine])


def test_a_python_without_torch_is_told(tmp_path: Path) -> None:
    venv.create(tmp_path, with_pip=False)
    python = tmp_path / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
    with pytest.raises(TorchMissing, match=re.escape(f"{python} cannot import torch")):
        prove(["DTL101"], str(python))


def test_a_rule_without_proof_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["DTL999"]) == 2
    assert capsys.readouterr().err == "no proof of DTL999\n"


def test_the_command_tells_what_torch_did(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["dtl102"]) == 0
    first, *lines = capsys.readouterr().out.splitlines()
    assert first == f"torch {torch.__version__}"
    assert len(lines) == len(pairs(["DTL102"])) > 0
    assert all(re.match(r"DTL102/bad\w*\.py: proven: RuntimeError: one of the variables", line) for line in lines)


def pair_of(mode: str, message: str = "") -> Pair:
    return Pair("DTL999", Path("bad.py"), Path("good.py"), mode, message)


ERROR = Outcome("RuntimeError: a leaf Variable", {})
DONE = Outcome(None, {})


@pytest.mark.parametrize(
    ("mode", "bad", "good"),
    [
        ("wrong", {"grad": [1.0, 2.0]}, {"grad": [1.0, 2.5]}),
        ("wrong", {"grad": [1.0, float("nan")]}, {"grad": [1.0, 0.0]}),
        ("none", {"grad": None}, {"grad": [0.1]}),
        ("none", {"grad": [[0.0], [0.0]]}, {"grad": [[0.0], [0.1]]}),
        ("none", {"moved": False, "loss": 2.0}, {"moved": True, "loss": 1.0}),
        ("stale", {"kept": [1.0]}, {"kept": [2.0]}),
        ("grows", {"nodes": 9}, {"nodes": 3}),
        ("no-op", {"frozen": False}, {"frozen": True}),
        ("n/a", {}, {}),
    ],
)
def test_evidence_that_convinces(mode: str, bad: dict[str, object], good: dict[str, object]) -> None:
    assert judge(pair_of(mode), Outcome(None, bad), Outcome(None, good)).proven


@pytest.mark.parametrize(
    ("mode", "bad", "good", "doubt"),
    [
        ("wrong", {}, {}, "no evidence"),
        ("wrong", {"grad": [1.0, 2.0]}, {"grad": [1.0, 2.0000001]}, "the same in both"),
        ("wrong", {"grad": [float("nan")]}, {"grad": [float("nan")]}, "the same in both"),
        ("wrong", {"grad": 1.0}, {"gradient": 2.0}, "different evidence"),
        ("none", {"grad": [1.0]}, {"grad": [2.0]}, "nothing is missing"),
        ("none", {"grad": [1.0]}, {"grad": None}, "nothing is missing"),
        ("no-op", {"frozen": True}, {"frozen": True}, "the same in both"),
    ],
)
def test_evidence_that_does_not(mode: str, bad: dict[str, object], good: dict[str, object], doubt: str) -> None:
    verdict = judge(pair_of(mode), Outcome(None, bad), Outcome(None, good))
    assert not verdict.proven
    assert doubt in verdict.doubt


@pytest.mark.parametrize(
    ("pair", "bad", "good", "doubt"),
    [
        (pair_of("raises", "a leaf"), ERROR, DONE, ""),
        (pair_of("raises", "a view"), ERROR, DONE, "raises something else"),
        (pair_of("raises"), ERROR, DONE, "does not declare the message"),
        (pair_of("raises", "a leaf"), DONE, DONE, "raises nothing"),
        (pair_of("raises", "a leaf"), ERROR, ERROR, "good.py raises"),
        (pair_of("wrong"), ERROR, DONE, "bad.py raises"),
        (pair_of("n/a"), ERROR, DONE, "bad.py raises"),
    ],
)
def test_errors_are_weighed(pair: Pair, bad: Outcome, good: Outcome, doubt: str) -> None:
    verdict = judge(pair, bad, good)
    assert verdict.proven == (doubt == "")
    assert doubt in verdict.doubt


def test_prove_is_a_command_of_the_program() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "detachlint", "prove", "dtl103"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "DTL103/bad.py: proven" in done.stdout


def test_prove_knows_no_other_rules() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "detachlint", "prove", "DTL999"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert "DTL999" in done.stderr
