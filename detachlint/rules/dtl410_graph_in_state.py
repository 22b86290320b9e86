"""DTL410: graph in state."""

from __future__ import annotations

from typing import ClassVar

from detachlint.finding import FailureMode, Level
from detachlint.interpret.events import AttributeRead, AttributeSet, ItemSet, NameBound
from detachlint.interpret.values import Const, DictValue, Instance, Value
from detachlint.rules.base import Rule
from detachlint.rules.context import Context, label
from detachlint.shadow import walk
from detachlint.shadow.path import compatible
from detachlint.shadow.tensor import Site, Tensor


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
        self._carried: list[tuple[Site, str, Tensor]] = []
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
            self._report(event.site, event.name, value)
        else:
            self._carried.append((event.site, event.name, value))

    def on_item_set(self, event: ItemSet) -> None:
        """``stats["entropy"] = 0.9 * stats["entropy"] + 0.1 * entropy``."""
        machine = self.context.machine
        key = machine.narrow(event.key)
        if not isinstance(event.receiver, DictValue) or not isinstance(key, Const):
            return
        self._carry(event.site, str(key.value), event.receiver.items.get(key.value), event.value)

    def on_name_bound(self, event: NameBound) -> None:
        """``average = 0.9 * average + 0.1 * loss`` in a loop."""
        old, value = self.context.machine.narrow(event.old), self.context.machine.narrow(event.value)
        began = self.context.machine.iteration_began()
        made_here = isinstance(value, Tensor) and value.born >= began
        if event.in_loop and made_here and isinstance(old, Tensor) and old.born < began:
            self._carry(event.site, event.name, old, event.value)

    def _carry(self, site: Site, name: str, before: Value, after: Value) -> None:
        old, value = self.context.machine.narrow(before), self.context.machine.narrow(after)
        if not isinstance(old, Tensor) or not isinstance(value, Tensor) or not value.requires_grad.yes:
            return
        if self._feeds(old, value) and not (self.context.forgiven(value) or self.context.forgiven(old)):
            self._carried.append((site, name, value))

    def on_run_ended(self, _: None) -> None:
        """What no backward pass went through again only keeps memory; where one did, that was reported."""
        for site, name, value in self._carried:
            told = any(self.context.reported_in_row(code, site) for code in ("DTL401", "DTL402", "DTL403"))
            behind = walk.reach(self.context.engine, value, None).visits
            if not told and not any(self.context.node_forgiven(visit.node) for visit in behind):
                self._report(site, name, value)

    def _report(self, site: Site, place: str, value: Tensor) -> None:
        name = f"`{place}`"
        self._explain(value)
        self.context.report(
            self,
            site,
            f"{name} outlives this step, and it is given {label(value, 'a tensor')} together with its graph: each step "
            "keeps the graphs of all the steps before",
            [(value.site, "computed with a graph here"), (site, f"kept in {name} here")],
            f"keep the value only: `{place} = ….detach()`, or update it under `torch.no_grad()`",
        )

    def _explain(self, value: Tensor) -> None:
        """That the graph behind it is run backward again in the next step is the same mistake."""
        for visit in walk.reach(self.context.engine, value, None).visits:
            self.context.forgive_node(visit.node)

    def _spent(self, old: Tensor) -> bool:
        """Whether a backward pass has gone through what it was computed from."""
        path = self.context.engine.path
        return any(
            visit.node.saves.yes and any(compatible(mark.path, path) for mark in visit.node.freed)
            for visit in walk.reach(self.context.engine, old, None).visits
        )

    def _feeds(self, old: Tensor, value: Tensor) -> bool:
        """Whether the new value is computed from the old one, whose own backward pass is over."""
        node = old.node
        if node is None or node is value.node or not old.requires_grad.yes or not self._spent(old):
            return False
        return walk.depends_on(self.context.engine, value, frozenset({node}))
