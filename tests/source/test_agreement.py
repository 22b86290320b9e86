"""What detachlint reports of a program must be what torch says when the program is run.

``DETACHLINT_SEED`` repeats a run, ``DETACHLINT_SCALE`` makes it longer or shorter.
"""

from __future__ import annotations

import os
import random
import secrets
import warnings
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from multiprocessing import get_context

import pytest
import torch

from tests.source.agreement import FALSE_ALARM, MISSED, compare, compare_text, shrink
from tests.source.generating import Generator, Statement, source
from tests.source.judging import CLEAN, OTHER
from tests.source.known import KNOWN_ALARMS, KNOWN_MISSES

SCALE = float(os.environ.get("DETACHLINT_SCALE", "1"))
PROGRAMS = int(5000 * SCALE)
MOST_MISSED = 0.01
"""Between 0.25 and 0.7% is met now; the goal is 0.1%. No false alarm is allowed but of the kind in known.py."""
SHOWN = 6
PROCESSES = 2


@pytest.fixture
def seed() -> int:
    """Another one each run, unless one is asked for."""
    return int(os.environ.get("DETACHLINT_SEED") or secrets.randbelow(2**32))


@dataclass
class Tally:
    """What came of many programs."""

    verdicts: Counter[str] = field(default_factory=Counter)
    alarms: list[list[Statement]] = field(default_factory=list)
    misses: list[list[Statement]] = field(default_factory=list)


def compare_many(seed: str, programs: int) -> Tally:
    """One process's share, all of it from one source of chance."""
    warnings.simplefilter("ignore")
    torch.set_num_threads(1)
    generator, tally = Generator(random.Random(seed)), Tally()
    while tally.verdicts.total() - tally.verdicts[OTHER] < programs:
        program = generator.program()
        verdict, difference = compare(program)
        tally.verdicts[verdict.kind] += 1
        if difference is not None:
            (tally.alarms if difference.startswith(FALSE_ALARM) else tally.misses).append(program)
    return tally


def test_reports_agree_with_torch(seed: int, capsys: pytest.CaptureFixture[str]) -> None:
    with ProcessPoolExecutor(PROCESSES, get_context("spawn")) as pool:
        shares = [f"{seed}.{number}" for number in range(PROCESSES)]
        parts = list(pool.map(compare_many, shares, [PROGRAMS // PROCESSES] * PROCESSES))
    verdicts = sum((part.verdicts for part in parts), Counter[str]())
    alarms = [program for part in parts for program in part.alarms]
    misses = [program for part in parts for program in part.misses]
    with capsys.disabled():
        print(f"\nseed {seed}: {dict(verdicts)}, {len(alarms)} false alarms, {len(misses)} misses")
    assert verdicts[CLEAN], f"seed {seed} made no program that runs clean"
    assert not alarms, f"seed {seed}\n" + _shown(alarms, FALSE_ALARM)
    assert len(misses) <= MOST_MISSED * PROGRAMS, f"seed {seed}\n" + _shown(misses, MISSED)


@pytest.mark.parametrize("reason", [*KNOWN_MISSES, *KNOWN_ALARMS])
def test_what_is_known_still_differs(reason: str) -> None:
    """One that is mended leaves the list."""
    kind, programs = (MISSED, KNOWN_MISSES) if reason in KNOWN_MISSES else (FALSE_ALARM, KNOWN_ALARMS)
    difference = compare_text(programs[reason], forgive=False)[1]
    assert difference is not None and difference.startswith(kind), difference


def _shown(programs: list[list[Statement]], kind: str) -> str:
    minimal = [shrink(program, kind) for program in programs[:SHOWN]]
    return "\n".join(f"{compare(program)[1]}\n{source(program)}" for program in minimal)
