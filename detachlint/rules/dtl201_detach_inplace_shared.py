"""DTL201: detach-inplace-shared."""

from __future__ import annotations

from typing import ClassVar

from detachlint.finding import FailureMode, Level
from detachlint.interpret.events import AttributeSet, Collected, NameBound, OperatorApplied, StatementEvaluated
from detachlint.interpret.frames import Frame
from detachlint.rules.base import Rule
from detachlint.rules.context import Context, label
from detachlint.shadow.events import BackwardRun, BackwardWithoutGraph, DetachedInPlace, SavedDetached
from detachlint.shadow.graph import Node
from detachlint.shadow.path import compatible
from detachlint.shadow.tensor import Site, Tensor


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

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._inline: dict[Tensor, tuple[DetachedInPlace, Site]] = {}
        """Tensors cut within a larger expression, and what took the result."""
        self._renamed: dict[Tensor, list[tuple[Frame, str, int]]] = {}
        """Names of such a tensor beside the one that the result was bound to, and when it was."""
        self._used_again: dict[Tensor | Node, DetachedInPlace] = {}
        """What was computed from such a tensor later on."""
        self._cut: dict[Tensor, DetachedInPlace] = {}

    def on_statement_evaluated(self, event: StatementEvaluated) -> None:
        """``x.detach_()`` as a statement is meant for all who hold it."""
        if event.name == "Tensor.detach_" and isinstance(event.receiver, Tensor):
            self._inline.pop(event.receiver, None)

    def on_name_bound(self, event: NameBound) -> None:
        """``x = x.detach_()``: the name is meant to be cut; another name is a second holder."""
        machine = self.context.machine
        tensor = machine.narrow(event.value)
        found = self._inline.get(tensor) if isinstance(tensor, Tensor) else None
        if found is None or found[1] is not None:
            return
        names = [name for name, value in event.scope.names.items() if value is tensor and name != event.name]
        if machine.narrow(event.old) is tensor or not names:
            del self._inline[tensor]
            return
        self._inline[tensor] = (found[0], event.site)
        self._renamed[tensor] = [(event.scope, name, machine.steps_left) for name in names]

    def on_collected(self, event: Collected) -> None:
        """The result was put into a container."""
        self._taken(event.value, event.site)

    def on_attribute_set(self, event: AttributeSet) -> None:
        """The result was kept."""
        self._taken(event.value, event.site)

    def _taken(self, value: object, site: Site) -> None:
        found = self._inline.get(value) if isinstance(value, Tensor) else None
        if isinstance(value, Tensor) and found is not None and found[1] is None:
            self._inline[value] = (found[0], site)

    def on_operator_applied(self, event: OperatorApplied) -> None:
        """A tensor that was cut within an expression is used again elsewhere."""
        if not self._inline and not self._used_again:
            return
        for operand in event.operands:
            for tensor in self.context.machine.tensors_in(operand, 1):
                cut = self._used_again.get(tensor) or self._second_use(tensor, event)
                if cut is not None:
                    made = [event.node] if event.node is not None else self.context.machine.tensors_in(event.result, 1)
                    self._used_again.update(dict.fromkeys(made, cut))

    def _second_use(self, tensor: Tensor, event: OperatorApplied) -> DetachedInPlace | None:
        cut, first = self._inline.get(tensor, (None, None))
        if cut is None or first is event.site:
            return None
        if first is None:
            self._inline[tensor] = (cut, event.site)
            return None
        names = self._renamed.get(tensor)
        machine = self.context.machine
        if names is not None and not any(machine.read_since(scope, name, at) for scope, name, at in names):
            return None
        return cut

    def on_backward_run(self, event: BackwardRun) -> None:
        """What was computed from such a tensor is differentiated."""
        for node in event.nodes if self._used_again else ():
            cut = self._used_again.get(node)
            if cut is not None:
                self._report(cut, cut.tensor, f"it is used again at line {node.site.row}")

    def on_detached_in_place(self, event: DetachedInPlace) -> None:
        """Somebody else holds the very tensor that is cut, and no backward pass has gone through it yet."""
        tensor, node = event.tensor, event.node
        self._cut[tensor] = event
        if event.was_view or node is None or any(compatible(mark.path, event.path) for mark in node.freed):
            return
        holders = self.context.machine.holders(tensor)
        if len(holders) < 2:
            self._inline[tensor] = (event, None)
            return
        self._report(event, tensor, " and ".join(holders[:3]) + " hold that very tensor")

    def on_saved_detached(self, event: SavedDetached) -> None:
        """An operator had saved it before, and torch refuses to use what was saved."""
        cut = self._cut.get(event.entry.tensor)
        if cut is not None and not cut.was_view and compatible(cut.path, event.path):
            self._report(cut, cut.tensor, f"line {event.entry.node.site.row} has saved it for its backward pass")

    def _report(self, event: DetachedInPlace, tensor: Tensor, why: str) -> None:
        name = label(tensor)
        self.context.report(
            self,
            event.site,
            f"`detach_()` takes {name} itself out of the graph, and {why}: no gradient flows through it any more",
            [(tensor.site, f"{name} is computed here"), (event.site, "cut here for all who hold it")],
            "use `detach()`, which makes a new tensor and leaves this one alone",
        )

    def on_backward_without_graph(self, event: BackwardWithoutGraph) -> None:
        """Everything that backward should have gone through was cut by ``detach_()``."""
        cut = event.root.cut
        if cut is None or cut.detail != "detach_":
            return
        self.context.report(
            self,
            cut.site,
            f"`detach_()` takes the tensor itself out of the graph, and {_root(event.root)} is computed from it: "
            "backward has nothing to differentiate",
            [(cut.site, "cut here"), (event.site, "this backward pass has no graph")],
            "use `detach()`, which makes a new tensor and leaves this one alone",
        )


def _root(root: Tensor) -> str:
    return label(root, "the loss")
