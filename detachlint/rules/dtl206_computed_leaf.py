"""DTL206: computed-leaf."""

from __future__ import annotations

from typing import ClassVar

from detachlint.finding import FailureMode, Level
from detachlint.rules.base import Rule


class ComputedLeaf(Rule):
    """`nn.Parameter(f(w))`, `Variable(f(w), requires_grad=True)` and `f(w).detach().requires_grad_()` start a new
    graph from the value of `f(w)`. In a forward pass or a training step they look as if the gradient went on to
    `w`. It ends in the new leaf, which is dropped when the step is over, and `w` never learns.

    ## What torch does
    A `Parameter` is always a leaf. `nn.Parameter(t)` takes the detached value of `t`, sharing its memory; the
    history is gone. The same is true for `Variable(t)`, with and without `requires_grad=True`. Backward writes
    `.grad` of the new leaf. Since the new leaf requires grad, the loss requires grad, and no error hints at the
    cut.

    ## How to fix
    Use the computed tensor itself. Functional forms take it in place of a parameter: `F.linear(x, f(w))`,
    `torch.func.functional_call`, or `torch.nn.utils.parametrize` to compute a module's weight from another tensor
    in every forward pass.

    ## When to suppress
    When the leaf is the point: inputs for saliency maps and adversarial examples, a point of expansion for a
    penalty. Code that reads the new leaf's `.grad` and code in `__init__` or other setup is not reported.
    """

    code: ClassVar[str] = "DTL206"
    name: ClassVar[str] = "computed-leaf"
    level: ClassVar[Level] = Level.WARNING
    failure_mode: ClassVar[FailureMode] = FailureMode.NONE
    summary: ClassVar[str] = (
        "A computed tensor is made a new leaf in code that runs per step, so the gradient stops there"
    )
    related: ClassVar[tuple[str, ...]] = ("DTL205", "DTL215", "DTL308")
    references: ClassVar[tuple[str, ...]] = (
        "https://docs.pytorch.org/docs/stable/generated/torch.nn.parameter.Parameter.html",
        "https://docs.pytorch.org/docs/stable/notes/autograd.html",
    )
    no_fix_reason: ClassVar[str | None] = (
        "The use of the computed tensor itself is the usual cure, but a deliberate leaf needs a different change."
    )
