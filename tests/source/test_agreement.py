"""What detachlint reports of a program must be what torch says when the program is run.

``DETACHLINT_SEED`` repeats a run, ``DETACHLINT_SCALE`` makes it longer or shorter.
"""

from __future__ import annotations

import os
import random
import secrets
from collections import Counter

import pytest
import torch

from tests.source.agreement import FALSE_ALARM, MISSED, compare, shrink
from tests.source.generating import Generator, Statement, source
from tests.source.judging import CLEAN, OTHER

SCALE = float(os.environ.get("DETACHLINT_SCALE", "1"))
PROGRAMS = int(5000 * SCALE)
MOST_MISSED = 0.001
SHOWN = 3


@pytest.fixture
def seed() -> int:
    """Another one each run, unless one is asked for."""
    return int(os.environ.get("DETACHLINT_SEED") or secrets.randbelow(2**32))


@pytest.mark.filterwarnings("ignore")
def test_reports_agree_with_torch(seed: int, capsys: pytest.CaptureFixture[str]) -> None:
    torch.set_num_threads(1)
    generator = Generator(random.Random(seed))
    verdicts: Counter[str] = Counter()
    alarms: list[list[Statement]] = []
    misses: list[list[Statement]] = []
    while verdicts.total() - verdicts[OTHER] < PROGRAMS:
        program = generator.program()
        verdict, difference = compare(program)
        verdicts[verdict.kind] += 1
        if difference is not None:
            (alarms if difference.startswith(FALSE_ALARM) else misses).append(program)
    with capsys.disabled():
        print(f"\nseed {seed}: {dict(verdicts)}, {len(alarms)} false alarms, {len(misses)} misses")
    assert verdicts[CLEAN], f"seed {seed} made no program that runs clean"
    assert not alarms, f"seed {seed}\n" + _shown(alarms, FALSE_ALARM)
    assert len(misses) <= MOST_MISSED * PROGRAMS, f"seed {seed}\n" + _shown(misses, MISSED)


def _shown(programs: list[list[Statement]], kind: str) -> str:
    minimal = [shrink(program, kind) for program in programs[:SHOWN]]
    return "\n".join(f"{compare(program)[1]}\n{source(program)}" for program in minimal)
