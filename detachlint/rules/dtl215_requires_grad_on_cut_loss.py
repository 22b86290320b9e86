"""DTL215: requires-grad-on-cut-loss."""

from __future__ import annotations

from typing import ClassVar

from detachlint.finding import FailureMode, Level
from detachlint.rules.base import Rule
from detachlint.rules.context import label
from detachlint.shadow.events import BackwardRun
from detachlint.shadow.tensor import Alias


class RequiresGradOnCutLoss(Rule):
    """`loss.requires_grad_()`, `loss.requires_grad = True` or `loss = Variable(loss, requires_grad=True)` right before
    `backward()` is the wrong answer to `element 0 of tensors does not require grad`. The error is gone, and so is
    the training: the loss is now a leaf of its own, its gradient is 1, and every parameter's `.grad` stays `None`.

    ## What torch does
    A computed tensor without a `grad_fn` is a leaf, and the flag may be set on it. Backward then starts at a leaf,
    writes `loss.grad` and has nowhere to go. On a loss that does have a graph, `requires_grad_()` changes nothing
    and `loss.requires_grad = True` raises (DTL301), so where these lines are needed they are always wrong.
    `Variable(loss, requires_grad=True)` makes a detached leaf out of a loss that was fine.

    ## How to fix
    Remove the line and look for what cut the graph: `.item()`, `detach()`, `.data`, NumPy, `no_grad`, `argmax`, a
    call of `torch.set_grad_enabled(False)`. The error then tells when it is mended.

    ## When to suppress
    When the tensor is a leaf by intention and its own `.grad` is read: inputs for saliency, adversarial examples,
    penalties. Those are not reported.
    """

    code: ClassVar[str] = "DTL215"
    name: ClassVar[str] = "requires-grad-on-cut-loss"
    level: ClassVar[Level] = Level.ERROR
    failure_mode: ClassVar[FailureMode] = FailureMode.NONE
    summary: ClassVar[str] = (
        "`requires_grad` is set on a computed loss, which silences backward's error and trains nothing"
    )
    related: ClassVar[tuple[str, ...]] = ("DTL204", "DTL301", "DTL206")
    references: ClassVar[tuple[str, ...]] = (
        "https://docs.pytorch.org/docs/stable/generated/torch.Tensor.requires_grad_.html",
        "https://docs.pytorch.org/docs/stable/notes/autograd.html",
    )
    no_fix_reason: ClassVar[str | None] = (
        "The flag hides a cut further up; the cut is what has to be found and removed."
    )

    def on_backward_run(self, event: BackwardRun) -> None:
        """The value that is differentiated was made a leaf by hand."""
        root = event.root
        if root.node is not None or not root.leaf.yes or root.parameter or not root.known:
            return
        computed = (
            root.cut is not None or root.took_in is not None or root.alias is Alias.DETACH or root.wraps is not None
        )
        flag = root.flagged
        if not computed or flag is None:
            return
        self.context.excuse("DTL208")
        self.context.excuse("DTL210")
        if root.took_in is not None:
            self.context.forgive(root.took_in[0])
        self.context.report(
            self,
            flag.site,
            f"{label(root, 'the loss')} has no graph, and `requires_grad` only hides that: backward runs, and no "
            "parameter gets a gradient",
            [
                (root.cut.site if root.cut is not None else None, "the graph is lost here"),
                (flag.site, "made a leaf here"),
                (event.site, "backward stops at once"),
            ],
            "find what cut the graph and take it away; a computed loss needs no `requires_grad`",
        )
