"""DTL211: leaf-rebound."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from detachlint.finding import FailureMode, Level
from detachlint.interpret.events import AttributeSet, CallMade, ItemSet, IterationEnded, NameBound
from detachlint.interpret.source_site import Site
from detachlint.interpret.values import DictValue, ListValue, TupleValue, Value
from detachlint.rules.base import Rule
from detachlint.rules.context import Context, label
from detachlint.shadow import walk
from detachlint.shadow.events import FlagSet
from detachlint.shadow.tensor import Tensor


class LeafRebound(Rule):
    """`w = w - lr * w.grad` looks like an update of `w`. It makes a new tensor and gives it the name. Under `no_grad`
    the new tensor does not require grad, and the next `backward()` raises
    `element 0 of tensors does not require grad`. With grad mode on the new tensor is not a leaf: its `.grad` stays
    `None`, the next update fails on that `None` or does nothing, and the graph grows with every step.

    ## What torch does
    `.grad` is filled on leaves only. The result of an operator with grad mode on has a `grad_fn` and is no leaf;
    with grad mode off it is a leaf that requires no grad. Neither of them is a tensor that is trained.
    `w -= lr * w.grad` is a different statement: it writes into the same tensor, which stays the same leaf. With
    grad mode on torch refuses that (DTL106), which is how people come to write the other form.

    ## How to fix
    Update in place under `torch.no_grad()`, `w -= lr * w.grad`, then clear the gradient; or take an optimizer from
    `torch.optim`. If a new tensor is wanted, make it a leaf again:
    `w = (w - lr * w.grad).detach().requires_grad_()`.

    ## When to suppress
    When the new tensor is meant as a function of the old one and `.grad` is not used, as in meta-learning with
    `torch.autograd.grad(..., create_graph=True)`. That form is not reported.
    """

    code: ClassVar[str] = "DTL211"
    name: ClassVar[str] = "leaf-rebound"
    level: ClassVar[Level] = Level.ERROR
    failure_mode: ClassVar[FailureMode] = FailureMode.RAISES
    summary: ClassVar[str] = (
        "An update gives a trained tensor's name to a new tensor, so the next backward no longer reaches it"
    )
    related: ClassVar[tuple[str, ...]] = ("DTL106", "DTL214", "DTL305")
    references: ClassVar[tuple[str, ...]] = (
        "https://docs.pytorch.org/docs/stable/notes/autograd.html",
        "https://docs.pytorch.org/docs/stable/generated/torch.no_grad.html",
    )
    no_fix_reason: ClassVar[str | None] = (
        "The in-place form also needs grad mode off, and other holders of the old tensor would see the change."
    )

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._rebound: dict[Tensor, tuple[NameBound, Tensor]] = {}
        self._placed: dict[Tensor, tuple[Site, Tensor, str, str]] = {}
        """What was put into an attribute or a list: where, in place of what, under which name."""

    def on_name_bound(self, event: NameBound) -> None:
        """A leaf's name is given the result of an update that uses the leaf's own gradient."""
        machine = self.context.machine
        old, value = machine.narrow(event.old), machine.narrow(event.value)
        if isinstance(old, (ListValue, TupleValue)) and isinstance(value, (ListValue, TupleValue)):
            self._check_elements(event, machine.parts(old), machine.parts(value))
            return
        if not (isinstance(old, Tensor) and isinstance(value, Tensor)) or value is old or event.loop_target:
            return
        if machine.from_loop(event.scope, event.name) or value.gradient_used is None:
            return
        if value in self._rebound or not self._is_update(value, old):
            return
        if value.first_order is not None or value.wraps is not None or not _computed(value):
            return
        self._rebound[value] = (event, old)
        if value.requires_grad.yes:
            self.context.forgive(value)

    def _check_elements(self, event: NameBound, before: Sequence[Value], after: Sequence[Value]) -> None:
        """``params = [p - rate * p.grad for p in params]``."""
        for old in before:
            for new in after:
                if isinstance(old, Tensor) and isinstance(new, Tensor) and new is not old and self._is_update(new, old):
                    self._keep(new, event.site, old, event.name, "the name")
                    return

    def on_attribute_set(self, event: AttributeSet) -> None:
        """The same for an attribute: ``self.x = self.x - rate * self.x.grad``."""
        machine = self.context.machine
        old, value = machine.narrow(event.old), machine.narrow(event.value)
        if not (isinstance(old, Tensor) and isinstance(value, Tensor)) or value is old:
            return
        if self.context.forgiven(old):
            self.context.forgive(value)
            return
        if not old.parameter and self._is_update(value, old):
            self._keep(value, event.site, old, event.name, "the attribute")

    def on_item_set(self, event: ItemSet) -> None:
        """The same for an element of a list or an entry of a dictionary of leaves."""
        machine = self.context.machine
        receiver, value = machine.narrow(event.receiver), machine.narrow(event.value)
        if not isinstance(receiver, (ListValue, DictValue)) or not isinstance(value, Tensor):
            return
        for held in machine.parts(receiver):
            old = machine.narrow(held)
            if isinstance(old, Tensor) and old is not value and self._is_update(value, old):
                self._keep(value, event.site, old, event.site.text.split("=")[0].strip(), "the place")
                return

    def _is_update(self, value: Tensor, old: Tensor) -> bool:
        """Whether it was computed from a leaf and the leaf's own gradient."""
        if not (old.requires_grad.yes and old.leaf.yes) or value.gradient_used is None or value.alias is not None:
            return False
        if value.gradient_used[0] is not old or value.gradient_used[1].detail == "autograd.grad":
            return False
        return self._from_leaf_itself(value, old)

    def _keep(self, value: Tensor, site: Site, old: Tensor, name: str, place: str) -> None:
        self._placed.setdefault(value, (site, old, name, place))
        self.context.forgive(value)

    def _from_leaf_itself(self, value: Tensor, old: Tensor) -> bool:
        """Whether the leaf went in as it is, and not a detached alias of it."""
        if value.requires_grad.yes:
            return walk.depends_on(self.context.engine, value, frozenset({old}))
        return value.cut is not None and value.cut.detail == "no_grad"

    def on_flag_set(self, event: FlagSet) -> None:
        """Made a leaf again, or made from it by a cure."""
        if event.value:
            self._rebound.pop(event.tensor, None)
            self._placed.pop(event.tensor, None)
            if event.tensor.alias_of is not None:
                self._rebound.pop(event.tensor.alias_of, None)
                self._placed.pop(event.tensor.alias_of, None)

    def on_call_made(self, event: CallMade) -> None:
        """``detach()`` of it: it is going to be made a leaf, or it is a result."""
        if event.name == "Tensor.detach" and isinstance(event.receiver, Tensor):
            self._rebound.pop(event.receiver, None)

    def on_iteration_ended(self, event: IterationEnded) -> None:
        """Before the next round the name may have been given a leaf again."""
        machine = self.context.machine
        for value, (bound, _) in list(self._rebound.items()):
            current = [item for _, item in machine.alternatives(bound.scope.names.get(bound.name))]
            if all(isinstance(item, Tensor) and item.leaf.yes and item.requires_grad.yes for item in current):
                del self._rebound[value]

    def on_run_ended(self, _: None) -> None:
        """Report those that were left as they are."""
        for value, (site, old, place, what) in self._placed.items():
            name = label(old)
            end = "requires no grad" if value.requires_grad.no else "is no leaf, and its `.grad` stays None"
            self.context.report(
                self,
                site,
                f"`{place} = …` makes a new tensor instead of updating {name}: the new one {end}",
                [(old.site, f"{name} is a leaf that requires grad"), (site, f"{what} is given another tensor")],
                f"update it in place under `torch.no_grad()`: `{name.strip('`')} -= …`",
            )
        for value, (event, old) in self._rebound.items():
            name = label(old)
            end = (
                "no longer requires grad"
                if value.requires_grad.no
                else "is no leaf any more, and its `.grad` stays None"
            )
            self.context.report(
                self,
                event.site,
                f"`{event.name} = …` makes a new tensor instead of updating {name}: the new `{event.name}` {end}",
                [
                    (old.site, f"{name} is a leaf that requires grad"),
                    (event.site, "the name is bound to something else"),
                ],
                f"update it in place under `torch.no_grad()`: `{event.name} -= …`",
            )


def _computed(value: Tensor) -> bool:
    return value.node is not None or value.cut is not None
