"""DTL201: detach-inplace-shared."""

from __future__ import annotations

from typing import ClassVar

from detachlint.finding import FailureMode, Level
from detachlint.rules.base import Rule


class DetachInplaceShared(Rule):
    """`x.detach_()` does not make a detached tensor, it turns `x` itself into one. Every other name, list, attribute
    or later line that holds the same tensor object loses its gradient with it. What was meant as "give me a
    constant copy" becomes "nobody upstream of `x` learns any more": the parameters before it keep `grad is None`,
    or, when nothing else reaches a parameter, `backward()` raises.

    ## What torch does
    A tensor's place in the graph is a property of the Python-visible tensor object, not of its memory. `detach_()`
    clears that property in place: the object gets `requires_grad=False`, no `grad_fn`, and becomes a leaf.
    `c = x.detach_()` returns `x`, so `c is x`. In the graph x → m → y, `m.detach_()` leaves x and m → y as two
    separate pieces.

    What was computed from the tensor *before* the call keeps its own reference to the graph and still reaches the
    parameters, and so do views that were taken before. Only what is computed from it afterwards is cut. On a
    parameter, `weight.detach_()` freezes the parameter itself.

    ## How to fix
    Use `detach()`, which returns a new tensor and leaves the old one as it is. Where the detached value is also
    going to be written, use `detach().clone()`, since `detach()` shares memory with the original.

    ## When to suppress
    When the tensor is meant to be cut for everybody who holds it. The common case, a recurrent state that is cut
    between windows and that nothing else needs, is recognised and not reported.
    """

    code: ClassVar[str] = "DTL201"
    name: ClassVar[str] = "detach-inplace-shared"
    level: ClassVar[Level] = Level.ERROR
    failure_mode: ClassVar[FailureMode] = FailureMode.NONE
    summary: ClassVar[str] = "`detach_()` cuts a tensor that something else still expects a gradient through"
    related: ClassVar[tuple[str, ...]] = ("DTL202", "DTL102", "DTL402")
    references: ClassVar[tuple[str, ...]] = (
        "https://docs.pytorch.org/docs/stable/generated/torch.Tensor.detach_.html",
        "https://docs.pytorch.org/docs/stable/notes/autograd.html",
    )
    no_fix_reason: ClassVar[str | None] = (
        "Whether the other holder of the tensor or the one that is cut should keep the graph is the author's decision."
    )
