"""DTL309: unregistered modules."""

from __future__ import annotations

from typing import ClassVar

from detachlint.finding import FailureMode, Level
from detachlint.interpret.events import AttributeSet, ModuleBuilt, OptimizerBuilt
from detachlint.interpret.values import DictValue, Instance, ListValue, TupleValue, Value
from detachlint.rules.base import Rule
from detachlint.rules.context import Context, label
from detachlint.shadow.tensor import Site, Tensor


class UnregisteredModules(Rule):
    """Layers or parameters are kept in a plain Python container on a module. The module does not know them:
    `parameters()` does not yield their weights, optimizers do not update them, `to()` does not move them and
    `state_dict()` does not save them.

    ## What torch does
    A module registers attributes that are modules or parameters, not what is inside other objects.

    ## How to fix
    `nn.ModuleList`, `nn.ModuleDict`, `nn.ParameterList`, or `nn.Sequential(*layers)`.

    ## When to suppress
    When the modules are registered elsewhere, or are not meant to belong to this one.
    """

    code: ClassVar[str] = "DTL309"
    name: ClassVar[str] = "unregistered-modules"
    level: ClassVar[Level] = Level.WARNING
    failure_mode: ClassVar[FailureMode] = FailureMode.NONE
    summary: ClassVar[str] = "modules kept in a plain list, tuple or dict are not registered"
    related: ClassVar[tuple[str, ...]] = ("DTL308",)
    references: ClassVar[tuple[str, ...]] = ("https://docs.pytorch.org/docs/stable/generated/torch.nn.ModuleList.html",)
    no_fix_reason: ClassVar[str | None] = (
        "The container can be read in more ways than a `ModuleList` or `ModuleDict` allows, so the change is "
        "the author's."
    )

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._set: dict[tuple[Instance, str], Site] = {}
        self._suspect: list[tuple[Site, str, list[Tensor], Instance]] = []
        self._held: set[Tensor] = set()

    def on_attribute_set(self, event: AttributeSet) -> None:
        """Remember where attributes are set."""
        if isinstance(event.receiver, Instance):
            self._set.setdefault((event.receiver, event.name), event.site)

    def on_module_built(self, event: ModuleBuilt) -> None:
        """Containers that hold modules or parameters."""
        machine, module = self.context.machine, event.instance
        registered = set(machine.module_tensors(module))
        for name, held in module.attributes.items():
            value = machine.narrow(held)
            site = self._set.get((module, name))
            if site is None or not isinstance(value, (ListValue, TupleValue, DictValue)):
                continue
            hidden = [tensor for tensor in self._parameters(value, 2) if tensor not in registered]
            if hidden:
                self._suspect.append((site, name, hidden, module))

    def _parameters(self, value: Value, depth: int) -> list[Tensor]:
        machine = self.context.machine
        if isinstance(value, Tensor):
            return [value] if value.parameter and value.known else []
        if isinstance(value, Instance):
            return machine.module_tensors(value) if machine.is_module(value) else []
        if depth == 0:
            return []
        return [tensor for part in machine.parts(value) for tensor in self._parameters(machine.narrow(part), depth - 1)]

    def on_optimizer_built(self, event: OptimizerBuilt) -> None:
        """Passed to an optimizer by hand."""
        self._held.update(item for item in event.parameters if isinstance(item, Tensor))

    def on_run_ended(self, _: None) -> None:
        """Report those that neither a module nor an optimizer knows."""
        machine = self.context.machine
        for site, name, hidden, module in self._suspect:
            registered = set(machine.module_tensors(module))
            lost = [tensor for tensor in hidden if tensor not in registered and tensor not in self._held]
            if not lost or not lost[0].requires_grad.maybe:
                continue
            self.context.report(
                self,
                site,
                f"`self.{name}` is a plain Python container, so the modules in it are not registered: `parameters()` "
                "does not yield their weights, and `to()`, `state_dict()` and optimizers miss them",
                [(lost[0].site, f"{label(lost[0])} is made here"), (site, "kept in a plain container here")],
                f"`self.{name} = nn.ModuleList(...)` (or `nn.ModuleDict`, `nn.ParameterList`)",
            )
