"""DTL302: module requires grad attribute."""

from __future__ import annotations

from typing import ClassVar

from detachlint.finding import Applicability, FailureMode, Level
from detachlint.interpret import rewriting
from detachlint.interpret.events import AttributeSet
from detachlint.interpret.values import Const, Instance, Unknown
from detachlint.rules.base import Rule


class ModuleRequiresGradAttribute(Rule):
    """`model.fc.requires_grad = False` looks as if it froze the layer. It sets a plain Python attribute on the module;
    the parameters stay trainable.

    ## What torch does
    Only tensors have `requires_grad`. A module accepts any attribute.

    ## How to fix
    `model.fc.requires_grad_(False)`, or a loop over `model.fc.parameters()`.

    ## When to suppress
    When the class itself reads an attribute of that name.
    """

    code: ClassVar[str] = "DTL302"
    name: ClassVar[str] = "module-requires-grad-attribute"
    level: ClassVar[Level] = Level.ERROR
    failure_mode: ClassVar[FailureMode] = FailureMode.NO_OP
    summary: ClassVar[str] = "`requires_grad` is set on a module, where nothing reads it"
    related: ClassVar[tuple[str, ...]] = ("DTL303", "DTL312")
    references: ClassVar[tuple[str, ...]] = (
        "https://docs.pytorch.org/docs/stable/generated/torch.nn.Module.html#torch.nn.Module.requires_grad_",
    )

    def on_attribute_set(self, event: AttributeSet) -> None:
        """``module.requires_grad = False``."""
        if event.name != "requires_grad" or not isinstance(event.value, Const):
            return
        receiver = self.context.machine.narrow(event.receiver)
        is_module = isinstance(receiver, Instance) and self.context.machine.is_module(receiver)
        if not is_module and not (isinstance(receiver, Unknown) and _is_part_of_module(receiver)):
            return
        target = event.site.text.split("=", 1)[0].strip()
        name = target.rsplit(".", 1)[0]
        self.context.report(
            self,
            event.site,
            f"`{target}` is a plain attribute of a module: its parameters stay as they are",
            [(event.site, "sets an attribute that nothing reads")],
            f"`{name}.requires_grad_({event.value.value})`",
            rewriting.call_flag_method(event.site),
            Applicability.UNSAFE,
        )


LAYERS = frozenset(
    [
        "fc",
        "classifier",
        "head",
        "features",
        "backbone",
        "encoder",
        "decoder",
        "layer1",
        "layer2",
        "layer3",
        "layer4",
        "conv1",
        "bn1",
    ]
)


def _is_part_of_module(value: Unknown) -> bool:
    """Whether something unknown is a module out of view, or one of its parts under a name that modules have."""
    if value.parameters is not None:
        return True
    return value.owner is not None and value.owner.parameters is not None and value.attribute in LAYERS
