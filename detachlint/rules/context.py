"""What a rule is given while a file is run: the shadow to ask, and a way to report."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from detachlint.finding import Applicability, Edit, Finding, Fix, Place, TraceStep
from detachlint.shadow.graph import Node
from detachlint.shadow.tensor import Mark, Tensor

if TYPE_CHECKING:
    from detachlint.interpret.machine import Machine
    from detachlint.interpret.source_site import Site
    from detachlint.rules.base import Rule
    from detachlint.shadow.engine import Engine

Step = tuple["Site | None", str]
"""A place and what happened there."""


class Context:
    """One run over one file."""

    def __init__(self, machine: Machine, filename: str) -> None:
        self.machine = machine
        self.filename = filename
        self._found: dict[tuple[str, Place], Finding] = {}
        """By rule and by the point where the reported expression begins."""
        self._forgiven: set[object] = set()
        self._excused: set[str] = set()

    @property
    def engine(self) -> Engine:
        """The shadow engine."""
        return self.machine.engine

    @property
    def findings(self) -> list[Finding]:
        """What was reported so far, each place once for each rule; of a chain of calls the first."""
        return list(self._found.values())

    def report(
        self,
        rule: Rule,
        site: Site | None,
        message: str,
        trace: Iterable[Step] = (),
        cure: str | None = None,
        edits: Sequence[Edit] = (),
        applicability: Applicability = Applicability.DISPLAY,
    ) -> None:
        """Report a misuse at ``site``; ``cure`` is a sentence that says what to write instead."""
        if site is None:
            return
        place = site.place
        key = (rule.code, _beginning(place))
        if key in self._found:
            return
        steps = tuple(TraceStep(text, at.place) for at, text in trace if at is not None)
        fix = Fix(applicability, cure, tuple(edits)) if cure is not None else None
        self._found[key] = Finding(
            rule.code, rule.name, rule.level, rule.failure_mode, message, place, _in_order(steps), fix, place.start.row
        )

    def forgive(self, tensor: Tensor) -> None:
        """What was reported explains whatever else will go wrong with this tensor."""
        self._forgiven.add(tensor)
        if tensor.node is not None:
            self._forgiven.add(tensor.node)

    def forgiven(self, tensor: Tensor | None) -> bool:
        """Whether an earlier report already explains what goes wrong with a tensor."""
        return tensor is not None and (tensor in self._forgiven or tensor.node in self._forgiven)

    def forgive_node(self, node: Node) -> None:
        """The same for a graph node."""
        self._forgiven.add(node)

    def node_forgiven(self, node: Node) -> bool:
        """Whether an earlier report already explains what goes wrong at a node."""
        return node in self._forgiven

    def excuse(self, code: str) -> None:
        """What was reported is the reason for whatever another rule would find from here on."""
        self._excused.add(code)

    def excused(self, code: str) -> bool:
        """Whether another rule's report already gives the reason."""
        return code in self._excused

    def pending_gradients(self) -> list[tuple[Tensor, Mark]]:
        """The leaves that hold gradients which no step has used, with the last backward pass that reached them."""
        return [(leaf, leaf.grads[-1]) for leaf in self.engine.touched if leaf.grads and not leaf.consumed]

    def reported(self, code: str, site: Site) -> bool:
        """Whether a rule has already reported something there."""
        return (code, _beginning(site.place)) in self._found

    def reported_in_row(self, code: str, site: Site) -> bool:
        """Whether a rule has already reported something that begins in the same row."""
        place = site.place
        rows = ((known, at.filename, at.start.row) for known, at in self._found)
        return (code, place.filename, place.start.row) in rows


def label(tensor: Tensor | None, fallback: str = "this tensor") -> str:
    """A tensor in the user's own words: its name, or the expression that made it."""
    if tensor is None:
        return fallback
    if tensor.name is not None:
        return f"`{tensor.name}`"
    return f"`{tensor.site.text}`" if tensor.site is not None else fallback


def _beginning(place: Place) -> Place:
    """The point where an expression begins: that of a whole chain of calls."""
    return replace(place, end=place.start)


def _in_order(steps: Sequence[TraceStep]) -> tuple[TraceStep, ...]:
    """The steps, each place and message once."""
    return tuple(dict.fromkeys(steps))
