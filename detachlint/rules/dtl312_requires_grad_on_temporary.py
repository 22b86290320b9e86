"""DTL312: requires grad on temporary."""

from __future__ import annotations

from typing import ClassVar

from detachlint.finding import FailureMode, Level
from detachlint.interpret.events import AttributeSet, CallMade
from detachlint.interpret.values import Const, DictValue
from detachlint.rules.base import Rule
from detachlint.rules.context import Context, label
from detachlint.shadow.events import FlagSet
from detachlint.shadow.tensor import Alias, Tensor


class RequiresGradOnTemporary(Rule):
    """The flag is set on something that nobody keeps: `w.data.requires_grad = True`, `model.weight.data[:,
    :2].requires_grad = False`. The parameter itself stays as it is. The same is lost when a tensor is told not to
    require grad and then wrapped: `nn.Parameter(t)` requires grad whatever `t` was told.

    ## What torch does
    Indexing, `.data` and `state_dict()` return new tensor objects each time, and the flag belongs to the object. A
    slice of a tensor that requires grad is computed, and torch refuses to clear its flag (DTL301).

    ## How to fix
    Set the flag on the whole parameter, pass `requires_grad=False` to `nn.Parameter`, or mask the gradient with a
    hook.

    ## When to suppress
    Never; the statement does nothing.
    """

    code: ClassVar[str] = "DTL312"
    name: ClassVar[str] = "requires-grad-on-temporary"
    level: ClassVar[Level] = Level.ERROR
    failure_mode: ClassVar[FailureMode] = FailureMode.NO_OP
    summary: ClassVar[str] = "`requires_grad` is set on a tensor object that is dropped at once"
    related: ClassVar[tuple[str, ...]] = ("DTL302",)
    references: ClassVar[tuple[str, ...]] = (
        "https://docs.pytorch.org/docs/stable/generated/torch.Tensor.requires_grad.html",
    )
    no_fix_reason: ClassVar[str | None] = (
        "A part of a parameter cannot be frozen by a flag; what to do instead depends on what is meant."
    )

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._entries: set[Tensor] = set()

    def on_attribute_set(self, event: AttributeSet) -> None:
        """The flag is set on an object that nobody keeps."""
        tensor = event.receiver
        if event.name != "requires_grad" or not isinstance(tensor, Tensor) or not isinstance(event.value, Const):
            return
        if tensor.name is not None or not self._temporary(tensor) or tensor.requires_grad.yes:
            return
        source = tensor.base if tensor.base is not None else tensor.alias_of
        if source is None or not (source.parameter or source.requires_grad.yes or tensor.alias is Alias.DATA):
            return
        self.context.report(
            self,
            event.site,
            f"the flag is set on a tensor that is dropped at once: {label(source)} itself keeps its own",
            [(tensor.site, "a new tensor object"), (event.site, "the flag is set on it, and it is gone")],
            "set the flag on the whole parameter, or mask the gradient with a hook",
        )

    def _temporary(self, tensor: Tensor) -> bool:
        return (
            tensor.index_key is not None
            or tensor.alias is Alias.DATA
            or (tensor.base is not None and tensor.base.alias is Alias.DATA)
        )

    def on_flag_set(self, event: FlagSet) -> None:
        """An entry of a ``state_dict()`` never requires grad; the parameter has its own flag."""
        if event.value or event.tensor not in self._entries or not event.tensor.requires_grad.no:
            return
        self.context.report(
            self,
            event.site,
            f"`state_dict()` makes new tensor objects, and {label(event.tensor)} never required grad: the parameter "
            "keeps its own flag",
            [(event.tensor.site, "new tensor objects are made here"), (event.site, "the flag is cleared on one here")],
            "clear the flag of the parameters themselves: `for name, p in model.named_parameters(): ...`",
        )

    def on_call_made(self, event: CallMade) -> None:
        """``nn.Parameter`` requires grad whatever the tensor in it was told; entries of ``state_dict()`` are noted."""
        if event.name == "Module.state_dict" and isinstance(event.result, DictValue):
            entries = (item for item in event.result.items.values() if isinstance(item, Tensor))
            self._entries.update(item for item in entries if item.alias is Alias.DETACH)
        if event.name != "torch.nn.Parameter" or event.arguments.get(1, "requires_grad") is not None:
            return
        made = event.result
        source = made.wraps if isinstance(made, Tensor) else None
        if source is None or source.cut is None or source.cut.detail != "frozen":
            return
        self.context.report(
            self,
            event.site,
            f"`nn.Parameter` requires grad unless it is told otherwise: that {label(source)} was frozen is lost",
            [(source.cut.site, "frozen here"), (event.site, "requires grad again from here on")],
            f"`nn.Parameter({label(source).strip('`')}, requires_grad=False)`, or a buffer",
        )
