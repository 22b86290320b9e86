"""DTL202: detach-inplace-view."""

from __future__ import annotations

from typing import ClassVar

from detachlint.finding import FailureMode, Level
from detachlint.rules.base import Rule
from detachlint.rules.context import label
from detachlint.shadow.events import DetachedInPlace


class DetachInplaceView(Rule):
    """`detach_()` on a view raises at once: `RuntimeError: Can't detach views in-place. Use detach() instead.` Slices,
    rows, `chunk` and `split` parts, `view`, `reshape` (when it need not copy), `transpose`, `squeeze` and `expand`
    all give views.

    ## What torch does
    A view shares memory and graph with its base. Cutting the view alone would leave a base whose history no longer
    describes its own memory, so torch refuses. It refuses for every view, also where no gradient is involved: a
    view of a tensor that requires no grad, a view of a detached tensor, a view made under `no_grad`.

    Some results are views although nothing in the source says so: `nn.Linear` with a bias on a 3-d input,
    `F.max_pool1d`, `F.avg_pool1d`, `nn.MultiheadAttention`, the outputs of `nn.RNN`, `nn.LSTM` and `nn.GRU` with
    `batch_first=True`. Their hidden states are not views for a batched input, and are for an unbatched one.

    ## How to fix
    Write `x = x.detach()`. It makes no copy, and it is allowed on views. If many rows of one tensor are to be cut,
    detach the tensor before it is taken apart.

    ## When to suppress
    Never on a path that runs; the call cannot succeed.
    """

    code: ClassVar[str] = "DTL202"
    name: ClassVar[str] = "detach-inplace-view"
    level: ClassVar[Level] = Level.ERROR
    failure_mode: ClassVar[FailureMode] = FailureMode.RAISES
    summary: ClassVar[str] = "`detach_()` is called on a view, which torch refuses"
    related: ClassVar[tuple[str, ...]] = ("DTL201", "DTL107")
    references: ClassVar[tuple[str, ...]] = (
        "https://docs.pytorch.org/docs/stable/generated/torch.Tensor.detach_.html",
        "https://docs.pytorch.org/docs/stable/tensor_view.html",
    )
    no_fix_reason: ClassVar[str | None] = (
        "A call of `detach()` makes a new tensor, and only the author knows which of the names that hold the view "
        "should get it."
    )

    def on_detached_in_place(self, event: DetachedInPlace) -> None:
        """Torch refuses ``detach_()`` on views."""
        if not event.was_view:
            return
        name = label(event.tensor)
        self.context.report(
            self,
            event.site,
            f"{name} is a view, and a view cannot be detached in place: torch will raise",
            [(event.tensor.site, "the view is made here"), (event.site, "detached in place here")],
            f"use the result of `detach()`: `{name.strip('`')} = {name.strip('`')}.detach()`",
        )
