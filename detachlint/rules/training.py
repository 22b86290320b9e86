"""Which leaves the backward passes of a file reach, for the rules about leaves that none reaches."""

from __future__ import annotations

from collections.abc import Iterator

from detachlint.shadow import walk
from detachlint.shadow.engine import Engine
from detachlint.shadow.events import BackwardRun
from detachlint.shadow.graph import Node
from detachlint.shadow.tensor import Mark, Tensor


class Trained:
    """Collects the leaves that some backward pass gives a gradient other than zero."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._reached: set[Tensor] = set()

    def note(self, event: BackwardRun) -> None:
        """A backward pass was run."""
        self._reached.update(moved_by(event))

    def __contains__(self, leaf: Tensor) -> bool:
        return leaf in self._reached

    def missing_behind(self, source: Tensor) -> tuple[Tensor, ...]:
        """The leaves that ``source`` is computed from and that no backward pass has reached so far."""
        behind = walk.reach(self._engine, source, None).leaves
        return tuple(leaf for leaf, _ in behind if leaf.known and not leaf.presumed and leaf not in self._reached)


def moved_by(event: BackwardRun) -> set[Tensor]:
    """The leaves to which a backward pass finds a way past every operator whose gradient is zero."""
    zero = frozenset(node for node in event.nodes if node.zero_gradient)
    leaves = set(event.leaves)
    return leaves & walk.leaves_without(event.root.node, zero) if zero else leaves


def cuts_entering(nodes: frozenset[Node]) -> Iterator[Mark]:
    """Where the constants that go into a graph were cut off from another."""
    for node in nodes:
        for operand in node.operands:
            if operand is not None and operand.requires_grad.no:
                yield from operand.cuts
                if operand.cut is not None:
                    yield operand.cut
