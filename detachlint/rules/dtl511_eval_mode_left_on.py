"""DTL511: eval mode left on."""

from __future__ import annotations

from typing import ClassVar

from detachlint.finding import FailureMode, Level
from detachlint.interpret.events import CallMade, GradientsCleared, ModuleCalled, OptimizerStepped
from detachlint.interpret.values import FALSE, Instance
from detachlint.rules.base import Rule
from detachlint.rules.context import Context
from detachlint.shadow.events import BackwardRun
from detachlint.shadow.tensor import Site, Tensor


class EvalModeLeftOn(Rule):
    """`model.eval()` is called in the epoch loop (or in a helper called from it), and no `model.train()` follows
    before the next training pass: from the second epoch on, dropout is off and batch statistics are frozen.

    ## What torch does
    The mode stays as it was set.

    ## How to fix
    Call `model.train()` at the start of each training epoch.

    ## When to suppress
    When training in evaluation mode is meant.
    """

    code: ClassVar[str] = "DTL511"
    name: ClassVar[str] = "eval-mode-left-on"
    level: ClassVar[Level] = Level.WARNING
    failure_mode: ClassVar[FailureMode] = FailureMode.WRONG
    summary: ClassVar[str] = "`eval()` inside the training loop is never taken back"
    related: ClassVar[tuple[str, ...]] = ("DTL409",)
    references: ClassVar[tuple[str, ...]] = (
        "https://docs.pytorch.org/docs/stable/generated/torch.nn.Module.html#torch.nn.Module.eval",
    )
    no_fix_reason: ClassVar[str | None] = "Where training mode should be switched on again depends on the loop."

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._evaluating: dict[Instance, Site] = {}
        self._trained: set[Instance] = set()
        self._forward: dict[Tensor, tuple[Instance, Site]] = {}
        self._suspect: dict[Instance, Site] = {}

    def on_call_made(self, event: CallMade) -> None:
        """``eval()`` and ``train()``."""
        if event.name not in ("Module.eval", "Module.train") or not isinstance(event.receiver, Instance):
            return
        if event.name == "Module.eval" or event.arguments.get(0, "mode") == FALSE:
            self._evaluating[event.receiver] = event.site
        else:
            self._evaluating.pop(event.receiver, None)

    def on_module_called(self, event: ModuleCalled) -> None:
        """Which mode was a forward pass in?"""
        module = event.module
        if not isinstance(module, Instance) or not self.context.machine.mode_matters(module):
            return
        for tensor in self.context.machine.tensors_in(event.result):
            site = self._evaluating.get(module) if event.training.no else None
            self._forward[tensor] = (module, site)

    def on_backward_run(self, event: BackwardRun) -> None:
        """A training pass through it."""
        for node in event.nodes:
            found = self._forward.get(node.result) if node.result is not None else None
            if found is None:
                continue
            module, site = found
            if event.inputs is not None or not self._fills(module, event.leaves):
                continue
            if site is None:
                self._trained.add(module)
            elif module in self._trained:
                self._suspect[module] = site

    def on_optimizer_stepped(self, event: OptimizerStepped) -> None:
        """It is trained in evaluation mode, though it was trained in training mode before."""
        for module, site in list(self._suspect.items()):
            if not self._fills(module, event.parameters):
                continue
            del self._suspect[module]
            self.context.report(
                self,
                site,
                "`eval()` is never taken back: from the next iteration on, training goes on in evaluation mode "
                "(no dropout, frozen batch statistics)",
                [(site, "switched to evaluation here"), (event.site, "still trained here")],
                "call `model.train()` before the next training pass",
            )

    def on_gradients_cleared(self, event: GradientsCleared) -> None:
        """What a pass in evaluation mode has added up is thrown away: an attack, or a measurement."""
        for module in [module for module in self._suspect if self._fills(module, event.parameters)]:
            del self._suspect[module]

    def _fills(self, module: Instance, leaves: tuple[Tensor, ...]) -> bool:
        """Whether any of these tensors is a parameter of the module."""
        return not set(leaves).isdisjoint(self.context.machine.module_tensors(module))
