"""DTL301: requires grad on non leaf."""

from __future__ import annotations

from typing import ClassVar

from detachlint.finding import FailureMode, Level
from detachlint.rules.base import Rule
from detachlint.rules.context import label
from detachlint.shadow.events import FlagRefused


class RequiresGradOnNonLeaf(Rule):
    """`y.requires_grad = False` (or `requires_grad_(False)`) on a tensor that is computed from something that requires
    grad. Torch raises "you can only change requires_grad flags of leaf variables".

    ## What torch does
    Whether a computed tensor requires grad follows from what it is computed from. Only leaves have a flag of their
    own. Switching it *on* for a computed tensor does nothing.

    ## How to fix
    Take the tensor out of the graph: `y = y.detach()`.

    ## When to suppress
    Never; torch raises on this path.
    """

    code: ClassVar[str] = "DTL301"
    name: ClassVar[str] = "requires-grad-on-non-leaf"
    level: ClassVar[Level] = Level.ERROR
    failure_mode: ClassVar[FailureMode] = FailureMode.RAISES
    summary: ClassVar[str] = "`requires_grad` of a computed tensor is switched off"
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
            f"use `{name.strip('`')} = {name.strip('`')}.detach()`",
        )
