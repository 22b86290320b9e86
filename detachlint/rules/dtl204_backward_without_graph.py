"""DTL204: backward-without-graph."""

from __future__ import annotations

from typing import ClassVar

from detachlint.finding import FailureMode, Level
from detachlint.rules.base import Rule
from detachlint.rules.context import label
from detachlint.shadow import events
from detachlint.shadow.tensor import Mark, Site, Tensor


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

    def on_backward_without_graph(self, event: events.BackwardWithoutGraph) -> None:
        """Backward of something that requires no grad."""
        root = event.root
        cuts = _cuts(root)
        grad_off = self.context.engine.modes.grad.no
        switched = {self.context.engine.modes.grad_off_site, *(cut.site for cut in cuts)}
        if (
            any(cut.detail == "detach_" for cut in cuts)
            or not self.context.machine.mode_calls.isdisjoint(switched - {None})
            or self.context.excused("DTL204")
            or root.gradient_used is not None
            or any(self.context.reported("DTL205", mark.site) for mark in _took_in(root))
        ):
            return
        alone = len({cut.site for cut in cuts}) == 1 and cuts[0].detail not in ("no_grad", "frozen")
        place: Site = cuts[0].site if alone and not grad_off else event.site
        reasons = " and ".join(
            dict.fromkeys(f"{_WORDS.get(cut.detail, cut.detail)} at line {cut.site.row}" for cut in cuts)
        )
        why = f": it was cut off by {reasons}" if reasons else ": nothing it is computed from requires grad"
        self.context.report(
            self,
            place,
            f"backward of {label(root, 'this value')} has no graph to go through{why}; torch will raise",
            [
                *((cut.site, f"`{cut.site.text}` leaves the graph here") for cut in cuts),
                (event.site, "backward is run here"),
            ],
            "keep at least one differentiable path from a parameter to the value, or drop this backward pass",
        )


_WORDS = {
    "detach": "`detach()`",
    "data": "`.data`",
    "numpy": "`numpy()`",
    "no_grad": "`no_grad`",
    "integer": "a cast to integers",
    "not differentiable": "a function that is not differentiable",
    "frozen": "`requires_grad = False`",
    "item": "`item()`",
}


def _cuts(root: Tensor) -> tuple[Mark, ...]:
    found = root.cuts or (() if root.cut is None else (root.cut,))
    found = found or _took_in(root)
    return tuple(cut for cut in found if cut.site is not None)


def _took_in(root: Tensor) -> tuple[Mark, ...]:
    """Where a number that went into the value left the graph."""
    return () if root.took_in is None else (root.took_in[1],)
