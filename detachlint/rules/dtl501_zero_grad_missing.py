"""DTL501: zero grad missing."""

from __future__ import annotations

from typing import ClassVar, TypeGuard

from detachlint.finding import FailureMode, Level
from detachlint.interpret.events import GradientsCleared, OptimizerStepped
from detachlint.rules.base import Rule
from detachlint.rules.context import Context, label
from detachlint.rules.generated import generated, only_judges
from detachlint.shadow.engine import BY_HAND, uses_gradient_of
from detachlint.shadow.events import BackwardRun, Written
from detachlint.shadow.path import compatible
from detachlint.shadow.tensor import Mark, Tensor


class ZeroGradMissing(Rule):
    """A loop runs backward and steps, and nothing clears the gradients in between: each step uses the sum of all
    gradients so far. The same happens when the backward pass of another loss has left its gradients on parameters
    that are then trained by their own optimizer.

    ## What torch does
    Backward adds to `.grad`. Nothing clears it but `zero_grad()` or `p.grad = None`.

    ## How to fix
    `optimizer.zero_grad()` before each backward pass (or after each step).

    ## When to suppress
    When accumulating is meant.
    """

    code: ClassVar[str] = "DTL501"
    name: ClassVar[str] = "zero-grad-missing"
    level: ClassVar[Level] = Level.WARNING
    failure_mode: ClassVar[FailureMode] = FailureMode.WRONG
    summary: ClassVar[str] = "gradients of earlier passes are never cleared"
    related: ClassVar[tuple[str, ...]] = ("DTL502", "DTL503", "DTL508")
    references: ClassVar[tuple[str, ...]] = (
        "https://docs.pytorch.org/docs/stable/generated/torch.optim.Optimizer.zero_grad.html",
    )
    no_fix_reason: ClassVar[str | None] = "Where the gradients should be cleared depends on the loop."

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._foreign: dict[Tensor, tuple[Mark, OptimizerStepped]] = {}
        self._last: dict[Tensor, BackwardRun] = {}
        self._polluted: dict[Tensor, tuple[Mark, Mark | None, BackwardRun]] = {}
        self._passed_over: set[Tensor] = set()
        """Polluted, but the step that followed was another optimizer's."""

    def on_backward_run(self, event: BackwardRun) -> None:
        """Gradients are added to what is there already."""
        if self.context.excused("DTL501"):
            return
        for leaf, earlier, step in event.stale:
            if leaf in self._passed_over or leaf not in self._polluted:
                self._polluted[leaf] = (earlier, step, event)
                self._passed_over.discard(leaf)
        for leaf in event.leaves:
            self._last[leaf] = event
            found = self._foreign.get(leaf)
            if found is not None and compatible(found[0].path, event.path):
                self._polluted.setdefault(leaf, (found[0], None, event))

    def on_optimizer_stepped(self, event: OptimizerStepped) -> None:
        """What this optimizer does not hold keeps the gradients of the pass that was meant for it."""
        held = set(event.parameters)
        found = [(item, self._polluted.pop(item)) for item in event.parameters if item in self._polluted]
        for parameter, polluted in found:
            if not _by_hand(polluted[1]) and compatible(polluted[0].path, event.path):
                self._report(parameter, *polluted)
                break
        self._passed_over.update(self._polluted)
        pending = {
            leaf: mark
            for leaf, mark in self.context.pending_gradients()
            if leaf not in held and leaf.parameter and leaf.known and not leaf.consumed
        }
        for run in {self._last[item] for item in held if item in self._last}:
            own, others = frozenset(run.leaves) & held, frozenset(run.leaves) & pending.keys()
            if others and (generated(run, own, others) is not None or only_judges(run, others, own)):
                self._foreign.update((leaf, (pending[leaf], event)) for leaf in others)

    def on_written(self, event: Written) -> None:
        """An update by hand uses what was added up since a step, or since the same update."""
        for leaf in (event.target, event.target.alias_of):
            found = self._polluted.get(leaf) if leaf is not None else None
            if leaf is None or found is None or not any(uses_gradient_of(item, leaf) for item in event.sources):
                continue
            earlier, update, run = found
            if (not _by_hand(update) or update.site is event.site) and compatible(earlier.path, event.path):
                self._report(leaf, earlier, update, run)

    def on_gradients_cleared(self, event: GradientsCleared) -> None:
        """Cleared in time."""
        for parameter in event.parameters:
            self._foreign.pop(parameter, None)
            self._polluted.pop(parameter, None)

    def _report(self, leaf: Tensor, earlier: Mark, step: Mark | None, event: BackwardRun) -> None:
        name = label(leaf) if leaf.known else "the parameters"
        self.context.report(
            self,
            event.site,
            f"the gradients of an earlier backward pass are still in `.grad` of {name} and nothing has cleared them: "
            "this pass adds to them, and the step uses the sum",
            [
                (earlier.site, "gradients from here are still there"),
                (step.site if step is not None else None, "already used by this step"),
                (event.site, "this pass adds to them"),
            ],
            "clear them before each backward pass: `optimizer.zero_grad()`, or `x.grad = None` for a tensor `x` that "
            "is updated by hand",
        )


def _by_hand(mark: Mark | None) -> TypeGuard[Mark]:
    return mark is not None and mark.detail == BY_HAND
