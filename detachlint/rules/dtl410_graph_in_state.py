"""DTL410: graph in state."""

from __future__ import annotations

from typing import ClassVar

from detachlint.finding import FailureMode, Level
from detachlint.interpret.events import AttributeRead, AttributeSet
from detachlint.interpret.values import Instance
from detachlint.rules.base import Rule
from detachlint.rules.context import Context, label
from detachlint.shadow import walk
from detachlint.shadow.tensor import Tensor


class GraphInState(Rule):
    """A buffer or a running value is given a tensor together with its graph (`self.running = 0.9 * self.running + 0.1
    * x.mean()`). Each step holds the graphs of all the steps before: memory grows, and `copy.deepcopy` of the
    module raises.

    ## What torch does
    A tensor holds the graph it was computed by, wherever it is stored.

    ## How to fix
    Store the value only: `.detach()`, or update it under `torch.no_grad()`.

    ## When to suppress
    When backpropagating through the stored value is meant.
    """

    code: ClassVar[str] = "DTL410"
    name: ClassVar[str] = "graph-in-state"
    level: ClassVar[Level] = Level.WARNING
    failure_mode: ClassVar[FailureMode] = FailureMode.GROWS
    summary: ClassVar[str] = "a value that outlives the step is stored with its graph"
    related: ClassVar[tuple[str, ...]] = ("DTL402", "DTL403", "DTL311")
    references: ClassVar[tuple[str, ...]] = ("https://docs.pytorch.org/docs/stable/generated/torch.Tensor.detach.html",)
    no_fix_reason: ClassVar[str | None] = (
        "Cut where it is kept or where it is read: the step's own loss may need the graph."
    )

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._carried: list[tuple[AttributeSet, Tensor]] = []
        """Running values that were given their own graph."""
        self._read: set[tuple[Instance, str, object]] = set()
        """The attributes that were read, and in which call."""

    def on_attribute_read(self, event: AttributeRead) -> None:
        """A buffer's old value may go into the new one."""
        if isinstance(event.receiver, Instance):
            self._read.add((event.receiver, event.name, self.context.machine.frame))

    def on_attribute_set(self, event: AttributeSet) -> None:
        """A buffer or a running value takes a tensor with its graph."""
        machine = self.context.machine
        value, old = machine.narrow(event.value), machine.narrow(event.old)
        if not isinstance(event.receiver, Instance) or not isinstance(value, Tensor) or not isinstance(old, Tensor):
            return
        if value.node is None or not value.requires_grad.yes or value.parameter:
            return
        if self.context.reported(self.code, event.site):
            self._explain(value)
            return
        running = old.buffer and (event.receiver, event.name, machine.frame) in self._read
        if not (running or self._feeds(old, value)) or self.context.forgiven(value) or self.context.forgiven(old):
            return
        if old.buffer:
            self._report(event, value)
        else:
            self._carried.append((event, value))

    def on_run_ended(self, _: None) -> None:
        """What no backward pass went through again only keeps memory; where one did, that was reported."""
        for event, value in self._carried:
            if not self.context.reported("DTL402", event.site):
                self._report(event, value)

    def _report(self, event: AttributeSet, value: Tensor) -> None:
        name = f"`{event.name}`"
        self._explain(value)
        self.context.report(
            self,
            event.site,
            f"{name} outlives this step, and it is given {label(value, 'a tensor')} together with its graph: each step "
            "keeps the graphs of all the steps before",
            [(value.site, "computed with a graph here"), (event.site, f"kept in {name} here")],
            f"keep the value only: `{event.name} = ….detach()`, or update it under `torch.no_grad()`",
        )

    def _explain(self, value: Tensor) -> None:
        """That the graph behind it is run backward again in the next step is the same mistake."""
        for visit in walk.reach(self.context.engine, value, None).visits:
            self.context.forgive_node(visit.node)

    def _feeds(self, old: Tensor, value: Tensor) -> bool:
        """Whether the new value is computed from the old one, whose own backward pass is over."""
        node = old.node
        if node is None or not node.freed or not old.requires_grad.yes:
            return False
        return walk.depends_on(self.context.engine, value, frozenset({node}))
