"""DTL508: generator not detached."""

from __future__ import annotations

from typing import ClassVar

from detachlint.finding import FailureMode, Level
from detachlint.rules.base import Rule


class GeneratorNotDetached(Rule):
    """The discriminator's loss is computed on the generator's output without detach. Its backward pass goes on through
    the generator and fills gradients that the discriminator's optimizer does not use: wasted time, and wrong
    gradients if the generator steps without clearing them.

    ## What torch does
    Backward follows the graph to every leaf.

    ## How to fix
    `discriminator(fake.detach())`, or generate under `no_grad`.

    ## When to suppress
    When the generator is meant to learn from this loss.
    """

    code: ClassVar[str] = "DTL508"
    name: ClassVar[str] = "generator-not-detached"
    level: ClassVar[Level] = Level.WARNING
    failure_mode: ClassVar[FailureMode] = FailureMode.NONE
    summary: ClassVar[str] = "a discriminator loss on generated data fills the generator's gradients too"
    related: ClassVar[tuple[str, ...]] = ("DTL401", "DTL501")
    references: ClassVar[tuple[str, ...]] = ("https://docs.pytorch.org/docs/stable/generated/torch.Tensor.detach.html",)
