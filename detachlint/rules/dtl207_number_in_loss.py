"""DTL207: number-in-loss."""

from __future__ import annotations

from typing import ClassVar

from detachlint.finding import FailureMode, Level
from detachlint.interpret.events import OperatorApplied
from detachlint.rules.base import Rule
from detachlint.rules.context import Context, label
from detachlint.rules.terms import SUMS, terms_of
from detachlint.shadow import walk
from detachlint.shadow.events import BackwardRun
from detachlint.shadow.graph import Node
from detachlint.shadow.tensor import Mark, Tensor


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

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._candidates: list[tuple[Tensor, Mark, BackwardRun, tuple[Tensor, ...]]] = []
        self._trained: set[Tensor] = set()
        self._added: dict[Node, tuple[Tensor, Mark]] = {}
        """Where a number that came out of a graph was added to something, and the tensor it was."""
        self._uses: dict[Tensor, int] = {}

    def on_operator_applied(self, event: OperatorApplied) -> None:
        """Remember the numbers that are added to a part of a graph."""
        for operand in event.operands:
            left = getattr(operand, "left_graph", None) or getattr(operand, "took_in", None)
            if left is None or getattr(operand, "node", None) is not None:
                continue
            self._uses[left[0]] = self._uses.get(left[0], 0) + 1
            if event.node is not None and event.name in SUMS:
                self._added.setdefault(event.node, left)

    def on_backward_run(self, event: BackwardRun) -> None:
        """A number went into the value that is differentiated; what it came from gets no gradient that way."""
        self._trained.update(event.leaves)
        self._find_term(event)
        if event.root.took_in is None:
            return
        source, mark = event.root.took_in
        if self.context.forgiven(source):
            return
        behind = walk.reach(self.context.engine, source, None).leaves
        missing = tuple(leaf for leaf, _ in behind if leaf.known)
        if missing and not set(missing) <= set(event.leaves):
            self._candidates.append((source, mark, event, missing))

    def _find_term(self, event: BackwardRun) -> None:
        """A term of the loss is a number that came out of a graph, and is there only once: it cancels nothing."""
        for node in terms_of(event.root):
            source, mark = self._added.get(node, (None, None))
            if source is None or mark is None or self._uses[source] > 1 or self.context.forgiven(source):
                continue
            lost = [leaf for leaf, _ in walk.reach(self.context.engine, source, None).leaves if leaf.known]
            if lost and set(lost) <= set(event.leaves):
                self._report(source, mark, event, lost[0])

    def on_run_ended(self, _: None) -> None:
        """Those are meant which no backward pass ever reached."""
        for source, mark, event, missing in self._candidates:
            lost = [leaf for leaf in missing if leaf not in self._trained]
            if lost and not self.context.forgiven(source):
                self._report(source, mark, event, lost[0])
                for leaf in lost:
                    self.context.forgive(leaf)

    def _report(self, source: Tensor, mark: Mark, event: BackwardRun, lost: Tensor) -> None:
        self.context.report(
            self,
            mark.site,
            f"{label(source)} leaves the graph here as a plain number that goes into the loss: "
            f"{label(lost)} {'gets no gradient from it' if lost in event.leaves else 'never gets a gradient'}",
            [
                (source.site, f"{label(source)} requires grad"),
                (mark.site, "becomes a number here"),
                (event.site, "the loss is differentiated here"),
            ],
            "keep the tensor: compute the loss from it, and use `.item()` for logging only",
        )
