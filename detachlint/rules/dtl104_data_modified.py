"""DTL104: data modified."""

from __future__ import annotations

from typing import ClassVar

from detachlint.finding import FailureMode, Level
from detachlint.rules.base import Rule
from detachlint.rules.context import Context, label
from detachlint.shadow import walk
from detachlint.shadow.events import BackwardRun, Written
from detachlint.shadow.tensor import Alias, Site, Tensor

Dropped = tuple[Site, Tensor, bool, frozenset[Tensor]]
"""Where a value with a graph was written, the value, whether it is a step along a gradient with a graph, and the
parameters that the graph led to."""


class DataModified(Rule):
    """A tensor that is part of a graph is changed through `.data`. Its value changes, but the graph does not know: the
    gradient is that of the unchanged value, so a factor, a mask or a clamp is missing from it. The same happens
    when a value that has a graph is written into a parameter through `.data` and the parameter is then trained with:
    the graph is dropped, and nothing behind it gets a gradient.

    ## What torch does
    Operations on `.data` are not recorded. Where an operator had saved the value, the gradient would be wrong in
    another way (DTL103); here nothing saved it, and only the recorded computation and the real one differ.

    ## How to fix
    Compute a new tensor (`x = x.clamp(0, 1)`), so that the operation is recorded. Where no gradient is meant to
    flow, say so with `torch.no_grad()` or `detach()`.

    ## When to suppress
    When the change is meant to be invisible to the gradient.
    """

    code: ClassVar[str] = "DTL104"
    name: ClassVar[str] = "data-modified"
    level: ClassVar[Level] = Level.WARNING
    failure_mode: ClassVar[FailureMode] = FailureMode.WRONG
    summary: ClassVar[str] = "a computed tensor is changed through `.data`, so its gradient ignores the change"
    related: ClassVar[tuple[str, ...]] = ("DTL103", "DTL220", "DTL907")
    references: ClassVar[tuple[str, ...]] = ("https://docs.pytorch.org/docs/stable/notes/autograd.html",)
    no_fix_reason: ClassVar[str | None] = (
        "Whether the change should be part of the gradient, or no gradient flow at all, only the author knows."
    )

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._dropped: dict[Tensor, Dropped] = {}
        self._missed: dict[Tensor, Dropped] = {}
        self._reached: set[Tensor] = set()

    def on_written(self, event: Written) -> None:
        """A computed tensor, or the graph of what is written, is hidden from autograd."""
        self._check_source(event)
        source = _source(event)
        if source is None or not source.known or source.grad_of is not None:
            return
        if not self.context.engine.requires_grad_of(source).yes or not source.leaf.no or source.presumed:
            return
        if (
            "masked_fill" in event.write.kind
            or event.write.kind.strip("`") in SHAPE_ONLY
            or any(entry.certain.yes for entry in event.pending)
            or _graph_gone(source, event)
        ):
            return
        name = label(source)
        self.context.report(
            self,
            event.site,
            f"{name} is changed through `.data`, so backward never hears of it: the gradient is that of the "
            "unchanged value",
            [(source.site, f"{name} is computed here"), (event.site, "changed behind autograd's back here")],
            f"compute a new tensor from {name}, or use `torch.no_grad()` where no gradient is meant to flow",
        )

    def _check_source(self, event: Written) -> None:
        """What is written into a parameter has a graph, and ``.data`` drops it."""
        target = _source(event)
        engine = self.context.engine
        if target is None or not target.known or target.grad_of is not None or engine.modes.grad.no:
            return
        for source in event.sources:
            if source.requires_grad.yes and source.leaf.no and not source.presumed and source.node is not None:
                reached = walk.reach(engine, source, None)
                step = any(visit.node.operator == "gradient" for visit in reached.visits)
                behind = frozenset(leaf for leaf, _ in reached.leaves if leaf.parameter and leaf is not target)
                self._dropped.setdefault(target, (event.site, source, step, behind))
                return

    def on_backward_run(self, event: BackwardRun) -> None:
        """What was written is trained with: the graph of it is missed."""
        self._reached.update(event.leaves)
        for leaf in event.leaves:
            if leaf in self._dropped and event.inputs is None:
                self._missed[leaf] = self._dropped[leaf]

    def on_run_ended(self, _: None) -> None:
        """Report graphs that were dropped and would have led to what no other backward pass reached."""
        for target, (site, source, step, behind) in self._missed.items():
            if step or any(leaf not in self._reached for leaf in behind):
                self.context.report(
                    self,
                    site,
                    f"{label(source, 'the value')} has a graph, and writing it through `.data` of {label(target)} "
                    "drops it: no gradient flows back through the update",
                    [(source.site, "computed with a graph here"), (site, "written behind autograd's back here")],
                    "build the updated value as a new tensor, and use it through `torch.func.functional_call`",
                )


def _graph_gone(source: Tensor, event: Written) -> bool:
    """Whether the backward pass through what was computed has already run."""
    return source.node is not None and any(mark.path <= event.path for mark in source.node.freed)


def _source(event: Written) -> Tensor | None:
    target = event.target
    if event.write.kind == "data assignment":
        return target
    return target.alias_of if target.alias is Alias.DATA else None


SHAPE_ONLY = frozenset({"transpose_", "t_", "unsqueeze_", "squeeze_", "swapaxes_", "swapdims_", "as_strided_"})
"""In-place operations that change how memory is seen, not what is in it."""
