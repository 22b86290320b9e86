"""Backward passes in all their spellings, ``autograd.grad``, and custom functions."""

from __future__ import annotations

import re

from detachlint.interpret.comprehensions import iterate
from detachlint.interpret.events import FunctionApplied, GradientsCleared, OptimizerStepped
from detachlint.interpret.machine import Machine
from detachlint.interpret.models.registry import FUNCTIONS, MODULE_METHODS, TENSOR_METHODS, Call, models
from detachlint.interpret.source_site import Site
from detachlint.interpret.torch_names import is_optimizer
from detachlint.interpret.values import (
    NONE,
    Arguments,
    ClassValue,
    FunctionValue,
    Instance,
    IteratorValue,
    ListValue,
    TupleValue,
    Union,
    Unknown,
    Value,
)
from detachlint.shadow.tensor import Mark, Tensor
from detachlint.shadow.tri import Tri, any_of


def run_backward(
    machine: Machine, value: Value, call: Call, *, retain: bool | None = None, joint: bool = False
) -> None:
    """``value.backward(...)``: that it is run shows that ``value`` required grad where nothing else is known.

    ``joint``: it is part of the pass that was run just before.
    """
    value = machine.narrow(value)
    if isinstance(value, Union):
        for index, (path, item) in enumerate(machine.alternatives(value)):
            with machine.assuming(path):
                run_backward(machine, item, call, retain=retain, joint=joint or index > 0)
        return
    root = machine.as_tensor(value, call.site)
    if root is None:
        return
    presume_history(machine, value, root, call.site)
    keeps = call.flag(1, "retain_graph", False) if retain is None else retain
    creates = call.flag(2, "create_graph", False)
    gradient = call.argument(0, "gradient")
    machine.engine.backward(
        root,
        call.site,
        retain=keeps is not False,
        create_graph=creates is not False,
        has_gradient=gradient is not None and gradient != NONE,
        joint=joint,
    )


def presume_history(machine: Machine, value: Value, root: Tensor, site: Site) -> None:
    """Give something out of view the history that its ``backward()`` shows it to have."""
    if machine.engine.requires_grad_of(root) is not Tri.UNKNOWN or root.node is not None:
        return
    if root in machine.unresolved:
        return
    sources = [*value.derived_from] if isinstance(value, Unknown) else []
    node = machine.opaque_node("out of view", site, (*sources, machine.outside_parameters()))
    node.born = root.born
    node.guessed = True
    machine.trail.set(root, "node", node)
    machine.trail.set(root, "requires_grad", Tri.YES)
    machine.trail.set(root, "leaf", Tri.NO)
    root.known = True


@models(TENSOR_METHODS, "backward")
def backward(call: Call) -> Value:
    """``loss.backward()``."""
    run_backward(call.machine, call.receiver, call)
    return NONE


@models(FUNCTIONS, "torch.autograd.backward")
def backward_function(call: Call) -> Value:
    """``torch.autograd.backward(tensors)``."""
    given = call.argument(0, "tensors")
    inner = Call(call.machine, call.name, Arguments(call.arguments.positional[1:], call.arguments.keywords), call.site)
    for index, root in enumerate(dict.fromkeys(_tensors(call.machine, given, call.site))):
        run_backward(call.machine, root, inner, joint=index > 0)
    return NONE


def _tensors(machine: Machine, given: Value, site: Site) -> list[Value]:
    given = machine.narrow(given)
    if isinstance(given, (ListValue, TupleValue, IteratorValue)):
        items, rest = iterate(machine, given, site)
        return [*items, *(() if rest is None else (rest,))]
    return [] if given is None or given == NONE else [given]


@models(FUNCTIONS, "torch.autograd.grad")
def grad(call: Call) -> Value:
    """``torch.autograd.grad(outputs, inputs)``: a backward pass that adds to no ``.grad``."""
    machine = call.machine
    outputs = _tensors(machine, call.argument(0, "outputs"), call.site)
    inputs_value = machine.narrow(call.argument(1, "inputs"))
    inputs = [
        tensor for item in _tensors(machine, inputs_value, call.site) if (tensor := machine.as_tensor(item)) is not None
    ]
    creates = call.flag(4, "create_graph", False)
    retains = call.flag(3, "retain_graph", False)
    given = call.argument(2, "grad_outputs")
    roots = [root for item in outputs if (root := machine.as_tensor(item, call.site)) is not None]
    for index, (value, root) in enumerate(zip(outputs, roots, strict=False)):
        presume_history(machine, value, root, call.site)
        machine.engine.backward(
            root,
            call.site,
            retain=retains is not False,
            create_graph=creates is not False,
            has_gradient=given is not None and given != NONE,
            inputs=inputs,
            accumulates=False,
            joint=index > 0,
        )
    results = tuple(_gradient(machine, item, roots, creates, call.site) for item in inputs)
    if isinstance(inputs_value, (ListValue, TupleValue, IteratorValue)) and not inputs:
        return ListValue(machine.trail, (), machine.unknown(call.site), "tuple")
    return TupleValue(results)


def _gradient(machine: Machine, of: Tensor, roots: list[Tensor], creates: bool | None, site: Site) -> Tensor:
    made = machine.engine.tensor(site, dtype=of.dtype, count=of.count)
    made.first_order = (of, creates is False)
    if creates is False:
        made.gradient_used = (of, Mark(site, machine.path, "autograd.grad"))
    if creates is None:
        made.requires_grad = Tri.UNKNOWN
    elif creates:
        node = machine.opaque_node("gradient", site, (*roots, of))
        machine.engine.give_node(made, node)
        made.requires_grad = any_of(root.requires_grad for root in roots)
    return made


@models(MODULE_METHODS, "manual_backward")
def manual_backward(call: Call) -> Value:
    """Lightning's ``self.manual_backward(loss)``."""
    rest = Arguments(call.arguments.positional[1:], call.arguments.keywords)
    value = call.argument(0, "loss")
    if value is not None:
        run_backward(call.machine, value, Call(call.machine, call.name, rest, call.site))
    return NONE


def unknown_method(
    machine: Machine, owner: Unknown | None, name: str, arguments: Arguments, site: Site
) -> Value | None:
    """Methods whose name tells what they do, whatever they are called on; None for all others."""
    call = Call(machine, name, arguments, site, owner)
    if owner is None:
        return None
    if name == "backward":
        return _unknown_backward(call, owner)
    if name == "manual_backward" or (name == "scale" and len(arguments.positional) == 1 and not arguments.keywords):
        return _scale_or_manual(call, name)
    if name == "zero_grad":
        keeps = call.flag(0, "set_to_none", True) is False
        tensors = machine.all_outside_parameters()
        machine.emit(GradientsCleared(site, machine.path, owner, tensors, keeps))
        machine.engine.clear_gradients(tensors, site)
        return NONE
    if name == "step":
        return _unknown_step(call, owner)
    if name in _PREPARES and _is_accelerator(machine, owner, arguments):
        given = arguments.positional
        return given[0] if len(given) == 1 else TupleValue(tuple(given))
    if name in ("parameters", "named_parameters"):
        return _unknown_parameters(machine, owner, name, site)
    if name in ("cuda", "cpu", "to", "eval", "train", "double", "float", "half") and owner.parameters is not None:
        return owner
    if name in ("detach", "clone") and owner.kind == "any":
        made = machine.unknown(site)
        made.derived_from = owner.derived_from if name == "clone" else ()
        return made
    if name in ("item", "tolist", "numpy") and owner.kind == "any":
        return machine.unknown(site, "number" if name == "item" else "any")
    return None


_PREPARES = frozenset({"prepare", "prepare_model", "prepare_optimizer", "setup", "setup_module", "setup_optimizers"})
"""Methods of accelerators that hand back what they are given, wrapped."""


def _is_accelerator(machine: Machine, owner: Unknown, arguments: Arguments) -> bool:
    """Whether it was made as one, or is given a module together with an optimizer as only accelerators are."""
    if arguments.more or not arguments.positional:
        return False
    if owner.origin is not None and owner.origin.rsplit(".", 1)[-1] in ("Accelerator", "Fabric"):
        return True
    given = [machine.narrow(item) for item in arguments.positional]
    return any(machine.is_module(item) for item in given) and any(
        isinstance(item, Instance) and is_optimizer(machine, item) for item in given
    )


def _unknown_backward(call: Call, owner: Unknown) -> Value:
    machine = call.machine
    first = machine.narrow(call.argument(0))
    if isinstance(first, Union):
        run_backward(machine, first, call)
        return NONE
    root = machine.as_tensor(first, call.site) if first is not None else None
    if root is not None and (root.requires_grad.maybe or root.cut is not None) and isinstance(first, (Tensor, Unknown)):
        inner = Arguments(call.arguments.positional[1:], call.arguments.keywords)
        run_backward(machine, first, Call(machine, "backward", inner, call.site))
        return NONE
    owner.kind = "tensor" if owner.kind == "any" else owner.kind
    run_backward(machine, owner, call)
    return NONE


def _scale_or_manual(call: Call, name: str) -> Value:
    value = call.argument(0)
    if name == "manual_backward":
        inner = Arguments(call.arguments.positional[1:], call.arguments.keywords)
        run_backward(call.machine, value, Call(call.machine, name, inner, call.site))
        return NONE
    return value


NO_OPTIMIZERS = re.compile(r"sched|lr_|warm_?up|prof|env|timer|bar|meter|logger", re.IGNORECASE)
"""Names of what has a ``step`` method and changes no parameters, as people name them."""


def _unknown_step(call: Call, owner: Unknown) -> Value:
    machine = call.machine
    if NO_OPTIMIZERS.search(f"{owner.origin or ''} {call.site.text.split('.step(')[0]}"):
        return machine.unknown(call.site)
    first = call.machine.narrow(call.argument(0, "optimizer"))
    if isinstance(first, Instance):
        stepped = machine.read_attribute(first, "step", call.site)
        return machine.call(stepped, Arguments(), call.site)
    if isinstance(first, FunctionValue):
        machine.call(first, Arguments(), call.site)
    outside = machine.outside_parameters()
    machine.emit(OptimizerStepped(call.site, machine.path, owner, (outside,)))
    if not call.arguments.positional or isinstance(first, (FunctionValue, Unknown)):
        machine.engine.step((outside,), call.site)
    return machine.unknown(call.site)


def _unknown_parameters(machine: Machine, owner: Unknown, name: str, site: Site) -> Value:
    summary = machine.module_parameters_outside(owner)
    item: Value = summary
    if name == "named_parameters":
        item = TupleValue((machine.unknown(site, "string"), summary))
    return IteratorValue(machine.trail, (), item, site, name)


def apply_function(machine: Machine, cls: ClassValue, arguments: Arguments, site: Site) -> Value:
    """``Fn.apply(...)``: forward is run without grad mode; the node saves what ``save_for_backward`` was given."""
    forward = machine.class_attribute(cls, "forward")
    context = Instance(machine.trail, cls, site)
    context.hidden["context"] = True
    tensors = [tensor for item in arguments.positional if (tensor := machine.as_tensor(item, site)) is not None]
    needs = any_of(machine.engine.requires_grad_of(item) for item in tensors)
    result: Value = machine.unknown(site)
    if isinstance(forward, FunctionValue):
        before = machine.engine.set_grad_mode(Tri.NO, machine.site(forward.node))
        takes_context = machine.class_attribute(cls, "setup_context") is None
        given = (context, *arguments.positional) if takes_context else arguments.positional
        result = machine.call(forward, Arguments(given, arguments.keywords, arguments.more), site)
        setup = machine.class_attribute(cls, "setup_context")
        if isinstance(setup, FunctionValue):
            machine.call(setup, Arguments((context, TupleValue(arguments.positional), result)), site)
        machine.engine.restore_modes(before)
    result = _with_history(machine, cls, context, result, tensors, needs, site)
    machine.emit(FunctionApplied(site, machine.path, cls, arguments, result))
    return result


def _with_history(
    machine: Machine, cls: ClassValue, context: Instance, result: Value, tensors: list[Tensor], needs: Tri, site: Site
) -> Value:
    engine = machine.engine
    if not needs.maybe or engine.modes.grad.no:
        return result
    node = engine.new_node(cls.name, site)
    edges = (engine.edge(tensor) for tensor in tensors)
    node.edges = tuple(edge for edge in edges if edge is not None)
    saved = [tensor for item in context.hidden.get("saved", ()) for tensor in machine.tensors_in(item)]
    renamed: list[tuple[Tensor, Tensor]] = []

    def wrap(item: Value) -> Value:
        if not isinstance(item, Tensor) or item.dtype.differentiable.no:
            return item
        made = engine.tensor(site, dtype=item.dtype, count=item.count, storage=item.storage, counter=item.counter)
        engine.give_node(made, node, needs)
        made.presumed = all(tensor.presumed or tensor.requires_grad.no for tensor in tensors)
        renamed.append((item, made))
        return made

    def wrap_all(item: Value) -> Value:
        return TupleValue(tuple(wrap(part) for part in item.items)) if isinstance(item, TupleValue) else wrap(item)

    wrapped = machine.lift(wrap_all, result)
    for tensor in saved:
        output = next((new for old, new in renamed if old is tensor), None)
        engine.save(node, output if output is not None else tensor, "result" if output is not None else "input", needs)
    return wrapped


__all__ = ["apply_function", "run_backward", "unknown_method"]
