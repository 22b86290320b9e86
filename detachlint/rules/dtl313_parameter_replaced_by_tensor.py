"""DTL313: parameter replaced by tensor."""

from __future__ import annotations

from typing import ClassVar

from detachlint.finding import FailureMode, Level
from detachlint.interpret.events import AttributeSet
from detachlint.interpret.values import Instance
from detachlint.rules.base import Rule
from detachlint.shadow.tensor import Tensor


class ParameterReplacedByTensor(Rule):
    """`layer.weight = layer.weight * mask`: a module that holds a parameter under a name refuses a plain tensor there.
    Torch raises "cannot assign 'torch.FloatTensor' as parameter 'weight' (torch.nn.Parameter or None expected)".

    ## What torch does
    Registered names are kept apart from plain attributes, so that `parameters()` stays complete.

    ## How to fix
    Write into the parameter (`with torch.no_grad(): layer.weight.copy_(...)`), wrap the value in `nn.Parameter`, or
    use a parametrization (`torch.nn.utils.parametrize`).

    ## When to suppress
    Never; torch raises on this path.
    """

    code: ClassVar[str] = "DTL313"
    name: ClassVar[str] = "parameter-replaced-by-tensor"
    level: ClassVar[Level] = Level.ERROR
    failure_mode: ClassVar[FailureMode] = FailureMode.RAISES
    summary: ClassVar[str] = "a plain tensor is assigned where a module holds a parameter"
    related: ClassVar[tuple[str, ...]] = ("DTL308",)
    references: ClassVar[tuple[str, ...]] = (
        "https://docs.pytorch.org/docs/stable/generated/torch.nn.utils.parametrize.register_parametrization.html",
    )
    no_fix_reason: ClassVar[str | None] = (
        "Whether the value or the computation should be kept is the author's decision."
    )

    def on_attribute_set(self, event: AttributeSet) -> None:
        """A module refuses a plain tensor where it holds a parameter."""
        machine = self.context.machine
        old, value = machine.narrow(event.old), machine.narrow(event.value)
        if not isinstance(event.receiver, Instance) or not machine.is_module(event.receiver):
            return
        if not (isinstance(old, Tensor) and isinstance(value, Tensor)) or not old.parameter or value.parameter:
            return
        if not value.known:
            return
        self.context.forgive(value)
        self.context.report(
            self,
            event.site,
            f"`{event.name}` is a parameter of the module, and a module refuses to hold a plain tensor in its place: "
            "torch will raise",
            [(old.site, "registered as a parameter here"), (event.site, "assigned a plain tensor here")],
            f"`with torch.no_grad(): {event.name}.copy_(...)`, or `nn.Parameter(...)`",
        )
