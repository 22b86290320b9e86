"""DTL505: layer replaced after optimizer."""

from __future__ import annotations

from typing import ClassVar

from detachlint.finding import FailureMode, Level
from detachlint.interpret.events import AttributeSet, CallMade, ItemSet, NameBound, OptimizerBuilt, OptimizerStepped
from detachlint.interpret.values import Const, Instance, Value
from detachlint.rules.base import Rule
from detachlint.rules.context import Context, label
from detachlint.shadow.events import BackwardRun
from detachlint.shadow.tensor import Site, Tensor


class LayerReplacedAfterOptimizer(Rule):
    """`model.fc = nn.Linear(...)` after `SGD(model.parameters())`: the optimizer still holds the parameters of the old
    layer. The new one gets gradients and never learns. The same happens with `model[-1] = ...`, `setattr`, with
    `layer.weight = nn.Parameter(...)`, with a layer that is added to the model (`blocks.append(...)`), and with the
    whole model under its old name.

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
        self._missed: list[tuple[Site, OptimizerBuilt, Tensor, OptimizerStepped]] = []
        """Where a parameter was replaced, which optimizer missed it, and its first step without it."""
        self._optimizers: list[Instance] = []

    def on_optimizer_built(self, event: OptimizerBuilt) -> None:
        """Remember what it took."""
        self._optimizers.append(event.optimizer)
        for parameter in event.parameters:
            if isinstance(parameter, Tensor):
                self._held[parameter] = event
                self._replaced.pop(parameter, None)

    def on_attribute_set(self, event: AttributeSet) -> None:
        """``model.fc = nn.Linear(...)``."""
        self._replace(event.site, event.old, event.value)
        self._add(event.site, event.receiver, event.value)

    def on_item_set(self, event: ItemSet) -> None:
        """``model[1] = nn.Linear(...)``."""
        receiver = self.context.machine.narrow(event.receiver)
        if isinstance(receiver, Instance) and isinstance(event.key, Const):
            self._replace(event.site, receiver.attributes.get(str(event.key.value)), event.value)

    def on_call_made(self, event: CallMade) -> None:
        """``model.blocks.append(nn.Linear(...))`` and its like."""
        if event.name in ADDING and event.arguments.all:
            self._add(event.site, event.receiver, event.arguments.all[-1])

    def on_name_bound(self, event: NameBound) -> None:
        """``model = Net(...)``, where the optimizer has the parameters of what bore that name before."""
        if not event.loop_target:
            self._replace(event.site, event.old, event.value)

    def _replace(self, site: Site, old: Value, value: Value) -> None:
        old, value = self.context.machine.narrow(old), self.context.machine.narrow(value)
        if old is value:
            return
        before, after = self._parameters(old), self._parameters(value)
        built = next((self._held[item] for item in before if item in self._held), None)
        if built is None:
            return
        for tensor in after:
            if tensor not in self._held and tensor.requires_grad.yes:
                self._replaced[tensor] = (site, built)

    def _add(self, site: Site, receiver: Value, value: Value) -> None:
        """A part is added to a module whose parameters an optimizer has taken."""
        value = self.context.machine.narrow(value)
        own = set(self._parameters(value))
        if not own or not self.context.machine.is_module(receiver):
            return
        others = [item for item in self._parameters(receiver) if item not in own]
        built = next((self._held[item] for item in others if item in self._held), None)
        if built is not None:
            for tensor in own - self._held.keys() - self._replaced.keys():
                if tensor.requires_grad.yes:
                    self._replaced[tensor] = (site, built)

    def _parameters(self, value: Value) -> list[Tensor]:
        """The parameters of a module, or a parameter alone."""
        if isinstance(value, Tensor):
            return [value] if value.parameter else []
        return self.context.machine.module_tensors(value) if isinstance(value, Instance) else []

    def on_backward_run(self, event: BackwardRun) -> None:
        """The new layer gets gradients."""
        self._trained.update(leaf for leaf in event.leaves if leaf in self._replaced)

    def on_optimizer_stepped(self, event: OptimizerStepped) -> None:
        """And the optimizer steps without it."""
        held = {item for optimizer in self._optimizers for item in self.context.machine.held(optimizer)}
        for tensor in list(self._trained):
            found = self._replaced.get(tensor)
            if found is not None and tensor not in held and event.optimizer is found[1].optimizer:
                del self._replaced[tensor]
                self._missed.append((*found, tensor, event))
            self._trained.discard(tensor)

    def on_run_ended(self, _: None) -> None:
        """A leaf that is made of a result in every step is another rule's."""
        told: set[OptimizerBuilt] = set()
        for site, built, tensor, step in self._missed:
            if built in told or self.context.reported_in_row("DTL206", site):
                continue
            told.add(built)
            self.context.report(
                self,
                site,
                "what is put here is new, and the optimizer has taken its parameters before: "
                f"{label(tensor)} is never updated",
                [
                    (built.site, "the optimizer took its parameters here"),
                    (site, "replaced here"),
                    (step.site, "stepped here"),
                ],
                "build the optimizer after the last layer is in place, or use `optimizer.add_param_group`",
            )


ADDING = frozenset(f"Module.{name}" for name in ("append", "insert", "extend", "add_module", "register_module"))
