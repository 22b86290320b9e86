"""DTL209: numpy-of-grad."""

from __future__ import annotations

from typing import ClassVar

from detachlint.finding import Applicability, FailureMode, Level
from detachlint.interpret import rewriting
from detachlint.interpret.events import CallMade
from detachlint.rules.base import Rule
from detachlint.rules.context import label
from detachlint.shadow.tensor import Tensor


class NumpyOfGrad(Rule):
    """`t.numpy()`, `np.asarray(t)`, `np.exp(t)` and other NumPy calls on a tensor that requires grad raise
    `Can't call numpy() on Tensor that requires grad. Use tensor.detach().numpy() instead.`

    ## What torch does
    An array shares the tensor's memory and cannot carry a graph, so torch refuses to lose it silently. The check
    looks at two things: the tensor requires grad and grad mode is on. Under `torch.no_grad()` the call succeeds,
    for parameters and for results computed outside as well. NumPy functions reach `numpy()` through `__array__`,
    also for lists of tensors (`np.mean(losses)`, `np.array([a, b])`). A few NumPy reductions (`np.sum`, `np.mean`,
    `np.max`, `np.std`, `np.prod`) call the tensor's own method first and fail with another message, whether or not
    it requires grad. `float(t)`, `int(t)`, `t.item()` and `t.tolist()` are allowed. `t.numpy(force=True)` (since
    1.13) detaches, moves to the CPU and resolves.

    ## How to fix
    `t.detach().cpu().numpy()`, with `.copy()` if the array is going to be written. Where a whole function needs no
    gradient, put it under `torch.no_grad()`. If the result is part of the loss, stay in torch: `torch.exp(t)`.

    ## When to suppress
    When the exception is expected, for instance in a test.
    """

    code: ClassVar[str] = "DTL209"
    name: ClassVar[str] = "numpy-of-grad"
    level: ClassVar[Level] = Level.ERROR
    failure_mode: ClassVar[FailureMode] = FailureMode.RAISES
    summary: ClassVar[str] = "A tensor that requires grad is turned into a NumPy array with grad mode on"
    related: ClassVar[tuple[str, ...]] = ("DTL105", "DTL207")
    references: ClassVar[tuple[str, ...]] = (
        "https://docs.pytorch.org/docs/stable/generated/torch.Tensor.numpy.html",
        "https://docs.pytorch.org/docs/stable/generated/torch.no_grad.html",
    )

    def on_call_made(self, event: CallMade) -> None:
        """NumPy is handed a tensor that requires grad."""
        if self.context.engine.modes.grad.no:
            return
        if event.name in ("Tensor.numpy", "Tensor.__array__"):
            tensor = event.receiver
        elif event.name.startswith("numpy.") and event.arguments.positional:
            tensor = self.context.machine.narrow(event.arguments.positional[0])
        else:
            return
        if not isinstance(tensor, Tensor) or not tensor.known or tensor.presumed:
            return
        if not self.context.engine.requires_grad_of(tensor).yes or event.arguments.keyword("force") is not None:
            return
        name = label(tensor)
        self.context.report(
            self,
            event.site,
            f"{name} requires grad, and NumPy cannot take it: torch will raise \"Can't call numpy() on Tensor that "
            'requires grad"',
            [(tensor.site, f"{name} comes from here"), (event.site, "handed to NumPy here")],
            f"detach it first: `{name.strip('`')}.detach().numpy()`",
            rewriting.detached_for_numpy(event.site),
            Applicability.SAFE,
        )
