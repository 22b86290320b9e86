"""DTL110: snapshot alias."""

from __future__ import annotations

from typing import ClassVar

from detachlint.finding import FailureMode, Level
from detachlint.interpret.events import AttributeSet, CallMade, NameBound, OperatorApplied, OverwrittenRead
from detachlint.interpret.values import DictValue, Instance, Value
from detachlint.rules.base import Rule
from detachlint.rules.context import Context, label
from detachlint.shadow.events import Written
from detachlint.shadow.tensor import Alias, Site, Tensor, Write


class SnapshotAlias(Rule):
    """A value is kept to be compared with, or restored, later: `old = w.detach()`, `best = model.state_dict()`, `prev
    = p.data`. It is no copy. After an optimizer step or another in-place change it has followed the original, and
    the comparison finds no difference, the restore restores nothing. The same holds for a name that is used again
    after a layer with `inplace=True` has overwritten what it stands for.

    ## What torch does
    `detach()`, `.data` and `state_dict()` return tensors on the same memory; `dict.copy()` copies references.
    Optimizers update parameters in place. `p.grad` stays one tensor until it is set to None: another backward pass adds
    to it, and `zero_grad(set_to_none=False)` fills it with zeros.

    ## How to fix
    Keep a copy: `.clone()`, `copy.deepcopy(model.state_dict())`, `{k: v.clone() for k, v in ...}`. For a layer,
    leave `inplace=True` out.

    ## When to suppress
    When the value is meant to follow the original.
    """

    code: ClassVar[str] = "DTL110"
    name: ClassVar[str] = "snapshot-alias"
    level: ClassVar[Level] = Level.WARNING
    failure_mode: ClassVar[FailureMode] = FailureMode.STALE
    summary: ClassVar[str] = "a value kept for later shares memory with what changes it"
    related: ClassVar[tuple[str, ...]] = ("DTL102", "DTL114")
    references: ClassVar[tuple[str, ...]] = (
        "https://docs.pytorch.org/docs/stable/generated/torch.nn.Module.html#torch.nn.Module.state_dict",
    )
    no_fix_reason: ClassVar[str | None] = (
        "Which of the two values the author meant to keep cannot be told from the code."
    )

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._snapshots: dict[DictValue, Site] = {}
        self._bound: dict[Tensor, Site] = {}

    def on_name_bound(self, event: NameBound) -> None:
        """Where a gradient is kept under a name."""
        value = event.value
        if isinstance(value, Tensor) and value.grad_of is not None and _changed_since(value) is None:
            self._bound.setdefault(value, event.site)

    def on_call_made(self, event: CallMade) -> None:
        """``state_dict()`` is taken, and later loaded or saved."""
        machine = self.context.machine
        if event.name == "Module.state_dict" and isinstance(event.result, DictValue):
            self._snapshots[event.result] = event.site
            return
        if event.name not in ("Module.load_state_dict", "torch.save", "?.load_state_dict"):
            return
        for item in event.arguments.positional[:1]:
            for path, snapshot in machine.alternatives(item):
                with machine.assuming(path):
                    self._check_snapshot(snapshot, event)

    def _check_snapshot(self, snapshot: Value, event: CallMade) -> None:
        machine = self.context.machine
        if not isinstance(snapshot, DictValue):
            return
        for item in (snapshot, *snapshot.items.values()):
            item = machine.narrow(item)
            if isinstance(item, DictValue) and (item.state_of is not None or self._restores_itself(item, event)):
                self._check_state(item, event)

    def _restores_itself(self, state: DictValue, event: CallMade) -> bool:
        """Whether a module is given its own memory back."""
        if event.name != "Module.load_state_dict" or event.receiver is None:
            return False
        own = {tensor.storage for tensor in self.context.machine.module_tensors(event.receiver)}
        held = [item for item in state.items.values() if isinstance(item, Tensor)]
        return bool(held) and all(item.storage in own for item in held)

    def _check_state(self, state: DictValue, event: CallMade) -> None:
        for alias in state.items.values():
            write = _changed_since(alias) if isinstance(alias, Tensor) else None
            if write is not None:
                self._report(alias.site, write, event.site, "`state_dict()` holds references to the live weights")
                return

    def on_operator_applied(self, event: OperatorApplied) -> None:
        """A kept alias is compared with what it is an alias of."""
        tensors = [item for item in event.operands if isinstance(item, Tensor)]
        if len(tensors) < 2:
            return
        first, second = tensors[0], tensors[1]
        for alias, other in ((first, second), (second, first)):
            if other.storage is alias.storage and alias is not other:
                write = _changed_since(alias)
                if write is not None and _made_after(other, write):
                    kept = self._bound.get(alias, alias.site)
                    self._report(kept, write, event.site, f"{label(alias)} shares memory with what it is compared to")
                    return

    def on_overwritten_read(self, event: OverwrittenRead) -> None:
        """A layer that works in place has overwritten what a name still stands for."""
        self.context.report(
            self,
            event.written,
            f"this layer works in place: it overwrites `{event.name}`, which is used again at line {event.site.row} as "
            "if it still had its old value",
            [
                (event.tensor.site, f"`{event.name}` comes from here"),
                (event.written, "overwritten here"),
                (event.site, f"`{event.name}` is used here, with the new values"),
            ],
            "leave `inplace=True` out",
        )

    def on_written(self, event: Written) -> None:
        """A kept alias is copied back into its own memory."""
        for source in event.sources:
            if source.storage is event.target.storage and source is not event.target and source.name is not None:
                write = _changed_since(source, event.write.number)
                if write is not None:
                    self._report(source.site, write, event.site, f"{label(source)} shares memory with what it restores")
                    return

    def on_attribute_set(self, event: AttributeSet) -> None:
        """A copy of a module is replaced by the module itself."""
        machine = self.context.machine
        old, value = machine.narrow(event.old), machine.narrow(event.value)
        if not (isinstance(event.receiver, Instance) and isinstance(old, Instance) and isinstance(value, Instance)):
            return
        if old is value or old.hidden.get("copied from") is not value:
            return
        twin = next(
            (name for name, item in event.receiver.attributes.items() if item is value and name != event.name), None
        )
        if twin is None:
            return
        self.context.report(
            self,
            event.site,
            f"`{event.name}` was a copy of `{twin}`, and from here on it is `{twin}` itself: it follows every update",
            [(event.site, "both names are one module from here on")],
            f"copy the weights instead: `{event.name}.load_state_dict({twin}.state_dict())`",
        )

    def _report(self, kept: Site, write: Write, read: Site, what: str) -> None:
        self.context.report(
            self,
            kept,
            f"this is no copy: {what}, which changed before it is used at line {read.row}",
            [
                (kept, "kept for later here"),
                (write.site, "the values change here"),
                (read, "used here, as if unchanged"),
            ],
            "keep a copy: `copy.deepcopy(...)`, `.clone()`, or `{k: v.clone() for k, v in ...}`",
        )


def _changed_since(alias: Tensor, before: int | None = None) -> Write | None:
    """The first write to the memory of an alias after the alias was made, other than through itself."""
    gradient = alias.grad_of is not None and alias.alias is None and alias.known
    if not gradient and (alias.alias not in (Alias.DETACH, Alias.DATA) or not alias.made_at):
        return None
    for write in alias.storage.writes:
        if before is not None and write.number >= before:
            continue
        own = write.target is alias and write.kind not in REFILLED
        if write.number > alias.made_at and not own and write.kind != "load_state_dict":
            return write
    return None


def _made_after(other: Tensor, write: Write) -> bool:
    """Whether something stands for the values after a write: the original does, and what was read after it."""
    return other.made_at >= write.number or (other.made_at == 0 and other.grad_of is None)


REFILLED = frozenset({"zero_grad", "accumulation"})
"""Writes to a gradient that are done by torch, whatever object stands for the gradient at that time."""
