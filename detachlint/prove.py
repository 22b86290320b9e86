"""Runs the packaged proofs under the user's own torch and tells what happened.

A proof is a pair of scripts: ``bad`` shows the symptom that its first line declares, ``good`` does not.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

PROOFS = Path(__file__).parent / "proofs"
RECORDED = PROOFS / "recorded.json"
SYMPTOM = re.compile(r"#\s*symptom:\s*(?P<mode>[\w/-]+)\s*(?P<message>.*)")
SECONDS_PER_SCRIPT = 60


class TorchMissing(Exception):
    """There is no torch to prove anything with."""


@dataclass(frozen=True)
class Pair:
    """A proof: its rule, the two scripts, and the symptom that the bad one declares."""

    code: str
    bad: Path
    good: Path
    mode: str
    message: str


@dataclass(frozen=True)
class Outcome:
    """What a script did: the error it raised (its last line), or the evidence it left, by name."""

    error: str | None
    evidence: dict[str, str]


@dataclass(frozen=True)
class Verdict:
    """Whether the symptom was seen in bad and not in good."""

    pair: Pair
    proven: bool
    bad: Outcome
    good: Outcome


def pairs(codes: Iterable[str] = ()) -> list[Pair]:
    """All proofs, or those of some rules.

    :raises ValueError: when a bad script declares no symptom
    """
    wanted = {code.upper() for code in codes}
    found: list[Pair] = []
    for bad in sorted(PROOFS.glob("DTL*/bad*.py")):
        code = bad.parent.name
        if not wanted or code in wanted:
            found.append(_pair(code, bad))
    return found


def _pair(code: str, bad: Path) -> Pair:
    declared = SYMPTOM.search(bad.read_text(encoding="utf-8").split("\n", 1)[0])
    if declared is None:
        raise ValueError(f"{bad}: the first line declares no symptom")
    good = bad.with_name(bad.name.replace("bad", "good", 1))
    return Pair(code, bad, good, declared["mode"], declared["message"].strip())


def prove(codes: Iterable[str] = (), python: str = sys.executable) -> tuple[str, list[Verdict]]:
    """Run proofs; returns torch's version and the verdicts.

    :raises TorchMissing: when ``python`` cannot import torch
    """
    chosen = pairs(codes)
    version, outcomes = run([path for pair in chosen for path in (pair.bad, pair.good)], python)
    return version, [_judge(pair, outcomes[pair.bad], outcomes[pair.good]) for pair in chosen]


def run(scripts: Sequence[Path], python: str = sys.executable) -> tuple[str, dict[Path, Outcome]]:
    """Run scripts one after the other in one interpreter, apart from each other."""
    process = subprocess.run(
        [python, str(Path(__file__).parent / "proof_runner.py"), *map(str, scripts)],
        capture_output=True,
        text=True,
        timeout=SECONDS_PER_SCRIPT * max(len(scripts), 1),
        check=False,
    )
    if process.returncode == 3:
        raise TorchMissing("torch cannot be imported by this Python: install torch to run the proofs")
    if process.returncode != 0:
        raise RuntimeError(f"the proofs could not be run:\n{process.stderr}")
    result = json.loads(process.stdout.splitlines()[-1])
    return result["torch"], {
        Path(name): Outcome(item["error"], item["evidence"]) for name, item in result["scripts"].items()
    }


def _judge(pair: Pair, bad: Outcome, good: Outcome) -> Verdict:
    if good.error is not None:
        return Verdict(pair, False, bad, good)
    if pair.mode == "raises":
        proven = bad.error is not None and re.search(pair.message, bad.error) is not None
    elif pair.mode == "n/a":
        proven = bad.error is None
    else:
        proven = bad.error is None and bool(bad.evidence) and bad.evidence != good.evidence
    return Verdict(pair, proven, bad, good)


def record(codes: Iterable[str] = ()) -> None:
    """Write down what torch printed, for the rules' pages."""
    version, verdicts = prove(codes)
    known = json.loads(RECORDED.read_text(encoding="utf-8")) if RECORDED.exists() else {}
    for verdict in verdicts:
        known[f"{verdict.pair.code}/{verdict.pair.bad.name}"] = {"torch": version, "printed": printed(verdict)}
    RECORDED.write_text(json.dumps(known, indent=1, sort_keys=True, ensure_ascii=False) + "\n", encoding="utf-8")


def printed(verdict: Verdict) -> str:
    """What a user would see of the bad script: torch's error, or the evidence."""
    if verdict.bad.error is not None:
        return verdict.bad.error
    return "\n".join(f"{name} = {value}" for name, value in sorted(verdict.bad.evidence.items()))


def main(arguments: Sequence[str]) -> int:
    """``python -m detachlint.prove [--record] [CODE...]``: 0 when all is proven, 1 when not, 2 without torch."""
    codes = [item for item in arguments if not item.startswith("-")]
    if "--record" in arguments:
        record(codes)
        return 0
    try:
        version, verdicts = prove(codes)
    except TorchMissing as missing:
        print(missing, file=sys.stderr)
        return 2
    print(f"torch {version}")
    for verdict in verdicts:
        shown = "proven" if verdict.proven else "NOT PROVEN"
        print(f"{verdict.pair.code} {verdict.pair.bad.name}: {shown}: {printed(verdict).splitlines()[:1]}")
        if not verdict.proven and verdict.good.error is not None:
            print(f"    {verdict.pair.good.name} raised: {verdict.good.error}")
    return 0 if all(verdict.proven for verdict in verdicts) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
