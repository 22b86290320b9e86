"""DTL508: generator not detached."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from detachlint.finding import FailureMode, Level
from detachlint.interpret.events import GradientsCleared, OptimizerBuilt, OptimizerStepped
from detachlint.rules.base import Rule
from detachlint.rules.context import Context, label
from detachlint.rules.generated import generated
from detachlint.shadow.events import BackwardRun, BackwardTwice
from detachlint.shadow.graph import Node
from detachlint.shadow.tensor import Site, Tensor


class GeneratorNotDetached(Rule):
    """The discriminator's loss is computed on the generator's output without detach. Its backward pass goes on through
    the generator and fills gradients that the discriminator's optimizer does not use: wasted time, and wrong
    gradients if the generator steps without clearing them.

    ## What torch does
    Backward follows the graph to every leaf.

    ## How to fix
    `discriminator(fake.detach())`, or generate under `no_grad`.

    ## When to suppress
    When the generator is meant to learn from this loss.
    """

    code: ClassVar[str] = "DTL508"
    name: ClassVar[str] = "generator-not-detached"
    level: ClassVar[Level] = Level.WARNING
    failure_mode: ClassVar[FailureMode] = FailureMode.NONE
    summary: ClassVar[str] = "a discriminator loss on generated data fills the generator's gradients too"
    related: ClassVar[tuple[str, ...]] = ("DTL401", "DTL501")
    references: ClassVar[tuple[str, ...]] = ("https://docs.pytorch.org/docs/stable/generated/torch.Tensor.detach.html",)
    no_fix_reason: ClassVar[str | None] = (
        "A detached value serves this loss, but the generator's own loss may use the same name."
    )

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._owner: dict[Tensor, object] = {}
        self._last: dict[Tensor, BackwardRun] = {}
        self._found: dict[Site, tuple[BackwardRun, Node, Tensor]] = {}
        self._twice: set[Node] = set()
        self._suspects: dict[Tensor, tuple[BackwardRun, Node]] = {}
        self._used: set[tuple[Site, Tensor]] = set()
        """Which statement's gradients some step has used on which parameter."""

    def on_optimizer_built(self, event: OptimizerBuilt) -> None:
        """Whose parameters are whose?"""
        for item in event.parameters:
            if isinstance(item, Tensor) and item.known:
                self._owner.setdefault(item, event.optimizer)

    def on_backward_run(self, event: BackwardRun) -> None:
        """Remember which pass filled which gradients."""
        for leaf in event.leaves:
            self._last[leaf] = event
            self._suspects.pop(leaf, None)

    def on_optimizer_stepped(self, event: OptimizerStepped) -> None:
        """This optimizer used the pass; another one's parameters were filled by it through a value that can be cut."""
        held = set(event.parameters)
        runs = {self._last[item] for item in event.parameters if item in self._last}
        for run in runs:
            if len(run.leaves) > MOST_LEAVES:
                continue
            own = frozenset(leaf for leaf in run.leaves if leaf in held)
            for others in self._others(run, held):
                node = generated(run, own, frozenset(others)) if own else None
                if node is not None:
                    self._suspects.update(dict.fromkeys(others, (run, node)))
        for leaf in held:
            self._suspects.pop(leaf, None)
            self._used.update((mark.site, leaf) for mark in leaf.grads)

    def _others(self, run: BackwardRun, held: set[Tensor]) -> Iterable[list[Tensor]]:
        """The parameters that a pass filled for other optimizers, by optimizer."""
        groups: dict[object, list[Tensor]] = {}
        for leaf in run.leaves:
            if leaf not in held and leaf in self._owner and not leaf.consumed:
                groups.setdefault(self._owner[leaf], []).append(leaf)
        return groups.values()

    def on_gradients_cleared(self, event: GradientsCleared) -> None:
        """The gradients that the pass left are thrown away unused."""
        for leaf in event.parameters:
            found = self._suspects.pop(leaf, None)
            if found is not None:
                self._found.setdefault(found[0].site, (found[0], found[1], leaf))

    def on_backward_twice(self, event: BackwardTwice) -> None:
        """The value is meant for both losses: DTL401 is about that."""
        self._twice.add(event.node)

    def on_run_ended(self, _: None) -> None:
        """Report what was filled in vain."""
        for run, node, leaf in self._found.values():
            if self._twice.isdisjoint(run.nodes) and (run.site, leaf) not in self._used:
                self._report(run, node, leaf)

    def _report(self, run: BackwardRun, node: Node, leaf: Tensor) -> None:
        name = label(node.result, "the generated value")
        self.context.report(
            self,
            run.site,
            f"this pass also fills the gradients of {label(leaf)}, through {name}, and the step that follows does not "
            "use them",
            [(node.site, f"{name} is computed with its graph here"), (run.site, "backward goes on through it")],
            f"detach it for this loss: `{name.strip('`')}.detach()`",
        )


MOST_LEAVES = 400
