"""DTL308: unregistered parameter."""

from __future__ import annotations

from typing import ClassVar

from detachlint.finding import FailureMode, Level
from detachlint.interpret.events import AttributeSet, ModuleBuilt, OptimizerBuilt
from detachlint.interpret.values import Instance
from detachlint.rules.base import Rule
from detachlint.rules.context import Context, label
from detachlint.shadow import walk
from detachlint.shadow.tensor import Site, Tensor


class UnregisteredParameter(Rule):
    """In a module, an attribute that is meant to be trained is a plain tensor: `self.w = torch.randn(3,
    requires_grad=True)`, or a parameter that was computed with or moved (`nn.Parameter(...) * 0.1`, `.to(device)`).
    It is not in `parameters()`, so optimizers, `to()` and `state_dict()` miss it.

    ## What torch does
    A module registers attributes that are `nn.Parameter` objects. The result of an operation on one is a plain
    tensor.

    ## How to fix
    Wrap the finished value last: `self.w = nn.Parameter(torch.randn(3) * 0.1)`. For constants, use
    `register_buffer`.

    ## When to suppress
    When the tensor is given to the optimizer by other means.
    """

    code: ClassVar[str] = "DTL308"
    name: ClassVar[str] = "unregistered-parameter"
    level: ClassVar[Level] = Level.WARNING
    failure_mode: ClassVar[FailureMode] = FailureMode.NONE
    summary: ClassVar[str] = "a trainable tensor on a module is no `nn.Parameter`"
    related: ClassVar[tuple[str, ...]] = ("DTL306", "DTL309")
    references: ClassVar[tuple[str, ...]] = (
        "https://docs.pytorch.org/docs/stable/generated/torch.nn.parameter.Parameter.html",
    )
    no_fix_reason: ClassVar[str | None] = (
        "A parameter trains and a buffer does not: only the author knows which was meant."
    )

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._set: dict[tuple[Instance, str], Site] = {}
        self._suspect: dict[Tensor, tuple[Site, str]] = {}
        self._registered: set[Tensor] = set()
        self._plain: dict[Instance, list[tuple[Site, str, Tensor]]] = {}

    def on_attribute_set(self, event: AttributeSet) -> None:
        """Remember where attributes are set."""
        if isinstance(event.receiver, Instance):
            self._set[event.receiver, event.name] = event.site

    def on_module_built(self, event: ModuleBuilt) -> None:
        """Tensors that require grad and are no parameters."""
        module = event.instance
        self._registered.update(self.context.machine.module_tensors(module))
        for name, held in module.attributes.items():
            tensor = self.context.machine.narrow(held)
            site = self._set.get((module, name))
            if not isinstance(tensor, Tensor) or tensor.parameter or tensor.buffer or site is None or not tensor.known:
                continue
            if f"buffer {name}" in module.hidden or tensor.alias is not None:
                continue
            if tensor.requires_grad.yes and not tensor.presumed:
                self._suspect.setdefault(tensor, (site, name))
            elif tensor.requires_grad.no:
                self._plain.setdefault(module, []).append((site, name, tensor))

    def on_optimizer_built(self, event: OptimizerBuilt) -> None:
        """Passed to an optimizer by hand, or missed by one."""
        for tensor in event.parameters:
            if isinstance(tensor, Tensor):
                self._suspect.pop(tensor, None)
        owner = self.context.machine.source_module(event.optimizer)
        if event.parameters or owner is None:
            return
        for site, name, _ in self._plain.get(owner, ()):
            self.context.report(
                self,
                site,
                f"`self.{name}` is a plain tensor, no parameter: `parameters()` does not yield it, and the optimizer "
                "gets an empty list",
                [(site, "kept as a plain tensor here"), (event.site, "the optimizer finds no parameter")],
                f"`self.{name} = nn.Parameter(...)`",
            )
            self.context.excuse("DTL204")

    def on_run_ended(self, _: None) -> None:
        """What nobody passed to an optimizer by hand."""
        for tensor, (site, name) in self._suspect.items():
            if tensor.leaf.no and self._follows_parameters(tensor):
                continue
            why = "computed from a parameter, no parameter itself" if tensor.leaf.no else "a tensor, no `nn.Parameter`"
            self.context.report(
                self,
                site,
                f"`self.{name}` requires grad, but it is {why}: `parameters()` does not yield it, and no optimizer "
                "built from them updates it",
                [(tensor.site, f"{label(tensor)} is made here"), (site, "kept on the module here")],
                f"wrap the finished value: `self.{name} = nn.Parameter(...)`",
            )

    def _follows_parameters(self, tensor: Tensor) -> bool:
        """Whether it is computed from what a layer or a module has registered, or from data, and so no weight."""
        leaves = [leaf for leaf, _ in walk.reach(self.context.engine, tensor, None).leaves]
        others = any(leaf.wraps is None if leaf.parameter else leaf.name is not None for leaf in leaves)
        return others or any(leaf in self._registered or not leaf.known for leaf in leaves)
