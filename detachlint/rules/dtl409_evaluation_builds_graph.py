"""DTL409: evaluation builds graph."""

from __future__ import annotations

from typing import ClassVar

from detachlint.finding import FailureMode, Level
from detachlint.interpret.events import LoopBegan, LoopEnded, ModuleCalled
from detachlint.interpret.values import Instance
from detachlint.rules.base import Rule
from detachlint.rules.context import Context
from detachlint.shadow.events import BackwardRun
from detachlint.shadow.tensor import Tensor


class EvaluationBuildsGraph(Rule):
    """After `model.eval()`, a loop runs forward passes with grad mode on, and nothing is run backward. Each pass
    builds a graph for nothing: it costs time and memory, and results that are kept keep their graphs.

    ## What torch does
    `eval()` changes the behaviour of dropout and batch norm. It does not switch gradients off.

    ## How to fix
    Put the loop under `with torch.no_grad():` or `torch.inference_mode()`, or decorate the function.

    ## When to suppress
    When the results are differentiated elsewhere.
    """

    code: ClassVar[str] = "DTL409"
    name: ClassVar[str] = "evaluation-builds-graph"
    level: ClassVar[Level] = Level.WARNING
    failure_mode: ClassVar[FailureMode] = FailureMode.GROWS
    summary: ClassVar[str] = "evaluation runs with grad mode on"
    related: ClassVar[tuple[str, ...]] = ("DTL403",)
    references: ClassVar[tuple[str, ...]] = (
        "https://docs.pytorch.org/docs/stable/generated/torch.no_grad.html",
        "https://docs.pytorch.org/docs/stable/notes/autograd.html",
    )
    no_fix_reason: ClassVar[str | None] = (
        "Where evaluation begins and ends is the author's to say: a decorator, or a `with` block around part "
        "of the function."
    )

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._loops = 0
        self._calls: list[tuple[ModuleCalled, int]] = []

    def on_loop_began(self, event: LoopBegan) -> None:
        """One loop deeper."""
        self._loops += 1

    def on_loop_ended(self, event: LoopEnded) -> None:
        """Report the forward passes of a loop in which nothing is run backward."""
        self._loops -= 1
        ended = [call for call, depth in self._calls if depth > self._loops]
        self._calls = [item for item in self._calls if item[1] <= self._loops]
        if ended:
            self._report(ended)

    def on_module_called(self, event: ModuleCalled) -> None:
        """A forward pass in evaluation mode that builds a graph."""
        machine = self.context.machine
        module = machine.narrow(event.module)
        if not self._loops or not event.training.no or machine.in_module_call():
            return
        if not isinstance(module, Instance) or not any(
            item.requires_grad.yes for item in machine.module_tensors(module)
        ):
            return
        results = list(machine.tensors_in(event.result))
        given = [tensor for item in event.arguments.all for tensor in machine.tensors_in(item)]
        if any(tensor.requires_grad.maybe or self.context.forgiven(tensor) for tensor in given):
            return
        if results and all(
            isinstance(item, Tensor) and item.requires_grad.yes and not item.presumed for item in results
        ):
            self._calls.append((event, self._loops))

    def on_backward_run(self, event: BackwardRun) -> None:
        """Something is differentiated: the loop is no mere evaluation."""
        self._calls.clear()

    def _report(self, calls: list[ModuleCalled]) -> None:
        """One evaluation, however many passes it takes, is reported where it begins."""
        if self.context.excused("DTL409"):
            return
        first, *others = {call.site: call for call in calls}.values()
        self.context.report(
            self,
            first.site,
            f"`{first.site.text}` is evaluation, and it builds a graph that nothing is run backward through",
            [
                (first.site, "the module is in evaluation mode, grad mode is on"),
                *((call.site, "and so does this pass") for call in others),
            ],
            "evaluate under `with torch.no_grad():`",
        )
