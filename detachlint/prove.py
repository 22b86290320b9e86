"""Runs the packaged proofs under the user's own torch and tells what happened.

A proof is a pair of scripts: ``bad`` shows the symptom that its first line declares, ``good`` does not.
"""

from __future__ import annotations

import json
import math
import re
import subprocess
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

PROOFS = Path(__file__).parent / "proofs"
RECORDED = PROOFS / "recorded.json"
RUNNER = Path(__file__).parent / "proof_runner.py"
NO_TORCH = 3
SYMPTOM = re.compile(r"#\s*symptom:\s*(?P<mode>[\w/-]+)\s*(?P<message>.*)")
MODES = ("raises", "wrong", "none", "stale", "grows", "no-op", "n/a")
SECONDS_TO_START = 120
SECONDS_PER_SCRIPT = 20
LONGEST = 160
"""Characters shown of one piece of evidence."""

Evidence = Any
"""What a script leaves: a number, a boolean, None, or a tensor as nested lists of them."""


class TorchMissing(Exception):
    """There is no torch to prove anything with."""


class ProofsBroken(Exception):
    """The proofs could not be run to their end; the message says which script was running."""


@dataclass(frozen=True)
class Pair:
    """A proof: its rule, the two scripts, and the symptom that the bad one declares."""

    code: str
    bad: Path
    good: Path
    mode: str
    message: str

    @property
    def name(self) -> str:
        """The proof as people write it: ``DTL101/bad_2.py``."""
        return f"{self.code}/{self.bad.name}"


@dataclass(frozen=True)
class Outcome:
    """What a script did: the error it raised (type and message), or the evidence it left, by name."""

    error: str | None
    evidence: dict[str, Evidence]


@dataclass(frozen=True)
class Verdict:
    """What was seen; ``doubt`` says why the symptom is not shown, and is empty when it is."""

    pair: Pair
    bad: Outcome
    good: Outcome
    doubt: str

    @property
    def proven(self) -> bool:
        """Whether the symptom was seen in bad and not in good."""
        return not self.doubt


def pairs(codes: Iterable[str] = ()) -> list[Pair]:
    """All proofs, or those of some rules.

    :raises ValueError: when a bad script declares no symptom
    """
    wanted = {code.upper() for code in codes}
    found = sorted(PROOFS.glob("DTL*/bad*.py"))
    return [_pair(bad) for bad in found if not wanted or bad.parent.name in wanted]


def symptom(script: Path) -> tuple[str, str]:
    """The symptom that a script's first line declares: one of ``MODES``, and a pattern of torch's message.

    :raises ValueError: when it declares none
    """
    declared = SYMPTOM.match(script.read_text(encoding="utf-8").split("\n", 1)[0])
    if declared is None or declared["mode"] not in MODES:
        raise ValueError(f"{script}: the first line declares no symptom")
    return declared["mode"], declared["message"].strip()


def _pair(bad: Path) -> Pair:
    good = bad.with_name(bad.name.replace("bad", "good", 1))
    return Pair(bad.parent.name, bad, good, *symptom(bad))


def prove(codes: Iterable[str] = (), python: str = sys.executable) -> tuple[str, list[Verdict]]:
    """Run proofs; returns torch's version and the verdicts.

    :raises TorchMissing: when ``python`` cannot import torch
    :raises ProofsBroken: when a script took the interpreter down or did not end
    """
    chosen = pairs(codes)
    version, outcomes = run([path for pair in chosen for path in (pair.bad, pair.good)], python)
    return version, [judge(pair, outcomes[pair.bad], outcomes[pair.good]) for pair in chosen]


def run(scripts: Sequence[Path], python: str = sys.executable) -> tuple[str, dict[Path, Outcome]]:
    """Run scripts one after the other in one other interpreter, apart from each other."""
    command = [python, str(RUNNER), *map(str, scripts)]
    try:
        process = subprocess.run(
            command,
            capture_output=True,
            encoding="utf-8",
            timeout=SECONDS_TO_START + SECONDS_PER_SCRIPT * len(scripts),
            check=False,
        )
    except subprocess.TimeoutExpired as late:
        raise ProofsBroken(f"the proofs did not end within {late.timeout:.0f} seconds") from late
    if process.returncode == NO_TORCH:
        raise TorchMissing(f"{python} cannot import torch: install torch there to run the proofs")
    first, *answers = [json.loads(line) for line in process.stdout.splitlines()] or [{}]
    if process.returncode != 0 or len(answers) != len(scripts):
        where = scripts[len(answers)] if len(answers) < len(scripts) else "the end"
        raise ProofsBroken(f"the interpreter ended at {where} (status {process.returncode}):\n{process.stderr}")
    return first["torch"], {Path(item["script"]): Outcome(item["error"], item["evidence"]) for item in answers}


def judge(pair: Pair, bad: Outcome, good: Outcome) -> Verdict:
    """Whether what the two scripts did shows the symptom."""
    if good.error is not None:
        return Verdict(pair, bad, good, f"{pair.good.name} raises {good.error}")
    if pair.mode == "raises":
        return Verdict(pair, bad, good, _doubt_error(pair, bad))
    if bad.error is not None:
        return Verdict(pair, bad, good, f"{pair.bad.name} raises {bad.error}")
    return Verdict(pair, bad, good, _doubt_evidence(pair.mode, bad.evidence, good.evidence))


def _doubt_error(pair: Pair, bad: Outcome) -> str:
    if bad.error is None:
        return f"{pair.bad.name} raises nothing"
    if not pair.message:
        return f"{pair.bad.name} does not declare the message, which is: {bad.error}"
    if re.search(pair.message, bad.error) is None:
        return f"{pair.bad.name} raises something else: {bad.error}"
    return ""


def _doubt_evidence(mode: str, bad: dict[str, Evidence], good: dict[str, Evidence]) -> str:
    if mode == "n/a":
        return ""
    if bad.keys() != good.keys():
        return f"the two scripts leave different evidence: {sorted(bad)} and {sorted(good)}"
    if not bad:
        return "the scripts leave no evidence"
    if mode == "none":
        gone = any(is_nothing(bad[name]) and not is_nothing(good[name]) for name in bad)
        return "" if gone else "nothing is missing in bad that is there in good"
    return "" if any(not alike(bad[name], good[name]) for name in bad) else "the evidence is the same in both"


def alike(one: Evidence, other: Evidence) -> bool:
    """Whether two pieces of evidence are the same, but for rounding."""
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(alike, one, other))
    if isinstance(one, float) and isinstance(other, float):
        return math.isclose(one, other, rel_tol=1e-4, abs_tol=1e-7) or (math.isnan(one) and math.isnan(other))
    return bool(one == other)


def is_nothing(value: Evidence) -> bool:
    """Whether a gradient or an update is missing: None, False, or zero throughout."""
    return all(map(is_nothing, value)) if isinstance(value, list) else not value


def record(codes: Iterable[str] = ()) -> None:
    """Write down what torch did, for the rules' pages; without codes, what is no longer a proof is forgotten."""
    chosen = list(codes)
    version, verdicts = prove(chosen)
    known = json.loads(RECORDED.read_text(encoding="utf-8")) if chosen and RECORDED.exists() else {}
    for verdict in verdicts:
        entry = {"torch": version.split("+")[0], "bad": printed(verdict.bad), "good": printed(verdict.good)}
        known[verdict.pair.name] = entry
    RECORDED.write_text(json.dumps(known, indent=1, sort_keys=True, ensure_ascii=False) + "\n", encoding="utf-8")


def printed(outcome: Outcome) -> str:
    """What a user would see of a script: torch's error, or the evidence, an item a line."""
    if outcome.error is not None:
        return outcome.error
    return "\n".join(f"{name} = {shown(value)}" for name, value in outcome.evidence.items())


def shown(value: Evidence) -> str:
    """A piece of evidence in few characters."""
    text = str(_rounded(value))
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"


def _rounded(value: Evidence) -> Evidence:
    if isinstance(value, list):
        return [_rounded(item) for item in value]
    return round(value, 4) if isinstance(value, float) else value


def main(arguments: Sequence[str]) -> int:
    """``python -m detachlint.prove [--record] [CODE...]``: 0 when all is proven, 1 when not, 2 when nothing was run."""
    codes = [item for item in arguments if not item.startswith("-")]
    missing = [code for code in codes if not pairs([code])]
    if missing:
        print(f"no proof of {', '.join(missing)}", file=sys.stderr)
        return 2
    try:
        if "--record" in arguments:
            record(codes)
        version, verdicts = prove(codes)
    except (TorchMissing, ProofsBroken) as problem:
        print(problem, file=sys.stderr)
        return 2
    print(f"torch {version}")
    for verdict in verdicts:
        lines = printed(verdict.bad).splitlines() or ["(no evidence)"]
        print(f"{verdict.pair.name}: {'proven' if verdict.proven else 'NOT PROVEN'}: {lines[0]}")
        if verdict.doubt:
            print(f"    {verdict.doubt}")
    return 0 if all(verdict.proven for verdict in verdicts) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
