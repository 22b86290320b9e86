"""DTL206: computed-leaf."""

from __future__ import annotations

from typing import ClassVar

from detachlint.finding import FailureMode, Level
from detachlint.interpret.events import AttributeRead, CallMade, OptimizerBuilt
from detachlint.rules.base import Rule
from detachlint.rules.context import Context, label
from detachlint.shadow.events import BackwardRun, FlagSet
from detachlint.shadow.tensor import Alias, Site, Tensor


class ComputedLeaf(Rule):
    """`nn.Parameter(f(w))`, `Variable(f(w), requires_grad=True)` and `f(w).detach().requires_grad_()` start a new
    graph from the value of `f(w)`. In a forward pass or a training step they look as if the gradient went on to
    `w`. It ends in the new leaf, which is dropped when the step is over, and `w` never learns.

    ## What torch does
    A `Parameter` is always a leaf. `nn.Parameter(t)` takes the detached value of `t`, sharing its memory; the
    history is gone. The same is true for `Variable(t)`, with and without `requires_grad=True`. Backward writes
    `.grad` of the new leaf. Since the new leaf requires grad, the loss requires grad, and no error hints at the
    cut.

    ## How to fix
    Use the computed tensor itself. Functional forms take it in place of a parameter: `F.linear(x, f(w))`,
    `torch.func.functional_call`, or `torch.nn.utils.parametrize` to compute a module's weight from another tensor
    in every forward pass.

    ## When to suppress
    When the leaf is the point: inputs for saliency maps and adversarial examples, a point of expansion for a
    penalty. Code that reads the new leaf's `.grad` and code in `__init__` or other setup is not reported.
    """

    code: ClassVar[str] = "DTL206"
    name: ClassVar[str] = "computed-leaf"
    level: ClassVar[Level] = Level.WARNING
    failure_mode: ClassVar[FailureMode] = FailureMode.NONE
    summary: ClassVar[str] = (
        "A computed tensor is made a new leaf in code that runs per step, so the gradient stops there"
    )
    related: ClassVar[tuple[str, ...]] = ("DTL205", "DTL215", "DTL308")
    references: ClassVar[tuple[str, ...]] = (
        "https://docs.pytorch.org/docs/stable/generated/torch.nn.parameter.Parameter.html",
        "https://docs.pytorch.org/docs/stable/notes/autograd.html",
    )
    no_fix_reason: ClassVar[str | None] = (
        "The use of the computed tensor itself is the usual cure, but a deliberate leaf needs a different change."
    )

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._made: dict[Tensor, tuple[Site, Tensor]] = {}
        self._used: set[Tensor] = set()

    def on_call_made(self, event: CallMade) -> None:
        """``nn.Parameter(f(w))`` or ``Variable(f(w), requires_grad=True)``; or gradients are asked for by hand."""
        if event.name in WRAPPERS and isinstance(event.result, Tensor):
            if event.result.wraps is not None and event.result.requires_grad.yes:
                self._note(event.site, event.result, event.result.wraps)
        elif event.name == "torch.autograd.grad":
            for item in event.arguments.all:
                self._forget(*self.context.machine.tensors_in(item))

    def on_flag_set(self, event: FlagSet) -> None:
        """``f(w).detach().requires_grad_()``."""
        tensor = event.tensor
        if event.value and tensor.alias is Alias.DETACH and tensor.alias_of is not None and tensor.wraps is None:
            self._note(event.site, tensor, tensor.alias_of)

    def _note(self, site: Site, leaf: Tensor, source: Tensor) -> None:
        machine = self.context.machine
        computed = source.requires_grad.yes and source.leaf.no and source.known and not source.presumed
        if computed and not self.context.forgiven(leaf) and (machine.in_loop() or machine.in_module_call()):
            self._made.setdefault(leaf, (site, source))

    def on_attribute_read(self, event: AttributeRead) -> None:
        """Its ``.grad`` is read: a deliberate leaf."""
        if event.name == "grad" and isinstance(event.receiver, Tensor):
            self._forget(event.receiver)

    def on_optimizer_built(self, event: OptimizerBuilt) -> None:
        """It is optimized itself."""
        self._forget(*(item for item in event.parameters if isinstance(item, Tensor)))

    def _forget(self, *tensors: Tensor) -> None:
        for tensor in tensors:
            self._made.pop(tensor, None)

    def on_backward_run(self, event: BackwardRun) -> None:
        """A loss reaches the new leaf and stops there."""
        if event.root not in event.leaves:
            self._used.update(event.leaves)

    def on_run_ended(self, _: None) -> None:
        """Report the leaves at which a backward pass stopped, and which nobody asked for a gradient."""
        for leaf, (site, source) in self._made.items():
            if leaf in self._used:
                self.context.report(
                    self,
                    site,
                    f"{label(leaf)} is a new leaf: no gradient passes it, so whatever {label(source)} is computed from "
                    "is not trained through it",
                    [(source.site, "computed with a graph here"), (site, "made a leaf here")],
                    "use the computed value itself",
                )
                self.context.excuse("DTL210")


WRAPPERS = frozenset({"torch.nn.Parameter", "torch.autograd.Variable"})
