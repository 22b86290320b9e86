"""DTL403: graph accumulated."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from detachlint.finding import Applicability, FailureMode, Level
from detachlint.interpret import rewriting
from detachlint.interpret.events import Augmented, Collected, LoopBegan, LoopEnded, NameBound
from detachlint.rules.base import Rule
from detachlint.rules.context import Context, label
from detachlint.shadow import walk
from detachlint.shadow.events import BackwardRun
from detachlint.shadow.graph import Node
from detachlint.shadow.path import compatible
from detachlint.shadow.tensor import Site, Tensor


class GraphAccumulated(Rule):
    """In a loop, `total += loss` or `losses.append(loss)` keeps tensors together with their graphs, though each is run
    backward by itself and the sum only serves the log. Memory grows with every iteration.

    ## What torch does
    A tensor holds its graph, and a sum holds the graphs of all its terms. Backward frees saved values, not the
    graph's nodes and not what later operators hold.

    ## How to fix
    Keep the number (`loss.item()`), or `loss.detach()`.

    ## When to suppress
    When the sum is itself run backward.
    """

    code: ClassVar[str] = "DTL403"
    name: ClassVar[str] = "graph-accumulated"
    level: ClassVar[Level] = Level.WARNING
    failure_mode: ClassVar[FailureMode] = FailureMode.GROWS
    summary: ClassVar[str] = "a tensor kept for the log keeps its graph alive"
    related: ClassVar[tuple[str, ...]] = ("DTL410", "DTL402")
    references: ClassVar[tuple[str, ...]] = ("https://docs.pytorch.org/docs/stable/generated/torch.Tensor.item.html",)

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._loops = 0
        self._kept: list[_Kept] = []
        self._told: set[Node] = set()
        """The terms that were reported; what is computed from them is kept for the same reason."""

    def on_loop_began(self, event: LoopBegan) -> None:
        """One loop deeper."""
        self._loops += 1

    def on_loop_ended(self, event: LoopEnded) -> None:
        """What is run backward from here on was meant for this loop's sum."""
        self._loops -= 1
        self._kept = [kept for kept in self._kept if kept.depth <= self._loops]

    def on_augmented(self, event: Augmented) -> None:
        """``total += loss``."""
        result = self.context.machine.narrow(event.result)
        if event.outlives_loop and isinstance(result, Tensor):
            self._keep(event.site, event.operand, result.node)

    def on_collected(self, event: Collected) -> None:
        """``losses.append(loss)``."""
        if event.outlives_loop:
            self._keep(event.site, event.value, None)

    def on_name_bound(self, event: NameBound) -> None:
        """``total = total + loss``."""
        machine = self.context.machine
        old, value = machine.narrow(event.old), machine.narrow(event.value)
        if not (event.in_loop and isinstance(value, Tensor) and value.node is not None) or event.loop_target:
            return
        if value.node.operator != "add" or not machine.outlives_loop(old) or not isinstance(old, Tensor):
            return
        others = [item for item in value.node.operands if item is not None and item is not old]
        if old in value.node.operands and len(others) == 1:
            self._keep(event.site, others[0], value.node)

    def _keep(self, site: Site, value: object, sum_node: Node | None) -> None:
        for tensor in self.context.machine.tensors_in(value, 1):
            node = tensor.node
            if node is None or not tensor.requires_grad.yes or tensor.presumed:
                continue
            if self._told and self._explained(tensor):
                continue
            if self._spent(tensor):
                self._report(site, tensor, node)
            else:
                self._kept.append(_Kept(site, tensor, node, sum_node, self._loops))

    def _explained(self, tensor: Tensor) -> bool:
        """Whether it is computed from a sum of which a term was reported."""
        visits = walk.reach(self.context.engine, tensor, None).visits
        return any(visit.node in self._told and visit.node is not tensor.node for visit in visits)

    def _spent(self, tensor: Tensor) -> bool:
        """Whether what this iteration made of its graph was run backward already, so that it serves the log only."""
        path = self.context.engine.path
        began = self.context.machine.iteration_began()
        for visit in walk.reach(self.context.engine, tensor, None).visits:
            node = visit.node
            if not (node.saves.yes and node.born >= began):
                continue
            if any(compatible(mark.path, path) for mark in node.freed):
                return True
        return False

    def on_backward_run(self, event: BackwardRun) -> None:
        """The value is run backward by itself while its loop goes on: keeping it serves the log only."""
        left = []
        for kept in self._kept:
            if kept.node not in event.nodes:
                left.append(kept)
            elif (kept.sum_node is None and event.root.node is kept.node) or (
                kept.sum_node is not None and kept.sum_node not in event.nodes
            ):
                self._report(kept.site, kept.tensor, kept.node)
        self._kept = left

    def _report(self, site: Site, tensor: Tensor, node: Node) -> None:
        name = label(tensor)
        self._told.add(node)
        self.context.report(
            self,
            site,
            f"{name} is kept beyond the iteration together with its graph, though its backward pass is run by itself: "
            "memory grows with every iteration",
            [(node.site, f"{name} is computed here"), (site, "kept here")],
            f"keep the number: `{name.strip('`')}.item()`, or `.detach()`",
            rewriting.detach_kept(site),
            Applicability.SAFE,
        )


@dataclass(frozen=True)
class _Kept:
    site: Site
    tensor: Tensor
    node: Node
    sum_node: Node | None
    depth: int
