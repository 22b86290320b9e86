"""DTL210: unreachable-parameters."""

from __future__ import annotations

from typing import ClassVar

from detachlint.finding import FailureMode, Level
from detachlint.rules.base import Rule


class UnreachableParameters(Rule):
    """In `forward`, everything that comes from some submodule passes a `detach()`, a `no_grad` block or an operator
    without a gradient before it reaches the result. The submodule's parameters are given to an optimizer, or at
    least not frozen, yet their `.grad` is `None` for ever. The model trains, the loss falls a little, and a part of
    the network stays at its initial values.

    ## What torch does
    Backward visits what the graph connects. What lies before a `detach()` is not connected, so no `.grad` is ever
    made for it, and optimizers skip parameters whose `.grad` is `None` without a word. Under `no_grad` no graph is
    recorded at all: the layers inside the block are cut off, and so is all that comes before it. Freezing a layer
    with `requires_grad_(False)` is different: its own weights stay, but the gradient passes through to the layers
    before.

    ## How to fix
    If the part shall learn, remove the cut. If it shall not, say so: `requires_grad_(False)` on it, and an
    optimizer over `[p for p in model.parameters() if p.requires_grad]`. To stop the gradient on one branch only,
    detach that branch and leave another path.

    ## When to suppress
    When the parameters are trained by another loss that does not go through this `forward`.
    """

    code: ClassVar[str] = "DTL210"
    name: ClassVar[str] = "unreachable-parameters"
    level: ClassVar[Level] = Level.WARNING
    failure_mode: ClassVar[FailureMode] = FailureMode.NONE
    summary: ClassVar[str] = "A module's forward cuts every path to parameters that an optimizer is given"
    related: ClassVar[tuple[str, ...]] = ("DTL204", "DTL208", "DTL307")
    references: ClassVar[tuple[str, ...]] = (
        "https://docs.pytorch.org/docs/stable/notes/autograd.html",
        "https://docs.pytorch.org/docs/stable/generated/torch.nn.Module.html",
    )
    no_fix_reason: ClassVar[str | None] = (
        "Either the cut or the presence of the parameters in the optimizer is the mistake, and only the author "
        "knows which."
    )
