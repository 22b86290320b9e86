"""DTL204: backward-without-graph."""

from __future__ import annotations

from typing import ClassVar

from detachlint.finding import FailureMode, Level
from detachlint.rules.base import Rule


class BackwardWithoutGraph(Rule):
    """The value that is differentiated requires no grad: every way from it to a parameter was cut before, by
    `detach()`, `no_grad`, `.item()`, an integer result such as `argmax`, or because everything it is made of is
    frozen. Torch raises `element 0 of tensors does not require grad and does not have a grad_fn`. The report stands
    at the `backward()`; its trace names the cuts.

    ## What torch does
    `backward()` and `torch.autograd.grad` start from the `grad_fn` of the root. A result has one only if grad mode
    was on and at least one input of the operator required grad. The error is raised at the root, so it says nothing
    about where the graph was lost; that may be far above, in another function or in a setting that is still in
    force.

    ## How to fix
    Remove the cut that was not meant. Where a loss compares two branches and only one shall learn, detach the other
    one only. Setting `loss.requires_grad_()` silences the error and trains nothing (DTL215).

    ## When to suppress
    When the exception is expected, for instance in a test.
    """

    code: ClassVar[str] = "DTL204"
    name: ClassVar[str] = "backward-without-graph"
    level: ClassVar[Level] = Level.ERROR
    failure_mode: ClassVar[FailureMode] = FailureMode.RAISES
    summary: ClassVar[str] = "Backward is called on a value that no longer depends on anything that requires grad"
    related: ClassVar[tuple[str, ...]] = ("DTL207", "DTL208", "DTL211", "DTL215", "DTL217")
    references: ClassVar[tuple[str, ...]] = (
        "https://docs.pytorch.org/docs/stable/generated/torch.Tensor.backward.html",
        "https://docs.pytorch.org/docs/stable/notes/autograd.html",
    )
    no_fix_reason: ClassVar[str | None] = (
        "The graph was cut somewhere above, and only the author knows which of the cuts was not meant."
    )
