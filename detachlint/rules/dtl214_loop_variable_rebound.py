"""DTL214: loop-variable-rebound."""

from __future__ import annotations

from typing import ClassVar

from detachlint.finding import FailureMode, Level
from detachlint.interpret.events import (
    AttributeSet,
    CallMade,
    Collected,
    EntryEnded,
    ItemSet,
    IterationEnded,
    NameBound,
)
from detachlint.interpret.values import DictValue, Value
from detachlint.rules.base import Rule
from detachlint.rules.context import Context, label
from detachlint.shadow.tensor import Tensor


class LoopVariableRebound(Rule):
    """`for p in model.parameters(): p = p - lr * p.grad` gives the name `p` to a new tensor in every turn and leaves
    the parameter as it was. The same goes for moving averages (`for q, p in zip(...): q = m * q + (1 - m) * p`) and
    for `sd[k] = ...` on a `state_dict()` that is never loaded back. Nothing is raised, nothing is trained.

    ## What torch does
    `parameters()` yields the tensors that the module holds. An assignment to the loop variable is an assignment to
    a local name, in torch as in all of Python. `state_dict()` makes a new dictionary in each call; its values share
    memory with the parameters, the dictionary itself is not connected to the module. Writing *into* a value
    (`sd[k].copy_(v)`) does reach the module, putting another tensor under the key does not.

    ## How to fix
    Write in place under `torch.no_grad()`: `p -= lr * p.grad`, `q.mul_(m).add_(p, alpha=1 - m)`, `p.copy_(value)`.
    For a state dict, `model.load_state_dict(sd)` afterwards.

    ## When to suppress
    When the new value of the loop variable is used inside the loop and the parameter is not meant to change.
    """

    code: ClassVar[str] = "DTL214"
    name: ClassVar[str] = "loop-variable-rebound"
    level: ClassVar[Level] = Level.ERROR
    failure_mode: ClassVar[FailureMode] = FailureMode.NO_OP
    summary: ClassVar[str] = (
        "The loop variable is given a new tensor where the parameter itself should have been changed"
    )
    related: ClassVar[tuple[str, ...]] = ("DTL211", "DTL106")
    references: ClassVar[tuple[str, ...]] = (
        "https://docs.pytorch.org/docs/stable/generated/torch.Tensor.copy_.html",
        "https://docs.pytorch.org/docs/stable/generated/torch.nn.Module.html",
    )
    no_fix_reason: ClassVar[str | None] = (
        "Whether the module, a copy of it or only a name was meant to change cannot be told."
    )

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._rebound: list[tuple[NameBound, Tensor, int]] = []
        self._entries: dict[DictValue, list[ItemSet]] = {}
        """Entries that were put into a ``state_dict()`` which nobody has used since."""

    def on_item_set(self, event: ItemSet) -> None:
        """``sd[k] = …``."""
        state = self.context.machine.narrow(event.receiver)
        if isinstance(state, DictValue) and state.state_of is not None:
            self._entries.setdefault(state, []).append(event)
        self._use(event.value)

    def on_call_made(self, event: CallMade) -> None:
        """The dictionary is loaded back, saved, compared, gone through."""
        self._use(event.receiver, *event.arguments.all)

    def on_attribute_set(self, event: AttributeSet) -> None:
        """The dictionary is kept."""
        self._use(event.value)

    def on_collected(self, event: Collected) -> None:
        """The dictionary is kept with others."""
        self._use(event.value)

    def on_entry_ended(self, event: EntryEnded) -> None:
        """The dictionary is handed out."""
        self._use(event.returned)

    def _use(self, *values: Value) -> None:
        machine = self.context.machine
        for value in values if self._entries else ():
            held = machine.narrow(value)
            for item in (held, *machine.parts(held)):
                if isinstance(item, DictValue):
                    self._entries.pop(item, None)

    def on_run_ended(self, _: None) -> None:
        """Report the entries that never reached a module."""
        for events in self._entries.values():
            for event in events:
                self.context.report(
                    self,
                    event.site,
                    "the entry is put into the dictionary that `state_dict()` made, and the dictionary is never loaded "
                    "back: the module is not changed",
                    [(event.site, "only the dictionary is changed here")],
                    "call `load_state_dict(...)` with it afterwards, or copy into the parameter under "
                    "`torch.no_grad()`",
                )

    def on_name_bound(self, event: NameBound) -> None:
        """The loop variable, a parameter, is bound to something else."""
        machine = self.context.machine
        self._use(event.value)
        old = machine.narrow(event.old)
        if event.loop_target or not isinstance(old, Tensor) or not machine.from_loop(event.scope, event.name):
            return
        value = machine.narrow(event.value)
        was_read = machine.read_since(event.scope, event.name, event.bound_before) or machine.is_tensor(value)
        alias = value is old or (isinstance(value, Tensor) and value.alias_of is old)
        if old.parameter and was_read and not alias:
            self._rebound.append((event, old, machine.steps_left))

    def on_iteration_ended(self, event: IterationEnded) -> None:
        """Report what nobody read before the next element came."""
        left = []
        for bound, old, at in self._rebound:
            if self.context.machine.read_since(bound.scope, bound.name, at):
                continue
            left.append((bound, old))
        self._rebound = []
        for bound, old in left:
            self.context.report(
                self,
                bound.site,
                f"`{bound.name} = …` only gives the loop variable another value: {label(old)} itself is not changed",
                [(old.site, "the parameter"), (bound.site, "only the name is bound anew")],
                f"change it in place under `torch.no_grad()`: `{bound.name}.copy_(…)`",
            )
