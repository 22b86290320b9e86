"""Holds the shadow against torch on one program, and makes a program that shows a disagreement as short as can be."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tests.shadow.program import OK, PASSES, Kinds, Outcome, Step, TableOperator, ends, listing
from tests.shadow.shadow_side import ShadowSide
from tests.shadow.torch_side import TorchSide

UNCOUNTED = ("data", "array", "set_data")
"""Steps by which memory comes to be written behind a version counter's back."""
WATCHED_ANYWAY = 4
"""Of programs without such a step, one in so many is watched all the same."""


class Comparison:
    """Runs programs on both sides with one table of operators."""

    def __init__(self, calls: Mapping[str, Callable[..., Any]], operators: Mapping[str, TableOperator]) -> None:
        self.calls = calls
        self.operators = operators
        self._compared = 0
        self.changed_unnoticed = False
        """Whether torch unpacked a value that was changed without notice, in the program last compared."""

    def disagreement(self, program: Sequence[Step], kinds: Kinds, plain: Outcome | None = None) -> str | None:
        """How the two sides differ on a program; None where they agree."""
        theirs = plain if plain is not None else TorchSide(self.calls).run(program)
        ours = ShadowSide(self.operators, kinds).run(program, theirs.verdicts)
        for number, (mine, torchs) in enumerate(zip(ours.verdicts, theirs.verdicts, strict=False)):
            if mine != torchs and torchs not in ours.alternatives[number]:
                return f"step {number}: torch says {torchs!r}, the shadow {mine!r}"
        ended = bool(theirs.verdicts) and ends(program[len(theirs.verdicts) - 1], theirs.verdicts[-1])
        for name, facts in theirs.facts.items() if not ended else ():
            if name in ours.facts and ours.facts[name] != facts:
                return f"{name}: in torch (requires grad, inference) is {facts}, in the shadow {ours.facts[name]}"
        return self._silent_disagreement(program, theirs, ours)

    def _silent_disagreement(self, program: Sequence[Step], theirs: Outcome, ours: Outcome) -> str | None:
        self._compared += 1
        if self._compared % WATCHED_ANYWAY and not any(item.do in UNCOUNTED for item in program):
            return None
        watched = TorchSide(self.calls, watch=True).run(program[: _last_passed(program, theirs)])
        self.changed_unnoticed = any(watched.silent)
        for number, (seen, said) in enumerate(zip(watched.silent, ours.silent, strict=False)):
            doubtful = ours.doubtful[number]
            if ours.verdicts[number] == OK and seen - doubtful != said - doubtful:
                return f"step {number}: changed unnoticed in torch: {sorted(seen)}, in the shadow: {sorted(said)}"
        return None

    def shrink(self, program: Sequence[Step], kinds: Kinds) -> tuple[list[Step], str]:
        """A program that still disagrees and loses its disagreement when any step is left out."""
        self._compared = -1
        steps = list(program)
        found = self.disagreement(steps, kinds) or "it went away when run again"
        position = len(steps)
        while position > 0:
            position -= 1
            shorter = steps[:position] + steps[position + 1 :]
            difference = self.disagreement(shorter, kinds)
            if difference is not None and not difference.count("other:"):
                steps, found = shorter, difference
                position = len(steps)
        return steps, found

    def report(self, program: Sequence[Step], kinds: Kinds) -> str:
        """The minimal program and how the two sides differ on it."""
        steps, found = self.shrink(program, kinds)
        return f"{found}\n{listing(steps)}"


def _last_passed(program: Sequence[Step], theirs: Outcome) -> int:
    """How far the program ran without a backward pass that raised, up to its last one that did not."""
    passed = [
        number
        for number, (item, verdict) in enumerate(zip(program, theirs.verdicts, strict=False))
        if item.do in PASSES and verdict == OK
    ]
    return passed[-1] + 1 if passed else 0
