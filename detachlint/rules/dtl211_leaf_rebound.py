"""DTL211: leaf-rebound."""

from __future__ import annotations

from typing import ClassVar

from detachlint.finding import FailureMode, Level
from detachlint.rules.base import Rule


class LeafRebound(Rule):
    """`w = w - lr * w.grad` looks like an update of `w`. It makes a new tensor and gives it the name. Under `no_grad`
    the new tensor does not require grad, and the next `backward()` raises
    `element 0 of tensors does not require grad`. With grad mode on the new tensor is not a leaf: its `.grad` stays
    `None`, the next update fails on that `None` or does nothing, and the graph grows with every step.

    ## What torch does
    `.grad` is filled on leaves only. The result of an operator with grad mode on has a `grad_fn` and is no leaf;
    with grad mode off it is a leaf that requires no grad. Neither of them is a tensor that is trained.
    `w -= lr * w.grad` is a different statement: it writes into the same tensor, which stays the same leaf. With
    grad mode on torch refuses that (DTL106), which is how people come to write the other form.

    ## How to fix
    Update in place under `torch.no_grad()`, `w -= lr * w.grad`, then clear the gradient; or take an optimizer from
    `torch.optim`. If a new tensor is wanted, make it a leaf again:
    `w = (w - lr * w.grad).detach().requires_grad_()`.

    ## When to suppress
    When the new tensor is meant as a function of the old one and `.grad` is not used, as in meta-learning with
    `torch.autograd.grad(..., create_graph=True)`. That form is not reported.
    """

    code: ClassVar[str] = "DTL211"
    name: ClassVar[str] = "leaf-rebound"
    level: ClassVar[Level] = Level.ERROR
    failure_mode: ClassVar[FailureMode] = FailureMode.RAISES
    summary: ClassVar[str] = (
        "An update gives a trained tensor's name to a new tensor, so the next backward no longer reaches it"
    )
    related: ClassVar[tuple[str, ...]] = ("DTL106", "DTL214", "DTL305")
    references: ClassVar[tuple[str, ...]] = (
        "https://docs.pytorch.org/docs/stable/notes/autograd.html",
        "https://docs.pytorch.org/docs/stable/generated/torch.no_grad.html",
    )
    no_fix_reason: ClassVar[str | None] = (
        "The in-place form also needs grad mode off, and other holders of the old tensor would see the change."
    )
