"""DTL208: non-differentiable-op."""

from __future__ import annotations

from typing import ClassVar

from detachlint.finding import FailureMode, Level
from detachlint.rules.base import Rule


class NonDifferentiableOp(Rule):
    """The only way from some parameters to the loss leads through an operator that has no useful derivative: `argmax`,
    a comparison, `round`, `sign`, `floor`, a cast to integer, `one_hot`. Those parameters get no gradient, or one
    that is zero everywhere, and stay as they were initialised while the rest of the model trains.

    ## What torch does
    There are two kinds. Results that are integer or boolean (`argmax`, `a > b`, `.long()`, `.bool()`, `topk`
    indices, `one_hot`) do not require grad: the graph ends there, and casting back by `.float()` does not bring it
    back. `round`, `floor`, `ceil`, `trunc`, `sign` and `bernoulli` do require grad, and their backward gives zeros:
    `.grad` is then a tensor of zeros, not `None`. Torch raises only if the whole loss is cut (DTL204).

    ## How to fix
    Replace the hard decision by a soft one (`sigmoid` for a threshold, `softmax` or `F.gumbel_softmax` for
    `argmax`), or pass the gradient by hand with a straight-through estimator, `x + (x.round() - x).detach()`.

    ## When to suppress
    When the parameters are trained by another term or by hand. Accuracies that are only logged and straight-through
    estimators are not reported.
    """

    code: ClassVar[str] = "DTL208"
    name: ClassVar[str] = "non-differentiable-op"
    level: ClassVar[Level] = Level.WARNING
    failure_mode: ClassVar[FailureMode] = FailureMode.NONE
    summary: ClassVar[str] = "Parameters reach the loss only through an operator that passes no gradient"
    related: ClassVar[tuple[str, ...]] = ("DTL204", "DTL207", "DTL210")
    references: ClassVar[tuple[str, ...]] = (
        "https://docs.pytorch.org/docs/stable/generated/torch.argmax.html",
        "https://docs.pytorch.org/docs/stable/generated/torch.round.html",
    )
    no_fix_reason: ClassVar[str | None] = (
        "What stands in for the operator (a soft version, a straight-through estimator, a score-function estimate) "
        "is a modelling decision."
    )
