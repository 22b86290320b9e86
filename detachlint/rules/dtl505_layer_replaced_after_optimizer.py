"""DTL505: layer replaced after optimizer."""

from __future__ import annotations

from typing import ClassVar

from detachlint.finding import FailureMode, Level
from detachlint.interpret.events import AttributeSet, ItemSet, OptimizerBuilt, OptimizerStepped
from detachlint.interpret.values import Instance, Value
from detachlint.rules.base import Rule
from detachlint.rules.context import Context, label
from detachlint.shadow.events import BackwardRun
from detachlint.shadow.tensor import Site, Tensor


class LayerReplacedAfterOptimizer(Rule):
    """`model.fc = nn.Linear(...)` after `SGD(model.parameters())`: the optimizer still holds the parameters of the old
    layer. The new one never learns.

    ## What torch does
    An optimizer keeps the tensors it was given, not the model.

    ## How to fix
    Build the optimizer after the last layer is in place, or `optimizer.add_param_group({"params":
    model.fc.parameters()})`.

    ## When to suppress
    When the new layer is not meant to be trained.
    """

    code: ClassVar[str] = "DTL505"
    name: ClassVar[str] = "layer-replaced-after-optimizer"
    level: ClassVar[Level] = Level.ERROR
    failure_mode: ClassVar[FailureMode] = FailureMode.NONE
    summary: ClassVar[str] = "a layer is replaced after the optimizer took its parameters"
    related: ClassVar[tuple[str, ...]] = ("DTL506", "DTL307")
    references: ClassVar[tuple[str, ...]] = ("https://docs.pytorch.org/docs/stable/optim.html",)
    no_fix_reason: ClassVar[str | None] = "Moving the construction of the optimizer may move other things with it."

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._held: dict[Tensor, OptimizerBuilt] = {}
        self._replaced: dict[Tensor, tuple[Site, OptimizerBuilt]] = {}
        self._trained: set[Tensor] = set()

    def on_optimizer_built(self, event: OptimizerBuilt) -> None:
        """Remember what it took."""
        for parameter in event.parameters:
            if isinstance(parameter, Tensor):
                self._held[parameter] = event
                self._replaced.pop(parameter, None)

    def on_attribute_set(self, event: AttributeSet) -> None:
        """``model.fc = nn.Linear(...)``."""
        self._replace(event.site, event.old, event.value)

    def on_item_set(self, event: ItemSet) -> None:
        """``model[1] = nn.Linear(...)``."""
        receiver = self.context.machine.narrow(event.receiver)
        if isinstance(receiver, Instance) and hasattr(event.key, "value"):
            self._replace(event.site, receiver.attributes.get(str(event.key.value)), event.value)

    def _replace(self, site: Site, old: Value, value: Value) -> None:
        machine = self.context.machine
        old, value = machine.narrow(old), machine.narrow(value)
        if not isinstance(old, Instance) or not isinstance(value, Instance) or old is value:
            return
        built = next((self._held[item] for item in machine.module_tensors(old) if item in self._held), None)
        if built is None:
            return
        for tensor in machine.module_tensors(value):
            if tensor not in self._held and tensor.requires_grad.yes:
                self._replaced[tensor] = (site, built)

    def on_backward_run(self, event: BackwardRun) -> None:
        """The new layer gets gradients."""
        self._trained.update(leaf for leaf in event.leaves if leaf in self._replaced)

    def on_optimizer_stepped(self, event: OptimizerStepped) -> None:
        """And the optimizer steps without it."""
        held = set(self.context.machine.held(event.optimizer))
        for tensor in list(self._trained):
            if (
                tensor in self._replaced
                and tensor not in held
                and event.optimizer is self._replaced[tensor][1].optimizer
            ):
                site, built = self._replaced.pop(tensor)
                self.context.report(
                    self,
                    site,
                    f"this layer is new, and the optimizer still holds the parameters of the old one: {label(tensor)} "
                    "is never updated",
                    [
                        (built.site, "the optimizer took its parameters here"),
                        (site, "replaced here"),
                        (event.site, "stepped here"),
                    ],
                    "build the optimizer after the last layer is in place, or use `optimizer.add_param_group`",
                )
            self._trained.discard(tensor)
