"""DTL220: data-read-cuts."""

from __future__ import annotations

from typing import ClassVar

from detachlint.finding import FailureMode, Level
from detachlint.rules.base import Rule
from detachlint.rules.context import Context, label
from detachlint.rules.training import Trained, cuts_entering
from detachlint.shadow.events import BackwardRun, GraphCut
from detachlint.shadow.tensor import Mark, Site, Tensor


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

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._trained = Trained(context.engine)
        self._behind: dict[Mark, tuple[Tensor, ...]] = {}
        """The leaves that were read through ``.data``, by where."""
        self._used: dict[Mark, Site] = {}
        """Where a backward pass of something that such a value went into was run."""

    def on_graph_cut(self, event: GraphCut) -> None:
        """Remember the leaves behind a read of ``.data``."""
        if event.cut.detail == "data":
            leaves = (leaf for source in event.sources for leaf in self._trained.missing_behind(source))
            self._behind[event.cut] = tuple(leaves)

    def on_backward_run(self, event: BackwardRun) -> None:
        """Which of these values went into the loss?"""
        self._trained.note(event)
        for cut in cuts_entering(event.nodes):
            self._used.setdefault(cut, event.site)

    def on_run_ended(self, _: None) -> None:
        """Report the leaves that no backward pass ever reached."""
        for cut, backward in self._used.items():
            lost = [leaf for leaf in self._behind.get(cut, ()) if leaf.requires_grad.yes and leaf not in self._trained]
            if lost and not self.context.reported("DTL210", cut.site):
                name = label(lost[0])
                self.context.report(
                    self,
                    cut.site,
                    f"`.data` makes this a constant for backward, and {name} has no other way to the loss: it gets no "
                    "gradient",
                    [
                        (lost[0].site, f"{name} requires grad"),
                        (cut.site, "the graph ends here"),
                        (backward, "the loss is differentiated here"),
                    ],
                    "drop `.data`; where the gradient is to stop, write `.detach()`",
                )
