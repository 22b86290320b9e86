"""DTL220: data-read-cuts."""

from __future__ import annotations

from typing import ClassVar

from detachlint.finding import FailureMode, Level
from detachlint.rules.base import Rule


class DataReadCuts(Rule):
    """In a forward computation a value is read through `.data`, so what it was computed from gets no gradient by this
    way, and there is no other way. The parameter is registered, is given to the optimizer, and never moves.

    ## What torch does
    `x.data` is a tensor with the same memory and without history. To backward it is a constant. In old releases
    (before 0.4) `.data` was the normal way to get at the tensor inside a `Variable`, and much code still carries
    it.

    ## How to fix
    Drop `.data` to let the gradient through. If the gradient is to stop there, write `.detach()`: it does the same,
    keeps the version check, and says that it is meant.

    ## When to suppress
    Rules of this level are off unless asked for. Suppress where the stop is intended and `.data` has to stay.
    """

    code: ClassVar[str] = "DTL220"
    name: ClassVar[str] = "data-read-cuts"
    level: ClassVar[Level] = Level.PEDANTIC
    failure_mode: ClassVar[FailureMode] = FailureMode.NONE
    summary: ClassVar[str] = (
        "A forward computation uses `.data` of something that requires grad, and no other path carries its gradient"
    )
    related: ClassVar[tuple[str, ...]] = ("DTL901", "DTL210")
    references: ClassVar[tuple[str, ...]] = ("https://docs.pytorch.org/docs/stable/notes/autograd.html",)
    no_fix_reason: ClassVar[str | None] = (
        "If the stop is intended it should be written `.detach()`, if not the attribute should go."
    )
