"""DTL207: number-in-loss."""

from __future__ import annotations

from typing import ClassVar

from detachlint.finding import FailureMode, Level
from detachlint.rules.base import Rule


class NumberInLoss(Rule):
    """A term of the loss was taken out of the graph by `.item()`, `float()`, `.tolist()`, `.numpy()` or a function of
    `math`, and the number was added or multiplied back in. The loss shows the right value and the curves look fine,
    but to autograd the term is a constant: what it was computed from gets no gradient from it.

    ## What torch does
    A Python number has no `grad_fn`. `math.log(t)` and `float(t)` call `t.__float__()` and return a Python float,
    and `torch.from_numpy(t.detach().numpy())` a tensor without history. Arithmetic between a tensor and a number is
    differentiated with respect to the tensor only.

    ## How to fix
    Keep the tensor until after `backward()`, use `torch.log` for `math.log`, `torch.stack` for a list of numbers,
    and call `.item()` only for what is printed or logged.

    ## When to suppress
    When the number is meant to scale the loss, such as a weight that depends on the current loss but shall not be
    differentiated. `.detach()` says the same without leaving torch and is not reported.
    """

    code: ClassVar[str] = "DTL207"
    name: ClassVar[str] = "number-in-loss"
    level: ClassVar[Level] = Level.WARNING
    failure_mode: ClassVar[FailureMode] = FailureMode.NONE
    summary: ClassVar[str] = "A term left the graph as a number and goes back into a loss that is backpropagated"
    related: ClassVar[tuple[str, ...]] = ("DTL205", "DTL204", "DTL208")
    references: ClassVar[tuple[str, ...]] = (
        "https://docs.pytorch.org/docs/stable/generated/torch.Tensor.item.html",
        "https://docs.pytorch.org/docs/stable/generated/torch.Tensor.tolist.html",
    )
    no_fix_reason: ClassVar[str | None] = (
        "Without the conversion the term trains something, which changes what the program does."
    )
