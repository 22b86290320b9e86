"""Looks at a custom ``autograd.Function`` by running its forward and its backward on tensors that are not known."""

from __future__ import annotations

import libcst as cst

from detachlint.interpret.calling import call_function
from detachlint.interpret.events import FunctionClassRun, GradientCount
from detachlint.interpret.frames import Exit
from detachlint.interpret.machine import Machine
from detachlint.interpret.source_site import Site
from detachlint.interpret.values import (
    NONE,
    Arguments,
    ClassValue,
    FunctionValue,
    Instance,
    ListValue,
    TupleValue,
    Value,
)
from detachlint.shadow.tensor import Tensor
from detachlint.shadow.tri import Tri

NOT_TENSORS = frozenset(
    {"int", "float", "bool", "str", "list", "tuple", "dict", "Callable", "torch.Size", "torch.dtype"}
)


def examine(machine: Machine, cls: ClassValue, site: Site) -> None:
    """Run a function class's own methods and tell the rules what they do."""
    forward = machine.class_attribute(cls, "forward")
    backward = machine.class_attribute(cls, "backward") or machine.class_attribute(cls, "vjp")
    if not isinstance(forward, FunctionValue):
        return
    separate = isinstance(machine.class_attribute(cls, "setup_context"), FunctionValue)
    context = Instance(machine.trail, cls, site)
    context.hidden["context"] = True
    inputs, open_ended = _inputs(machine, forward, 0 if separate else 1)
    before = machine.engine.set_grad_mode(Tri.NO, machine.site(forward.node))
    given = inputs if separate else (context, *inputs)
    returned = call_function(machine, forward, Arguments(given, None, open_ended), site)
    setup = machine.class_attribute(cls, "setup_context")
    if isinstance(setup, FunctionValue):
        call_function(machine, setup, Arguments((context, TupleValue(inputs), returned)), site)
    saved, dirty = context.hidden.get("saved", ()), context.hidden.get("dirty", ())
    kept = tuple(
        (name, value, machine.attribute_sites.get((id(context), name))) for name, value in context.attributes.items()
    )
    gradients: tuple[Value, ...] = ()
    counts: tuple[GradientCount, ...] = ()
    if isinstance(backward, FunctionValue):
        gradients = _gradients(machine, backward)
        exits = machine.watch(
            backward.node, lambda: call_function(machine, backward, Arguments((context, *gradients)), site)
        )
        counts = tuple((item.site, *_count(item)) for item in exits)
        for index, value in enumerate(inputs):
            if exits and not value.called and all(_gives_gradient(item, index) for item in exits):
                machine.prove_tensor(value)
    machine.engine.restore_modes(before)
    machine.emit(
        FunctionClassRun(site, machine.path, cls, inputs, open_ended, returned, gradients, counts, kept, dirty, saved)
    )


def _inputs(machine: Machine, forward: FunctionValue, skip: int) -> tuple[tuple[Value, ...], bool]:
    parameters = forward.node.params
    made: list[Value] = []
    for parameter in (*parameters.posonly_params, *parameters.params)[skip:]:
        value = machine.unknown(machine.site(parameter))
        text = (
            ""
            if parameter.annotation is None
            else forward.module.file.tree.code_for_node(parameter.annotation.annotation)
        )
        if text.strip("'\"") in NOT_TENSORS:
            value.kind = "number"
        else:
            value.forward_input = True
        value.born = forward.scope.born
        made.append(value)
    return tuple(made), isinstance(parameters.star_arg, cst.Param)


def _gradients(machine: Machine, backward: FunctionValue) -> tuple[Value, ...]:
    made: list[Value] = []
    for parameter in backward.node.params.params[1:]:
        tensor = machine.engine.tensor(machine.site(parameter))
        tensor.name = parameter.name.value
        made.append(tensor)
    return tuple(made)


def _count(item: Exit) -> tuple[int | None, int]:
    value = item.value
    if isinstance(value, TupleValue):
        given = [index for index, part in enumerate(value.items, 1) if part != NONE]
        return len(value.items), given[-1] if given else 0
    if isinstance(value, ListValue):
        return None, 0
    return (1, 1) if value == NONE or hasattr(value, "storage") else (None, 0)


def _gives_gradient(item: Exit, index: int) -> bool:
    """Whether a way out of backward has a gradient for an input: only a tensor can have one."""
    value = item.value
    if isinstance(value, TupleValue):
        return index < len(value.items) and value.items[index] != NONE
    return index == 0 and isinstance(value, Tensor)
