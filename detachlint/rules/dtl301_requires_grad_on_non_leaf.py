"""DTL301: requires grad on non leaf."""

from __future__ import annotations

from typing import ClassVar

from detachlint.finding import Applicability, FailureMode, Level
from detachlint.interpret import rewriting
from detachlint.rules.base import Rule
from detachlint.rules.context import label
from detachlint.shadow.events import FlagRefused


class RequiresGradOnNonLeaf(Rule):
    """`y.requires_grad = False`, `y.requires_grad_(False)` or `y.requires_grad = True` on a tensor that is computed
    from something that requires grad. Torch raises "you can only change requires_grad flags of leaf variables".

    ## What torch does
    Whether a computed tensor requires grad follows from what it is computed from. Only leaves have a flag of their
    own. To switch it *on* for a computed tensor that requires grad anyway does nothing when it is written
    `y.requires_grad_()`; the assignment `y.requires_grad = True` raises all the same. Under `no_grad` a computed
    tensor is a leaf, and its flag can be set.

    ## How to fix
    To take the tensor out of the graph, `y = y.detach()`; to have its gradient kept, `y.retain_grad()`; to start a new
    graph from its value, `y = y.detach().requires_grad_()`.

    ## When to suppress
    Never; torch raises on this path.
    """

    code: ClassVar[str] = "DTL301"
    name: ClassVar[str] = "requires-grad-on-non-leaf"
    level: ClassVar[Level] = Level.ERROR
    failure_mode: ClassVar[FailureMode] = FailureMode.RAISES
    summary: ClassVar[str] = "`requires_grad` of a computed tensor is set"
    related: ClassVar[tuple[str, ...]] = ("DTL201", "DTL304")
    references: ClassVar[tuple[str, ...]] = (
        "https://docs.pytorch.org/docs/stable/generated/torch.Tensor.requires_grad.html",
    )

    def on_flag_refused(self, event: FlagRefused) -> None:
        """Only leaves can be told not to require grad."""
        if event.reason != "non-leaf":
            return
        name = label(event.tensor)
        self.context.report(
            self,
            event.site,
            f"{name} is computed from something that requires grad, so its `requires_grad` cannot be changed: "
            "torch will raise",
            [(event.tensor.site, f"{name} is computed here"), (event.site, "the flag is set here")],
            self._cure(name.strip("`"), event.value),
            rewriting.without_statement(event.site) if event.value else rewriting.detach_instead(event.site),
            Applicability.UNSAFE,
        )

    @staticmethod
    def _cure(name: str, value: bool) -> str:
        if value:
            return f"leave the line out, since `{name}` requires grad already; `{name}.retain_grad()` keeps its `.grad`"
        return f"use `{name} = {name}.detach()`"
