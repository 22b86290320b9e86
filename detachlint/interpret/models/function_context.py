"""What a custom ``autograd.Function`` can do with its ``ctx``."""

from __future__ import annotations

from detachlint.interpret.machine import Machine
from detachlint.interpret.source_site import Site
from detachlint.interpret.values import NONE, Arguments, Instance, ListValue, NativeMethod, TupleValue, Value

CALLS = frozenset(
    {"save_for_backward", "save_for_forward", "mark_dirty", "mark_non_differentiable", "set_materialize_grads"}
)
FUNCTION_METHODS = CALLS | {"saved_tensors", "saved_variables", "needs_input_grad"}


def read_context(machine: Machine, context: Instance, name: str, site: Site) -> Value:
    """``ctx.name``."""
    if name in ("saved_tensors", "saved_variables"):
        saved = context.hidden.get("saved")
        if isinstance(saved, tuple):
            return TupleValue(saved)
        return ListValue(machine.trail, (), machine.unknown(site, "tensor"), "tuple")
    if name == "needs_input_grad":
        return ListValue(machine.trail, (), machine.unknown(site, "bool"), "tuple")
    return NativeMethod(context, name)


def call_method(machine: Machine, context: Instance, name: str, arguments: Arguments) -> Value:
    """``ctx.name(...)``."""
    if name == "save_for_backward":
        machine.trail.write(context, context.hidden, "saved", arguments.positional)
    elif name == "mark_dirty":
        known = context.hidden.get("dirty", ())
        machine.trail.write(context, context.hidden, "dirty", (*known, *arguments.positional))
    return NONE
