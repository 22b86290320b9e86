"""DTL305: grad of non leaf."""

from __future__ import annotations

from typing import ClassVar

from detachlint.finding import FailureMode, Level
from detachlint.interpret.events import AttributeRead
from detachlint.rules.base import Rule
from detachlint.rules.context import Context, label
from detachlint.shadow.events import BackwardRun
from detachlint.shadow.graph import Node
from detachlint.shadow.tensor import Tensor


class GradOfNonLeaf(Rule):
    """`.grad` is read on a tensor that is computed from something else, e.g. `x = torch.randn(3,
    requires_grad=True).to(device)` or `* 0.1`. Backward fills `.grad` of leaves only, so it is None.

    ## What torch does
    The gradient of a computed tensor is passed on and forgotten, unless `retain_grad()` was called. Reading it
    warns.

    ## How to fix
    Make the finished value the leaf (`.detach().requires_grad_()`), or call `retain_grad()` before backward.

    ## When to suppress
    When None is what the code expects.
    """

    code: ClassVar[str] = "DTL305"
    name: ClassVar[str] = "grad-of-non-leaf"
    level: ClassVar[Level] = Level.ERROR
    failure_mode: ClassVar[FailureMode] = FailureMode.NONE
    summary: ClassVar[str] = "`.grad` of a computed tensor is read; it is None"
    related: ClassVar[tuple[str, ...]] = ("DTL211", "DTL306")
    references: ClassVar[tuple[str, ...]] = (
        "https://docs.pytorch.org/docs/stable/generated/torch.Tensor.retain_grad.html",
    )
    no_fix_reason: ClassVar[str | None] = (
        "`retain_grad()`, a leaf made before, or another tensor: it depends on which gradient is wanted."
    )

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._visited: dict[Node, BackwardRun] = {}

    def on_backward_run(self, event: BackwardRun) -> None:
        """Which computed tensors had a gradient, for a moment?"""
        self._visited.update(dict.fromkeys(event.nodes, event))

    def on_attribute_read(self, event: AttributeRead) -> None:
        """``.grad`` of a computed tensor after backward."""
        tensor = event.receiver
        if event.name != "grad" or not isinstance(tensor, Tensor) or not tensor.leaf.no or tensor.retains_grad:
            return
        node = self.context.engine.node_of(tensor)
        if self.context.forgiven(tensor):
            return
        if node is None or node not in self._visited or tensor.presumed or not tensor.known:
            return
        name = label(tensor)
        self.context.report(
            self,
            event.site,
            f"{name} is computed from something else, so backward keeps no gradient for it: `.grad` is None",
            [
                (tensor.site, f"{name} is computed here"),
                (self._visited[node].site, "backward"),
                (event.site, "read here"),
            ],
            f"call `{name.strip('`')}.retain_grad()` before backward, or make the finished value the leaf",
        )
        self.context.forgive(tensor)
