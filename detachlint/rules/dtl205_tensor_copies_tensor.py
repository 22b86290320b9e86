"""DTL205: tensor-copies-tensor."""

from __future__ import annotations

from typing import ClassVar

from detachlint.finding import Applicability, Edit, FailureMode, Level
from detachlint.interpret import rewriting
from detachlint.interpret.events import CallMade
from detachlint.interpret.values import Union, Value
from detachlint.rules.base import Rule
from detachlint.rules.context import label
from detachlint.shadow.tensor import Site, Tensor


class TensorCopiesTensor(Rule):
    """`torch.tensor(t)`, `torch.tensor([a, b])`, `torch.as_tensor([a, b])` and `torch.FloatTensor([a, b])` read
    numbers out of the tensors they are given. The new tensor has no history, so a loss that is put together this
    way does not train what `a` and `b` were computed from.

    ## What torch does
    These constructors see a list as data and convert each element by `item()`. The result is a fresh leaf; with
    `requires_grad=True` it is a fresh leaf that collects a gradient nobody applies. Newer releases warn
    (`Converting a tensor with requires_grad=True to a scalar may lead to unexpected behavior` for elements,
    `To copy construct from a tensor, it is recommended to use sourceTensor.detach().clone()` for
    `torch.tensor(t)`), older ones are silent. The same holds for `torch.Tensor([a, b])`, `torch.asarray([a, b])`
    and `t.new_tensor([a, b])`. Given one tensor rather than a list, `torch.as_tensor(t)`, `torch.asarray(t)`,
    `torch.Tensor(t)` and `torch.FloatTensor(t)` return it with its history.

    ## How to fix
    `torch.stack([a, b])` for tensors of one shape, `torch.cat` for pieces, `t.clone()` for a copy of a tensor.

    ## When to suppress
    When the values are meant to be constants. `torch.tensor([a.item(), b.item()])` or `.detach()` says so to the
    reader too.
    """

    code: ClassVar[str] = "DTL205"
    name: ClassVar[str] = "tensor-copies-tensor"
    level: ClassVar[Level] = Level.WARNING
    failure_mode: ClassVar[FailureMode] = FailureMode.NONE
    summary: ClassVar[str] = (
        "A tensor is built out of tensors that require grad, by a constructor that copies only their values"
    )
    related: ClassVar[tuple[str, ...]] = ("DTL207", "DTL206")
    references: ClassVar[tuple[str, ...]] = (
        "https://docs.pytorch.org/docs/stable/generated/torch.tensor.html",
        "https://docs.pytorch.org/docs/stable/generated/torch.stack.html",
    )

    def on_call_made(self, event: CallMade) -> None:
        """A new tensor is made from the numbers of tensors that require grad."""
        if event.name not in COPYING or not event.arguments.all or self.context.engine.modes.grad.no:
            return
        machine = self.context.machine
        content = machine.narrow(event.arguments.all[0])
        itself = event.name in ("torch.as_tensor", "torch.asarray")
        if itself and isinstance(content, Union):
            return
        if isinstance(content, Tensor):
            elements = [] if itself else [content]
        else:
            elements = [item for item in machine.tensors_in(content) if item.known]
        lost = next((item for item in elements if item.requires_grad.yes and not item.presumed), None)
        if lost is None:
            return
        cure = (
            "use `torch.stack([...])`"
            if not isinstance(content, Tensor)
            else "use the tensor itself, or `.clone()` of it"
        )
        self.context.forgive(lost)
        self.context.report(
            self,
            event.site,
            f"`{event.name}` copies the number out of {label(lost)} into a new tensor: no gradient flows back to it",
            [(lost.site, f"{label(lost)} requires grad"), (event.site, "copied without its history here")],
            cure,
            self._edits(event.site, content, elements),
            Applicability.UNSAFE,
        )

    def _edits(self, site: Site, content: Value, elements: list[Tensor]) -> tuple[Edit, ...]:
        """Written out only where everything that is copied is a tensor."""
        if isinstance(content, Tensor):
            return rewriting.cloned(site)
        parts = self.context.machine.parts(content)
        if not parts or not all(isinstance(item, Tensor) for item in parts) or len(elements) != len(parts):
            return ()
        return rewriting.renamed_function(site, "stack")


COPYING = frozenset({"torch.tensor", "torch.as_tensor", "torch.asarray", "torch.FloatTensor", "torch.Tensor"})
