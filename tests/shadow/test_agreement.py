"""The shadow and torch must say the same of the same operations.

Random programs are run through both. ``DETACHLINT_SEED`` repeats a run, ``DETACHLINT_PROGRAMS`` makes it longer.
"""

from __future__ import annotations

import os
import random
import secrets
from collections import Counter

import pytest
import torch

from tests.shadow.agreement import Comparison
from tests.shadow.generating import Generator
from tests.shadow.measured import BY_NAME, OPERATORS, SET_ITEM

PROGRAMS = int(os.environ.get("DETACHLINT_PROGRAMS", "5000"))
REPORTED = 3
VERDICTS_MET = (
    "ok",
    "refused: leaf",
    "refused: view of leaf",
    "refused: multi-output view",
    "refused: view made under no_grad",
    "refused: expanded",
    "refused: inference tensor",
    "stale view",
    "detach of view",
    "flag: non-leaf",
    "flag: dtype",
    "modified",
    "detached",
    "twice",
    "no graph",
    "non-scalar",
    "unused",
)


@pytest.fixture
def seed() -> int:
    """Another one each run, unless one is asked for."""
    return int(os.environ.get("DETACHLINT_SEED") or secrets.randbelow(2**32))


@pytest.mark.filterwarnings("ignore")
def test_shadow_and_torch_agree(seed: int, capsys: pytest.CaptureFixture[str]) -> None:
    torch.set_num_threads(1)
    generator = Generator(random.Random(seed), OPERATORS)
    comparison = Comparison(generator.calls, BY_NAME | SET_ITEM)
    verdicts: Counter[str] = Counter()
    silent = 0
    reports = []
    for number in range(PROGRAMS):
        program = generator.program()
        verdicts.update(program.outcome.verdicts)
        if comparison.disagreement(program.steps, program.kinds, program.outcome) is not None:
            reports.append(f"program {number}: {comparison.report(program.steps, program.kinds)}")
            if len(reports) >= REPORTED:
                break
        silent += comparison.changed_unnoticed
    with capsys.disabled():
        print(f"\nseed {seed}: {PROGRAMS} programs, {verdicts.total()} steps, {silent} with values changed unnoticed")
        print(f"  given up: {generator.abandoned}")
        print("  " + ", ".join(f"{count} {verdict}" for verdict, count in verdicts.most_common()))
    assert not reports, f"seed {seed}\n" + "\n".join(reports)
    missing = [verdict for verdict in VERDICTS_MET if not verdicts[verdict]]
    assert PROGRAMS < 5000 or (silent and not missing), f"seed {seed} never met {missing}"
