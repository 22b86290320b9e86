"""The shadow and torch must say the same of the same operations.

Random programs are run through both, once with operators measured on the spot, which tests the engine alone, and once
with operators as the shipped facts have them. ``DETACHLINT_SEED`` repeats a run, ``DETACHLINT_SCALE`` makes it longer.
"""

from __future__ import annotations

import os
import random
import secrets
from collections import Counter
from collections.abc import Sequence

import pytest
import torch

from tests.shadow.agreement import Comparison
from tests.shadow.from_facts import known_operators
from tests.shadow.generating import Generator
from tests.shadow.measured import BY_NAME, OPERATORS, SET_ITEM
from tests.shadow.program import Step

SCALE = float(os.environ.get("DETACHLINT_SCALE", "1"))
OF_THE_ENGINE, OF_THE_FACTS = int(5000 * SCALE), int(20000 * SCALE)
LEAST_OPERATORS = 250
REPORTED = 3
MOST_UNLIKE = 0.05
"""Of all steps: calls that were left out, because for the shapes at hand they are not what the facts describe."""
VERDICTS_MET = (
    "ok",
    "refused: leaf",
    "refused: view of leaf",
    "refused: multi-output view",
    "refused: view made under no_grad",
    "refused: expanded",
    "stale view",
    "detach of view",
    "flag: non-leaf",
    "modified",
    "twice",
    "no graph",
    "non-scalar",
)


class Tally:
    """What came of many programs."""

    def __init__(self, generator: Generator, comparison: Comparison) -> None:
        self.generator = generator
        self.comparison = comparison
        self.verdicts: Counter[str] = Counter()
        self.drawn: set[str] = set()
        self.unnoticed = 0
        self.disagreements: list[str] = []

    def run(self, programs: int) -> None:
        """Compare so many programs, or until there are disagreements enough."""
        for number in range(programs):
            program = self.generator.program()
            self.verdicts.update(program.outcome.verdicts)
            self.drawn.update(self._drawn(program.steps))
            if self.comparison.disagreement(program.steps, program.kinds, program.outcome) is not None:
                report = self.comparison.report(program.steps, program.kinds)
                self.disagreements.append(f"program {number}: {report}")
                if len(self.disagreements) >= REPORTED:
                    return
            self.unnoticed += self.comparison.changed_unnoticed

    def _drawn(self, steps: Sequence[Step]) -> set[str]:
        operators = (self.comparison.operators.get(step.get("call")) for step in steps)
        return {operator.name for operator in operators if operator is not None}

    def __str__(self) -> str:
        found = ", ".join(f"{count} {verdict}" for verdict, count in self.verdicts.most_common())
        return (
            f"{self.verdicts.total()} steps of {len(self.drawn)} operators, {self.unnoticed} programs with values "
            f"changed unnoticed, {len(self.generator.abandoned)} given up\n  {found}"
        )


@pytest.fixture
def seed() -> int:
    """Another one each run, unless one is asked for."""
    return int(os.environ.get("DETACHLINT_SEED") or secrets.randbelow(2**32))


def agree(tally: Tally, programs: int, seed: int, capsys: pytest.CaptureFixture[str], more: Sequence[str] = ()) -> None:
    """Compare, say what was met, and fail with the smallest programs that show a disagreement."""
    torch.set_num_threads(1)
    torch.manual_seed(seed)
    tally.run(programs)
    with capsys.disabled():
        print(f"\nseed {seed}: {programs} programs, {tally}")
    assert not tally.disagreements, f"seed {seed}\n" + "\n".join(tally.disagreements)
    missing = [verdict for verdict in (*VERDICTS_MET, *more) if not tally.verdicts[verdict]]
    assert SCALE < 1 or (tally.unnoticed and not missing), f"seed {seed} never met {missing}"


@pytest.mark.filterwarnings("ignore")
def test_the_engine_agrees_with_torch(seed: int, capsys: pytest.CaptureFixture[str]) -> None:
    generator = Generator(random.Random(seed), OPERATORS)
    tally = Tally(generator, Comparison(generator.calls, {**BY_NAME, **SET_ITEM}))
    agree(tally, OF_THE_ENGINE, seed, capsys, ("refused: inference tensor", "inference saved", "unused"))


@pytest.mark.filterwarnings("ignore")
def test_the_engine_with_the_facts_agrees_with_torch(seed: int, capsys: pytest.CaptureFixture[str]) -> None:
    known = list(known_operators())
    generator = Generator(random.Random(seed), known, composite=True)
    tally = Tally(generator, Comparison(generator.calls, {**{item.key: item for item in known}, **SET_ITEM}))
    agree(tally, OF_THE_FACTS, seed, capsys)
    assert SCALE < 1 or len(tally.drawn) >= LEAST_OPERATORS
    assert generator.unlike.total() < MOST_UNLIKE * tally.verdicts.total(), generator.unlike.most_common(20)
