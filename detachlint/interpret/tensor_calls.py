"""Operators and functions of tensors, driven by the measured facts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

from detachlint.facts import UNCERTAIN, OpFacts, chosen_release, method_facts, operator_facts
from detachlint.interpret import shapes
from detachlint.interpret.events import GradientsCleared, ItemRead, OperatorApplied
from detachlint.interpret.machine import Machine
from detachlint.interpret.operation import Operation, operation
from detachlint.interpret.source_site import Site
from detachlint.interpret.values import (
    NONE,
    Arguments,
    ArrayValue,
    Const,
    ListValue,
    TupleValue,
    Union,
    Unknown,
    Value,
)
from detachlint.shadow.tensor import Count, Dtype, Mark, Tensor, ViewKind
from detachlint.shadow.tri import Tri, any_of

IN_PLACE = {
    "+": "add_",
    "-": "sub_",
    "*": "mul_",
    "/": "div_",
    "//": "floor_divide_",
    "%": "remainder_",
    "**": "pow_",
    "&": "bitwise_and_",
    "|": "bitwise_or_",
    "^": "bitwise_xor_",
    "<<": "bitwise_left_shift_",
    ">>": "bitwise_right_shift_",
}


def carries_graph(value: Value) -> bool:
    """Whether something unknown is certain to have a gradient history, so that it acts as a tensor."""
    return (
        isinstance(value, Unknown)
        and (
            value.node is not None
            or value.forward_input
            or bool(value.derived_from)
            or (value.tensor is not None and value.tensor.known)
        )
        and value.kind in ("any", "tensor")
    )


# -- operators ---------------------------------------------------------------------------------------------------


NAMES = {
    "+": "add",
    "-": "sub",
    "*": "mul",
    "/": "div",
    "//": "floor_divide",
    "%": "remainder",
    "**": "pow",
    "@": "matmul",
    "unary-": "neg",
    "[]advanced": "index",
    ">": "gt",
    ">=": "ge",
    "<": "lt",
    "<=": "le",
    "==": "eq",
    "!=": "ne",
}
COMPARISONS = frozenset({"gt", "ge", "lt", "le", "eq", "ne"})


def symbol_facts(symbol: str) -> OpFacts | None:
    """The facts of a Python operator, under the name torch gives its function."""
    return _symbol_facts(symbol, chosen_release())


@cache
def _symbol_facts(symbol: str, _release: str | None) -> OpFacts | None:
    facts = operator_facts(symbol)
    return replace(facts, name=NAMES[symbol]) if facts is not None and symbol in NAMES else facts


def operator(machine: Machine, symbol: str, left: Value, right: Value, site: Site) -> Value:
    """A binary operator with a tensor on one side at least."""
    facts = symbol_facts(symbol)
    if facts is None:
        return machine.unknown(site)
    return compute(machine, facts, (left, right), site)


def unary(machine: Machine, symbol: str, value: Value, site: Site) -> Value:
    """A unary operator on a tensor."""
    if symbol == "unary+":
        return value
    facts = symbol_facts(symbol)
    return machine.unknown(site) if facts is None else compute(machine, facts, (value,), site)


def augment(machine: Machine, symbol: str, old: Value, operand: Value, site: Site) -> Value:
    """``tensor symbol= operand``: an in-place write to the tensor itself."""
    tensor = machine.as_tensor(old, site)
    name = IN_PLACE.get(symbol)
    if tensor is None or name is None:
        return operator(machine, symbol, old, operand, site)
    write_in_place(machine, tensor, (operand,), site, method_facts(name), f"`{symbol}=`")
    return old


def write_in_place(
    machine: Machine,
    target: Tensor,
    operands: Sequence[Value],
    site: Site,
    facts: OpFacts | None,
    kind: str,
    options: Mapping[str, object] | None = None,
) -> None:
    """An in-place operation on ``target``, which takes the first place among its arguments."""
    for operand in operands:
        note_left_graph(machine, target, operand)
    sources = [_source(machine, operand, site) for operand in operands]
    chosen = None
    if facts is not None:
        is_tensor = (True, *(item is not None for item in sources))
        chosen = operation(facts, _all_options(facts, (target, *operands), options), is_tensor)
    done = machine.engine.write(target, site, sources=sources, operator=chosen, kind=kind)
    if not done and any(item is not None and item.requires_grad.maybe for item in sources):
        _doubt(machine, target)
    if facts is not None and kind != "index assignment":
        overwrite_gradient(machine, target, facts.name, operands, site)


def _source(machine: Machine, operand: Value, site: Site) -> Tensor | None:
    """An operand, where it is a tensor for certain or may carry a graph."""
    tensor = machine.as_tensor(operand, site)
    return tensor if tensor is not None and (tensor.requires_grad.maybe or tensor.known) else None


def _doubt(machine: Machine, target: Tensor) -> None:
    """What would have become of a tensor had torch not refused to write it, is not asked any more."""
    for item in (target, target.base):
        if item is not None and item.requires_grad.no:
            machine.trail.set(item, "requires_grad", Tri.UNKNOWN)
            machine.trail.set(item, "leaf", Tri.UNKNOWN)


def overwrite_gradient(machine: Machine, target: Tensor, name: str, operands: Sequence[Value], site: Site) -> None:
    """``p.grad.zero_()`` and its like: what backward passes added up is gone."""
    source = target.alias_of if target.grad_of is None and target.alias is not None else target
    leaf = source.grad_of if source is not None else None
    if leaf is None:
        return
    zero = name == "zero_" or (name in ("fill_", "mul_") and any(item in (Const(0), Const(0.0)) for item in operands))
    if zero:
        machine.emit(GradientsCleared(site, machine.path, leaf, (leaf,), True))
    if zero or name in ("fill_", "copy_"):
        machine.trail.set(leaf, "grads", () if zero else (Mark(site, machine.path),))
        machine.trail.set(leaf, "consumed", ())


def note_left_graph(machine: Machine, target: Tensor, operand: Value) -> None:
    """Remember that a number which came out of the graph went into a tensor."""
    left = getattr(operand, "left_graph", None)
    if left is not None and target.took_in is None:
        target.took_in = left


# -- out-of-place computation --------------------------------------------------------------------------------------


def compute(
    machine: Machine,
    facts: OpFacts,
    operands: Sequence[Value],
    site: Site,
    *,
    options: Mapping[str, object] | None = None,
) -> Value:
    """The result of an operator that is known by its facts; ``operands`` by position, ``options`` by name."""
    inputs = [_operand_tensor(machine, operand, site) for operand in operands]
    flat, spread = _flatten(machine, operands, inputs, site)
    if not spread:
        flat = inputs
    if facts.outputs == 0 or not any(item is not None for item in flat):
        return machine.unknown(site)
    given = _all_options(facts, operands, options)
    chosen = operation(facts, given, tuple(item is not None for item in flat), autocast=machine.autocast)
    facts = chosen.facts
    source = inputs[facts.view_of] if facts.view_of < len(inputs) else None
    if source is not None and facts.view in ("view", "multi", "expand"):
        return _view(machine, facts, source, site, operands)
    if source is not None and facts.view in ("maybe", "alias"):
        return maybe_view(machine, source, site, facts.name)
    dtype, count = _dtype(facts, flat), _count(facts, flat)
    results = machine.engine.apply(chosen, flat, site, dtype=dtype, count=count, outputs=facts.outputs or 1)
    _note_sources(machine, results, operands)
    _note_shape(facts, results, flat)
    _note_size(facts, results[0], flat, given)
    if facts.name in COMPARISONS:
        results[0].compared = facts.name
    node = results[0].node
    if node is not None:
        node.scalars = _numbers(operands, options)
    _note_further(machine, chosen, results, flat)
    made = results[0] if len(results) == 1 else TupleValue(results, ("values", "indices")[: len(results)])
    machine.emit(OperatorApplied(site, machine.path, facts.name, tuple(operands), node, made))
    return made


def _all_options(facts: OpFacts, operands: Sequence[Value], options: Mapping[str, object] | None) -> dict[str, object]:
    """Options given by name, and those given in the positions that hold no tensor."""
    found = dict(options or {})
    for name, operand in zip(facts.parameters, operands, strict=False):
        if isinstance(operand, Const):
            if operand.value is not None:
                found.setdefault(name, operand.value)
        elif isinstance(operand, (TupleValue, ListValue)) and facts.spread is None:
            found.setdefault(name, UNCERTAIN)
    return found


def _note_further(
    machine: Machine, chosen: Operation, results: Sequence[Tensor], inputs: Sequence[Tensor | None]
) -> None:
    """Of several results: indices, to which no gradient goes, and what is saved of those after the first."""
    node = results[0].node
    if len(results) > 1 and chosen.name in FINDING:
        machine.engine.without_gradient(results[1], inputs)
    if len(results) == 1 or node is None:
        return
    node.result = results[0]
    saved = chosen.facts.saved_outputs(node.flows, tuple(item is not None for item in inputs))
    for result, certain in list(zip(results, saved, strict=False))[1:]:
        if certain.maybe:
            machine.engine.save(node, result, "result", certain)


FINDING = frozenset(
    ["max", "min", "topk", "sort", "msort", "median", "nanmedian", "mode", "kthvalue", "cummax", "cummin"]
    + [f"{kind}max_pool{n}d" for kind in ("", "adaptive_", "fractional_") for n in (1, 2, 3)]
    + [f"{kind}max_pool{n}d_with_indices" for kind in ("", "adaptive_", "fractional_") for n in (1, 2, 3)]
)
"""Operators whose second result says where the first was found."""


def _note_sources(machine: Machine, results: Sequence[Tensor], operands: Sequence[Value]) -> None:
    for result in results:
        for operand in operands:
            for part in (operand, *machine.parts(operand)):
                note_left_graph(machine, result, part)


def _note_shape(facts: OpFacts, results: Sequence[Tensor], inputs: Sequence[Tensor | None]) -> None:
    """How many dimensions the results have at least, as far as ``backward()`` and indexing care."""
    dimensions = max((item.ndim or 0 for item in inputs if item is not None), default=0)
    for result in results:
        if facts.numel in ("same", "broadcast"):
            result.layout = shapes.broadcast_layout(inputs)
        if facts.numel == "one":
            result.no_dimension = True
        elif facts.numel in ("same", "broadcast") and dimensions:
            result.ndim = dimensions
        elif facts.numel_with_dim == "unknown" and facts.numel == "unknown" and dimensions > 1 and _reduces(facts):
            result.ndim = dimensions - 1
            result.count = Count.MANY


def _note_size(facts: OpFacts, result: Tensor, inputs: Sequence[Tensor | None], options: Mapping[str, object]) -> None:
    """How many elements a result has, where the sizes of what went in tell."""
    if facts.numel not in ("one", "same", "broadcast") and _reduces(facts):
        result.layout = shapes.reduced_layout(inputs[0], options)
    elif facts.name in JOINING and any(item is not None and item.count is Count.MANY for item in inputs):
        result.count = Count.MANY
    elif facts.name in OF_CLASSES and options.get("reduction") == "none":
        target = inputs[1] if len(inputs) > 1 else None
        if target is not None and target.dtype is Dtype.INTEGER:
            result.count, result.layout = target.count, shapes.copied(target)
    if result.layout is not None:
        result.count = shapes.count_of(result.layout)


JOINING = frozenset({"cat", "concat", "concatenate", "stack", "hstack", "vstack", "dstack"})
OF_CLASSES = frozenset({"cross_entropy", "nll_loss"})
"""Losses that, unreduced, have as many elements as there are labels."""


def _reduces(facts: OpFacts) -> bool:
    return "dim" in facts.parameters and "dim" in facts.options and facts.name in REDUCTIONS


REDUCTIONS = frozenset({"sum", "mean", "prod", "norm", "std", "var", "amax", "amin", "logsumexp"})


def _numbers(operands: Sequence[Value], options: Mapping[str, object] | None) -> tuple[float, ...]:
    given = [item.value for item in operands if isinstance(item, Const)]
    given.extend((options or {}).values())
    return tuple(item for item in given if isinstance(item, (int, float)) and not isinstance(item, bool))


def _operand_tensor(machine: Machine, operand: Value, site: Site) -> Tensor | None:
    operand = machine.narrow(operand)
    if isinstance(operand, (Tensor, Union)):
        return machine.as_tensor(operand, site)
    if isinstance(operand, Unknown) and operand.kind in ("any", "tensor"):
        return machine.as_tensor(operand, site)
    if isinstance(operand, ArrayValue):
        return operand.tensor
    return None


def _flatten(
    machine: Machine, operands: Sequence[Value], inputs: Sequence[Tensor | None], site: Site
) -> tuple[list[Tensor | None], bool]:
    """The tensors that go in, those of a list (``cat``, ``stack``) one by one."""
    flat: list[Tensor | None] = []
    spread = False
    for operand, tensor in zip(operands, inputs, strict=True):
        operand = machine.narrow(operand)
        if isinstance(operand, (ListValue, TupleValue)):
            spread = True
            flat.extend(_operand_tensor(machine, part, site) for part in machine.parts(operand))
        else:
            flat.append(tensor)
    return flat, spread


def _dtype(facts: OpFacts, inputs: Sequence[Tensor | None]) -> Dtype:
    if facts.dtype in ("float", "int", "bool"):
        return {"float": Dtype.FLOAT, "int": Dtype.INTEGER, "bool": Dtype.BOOL}[facts.dtype]
    if facts.dtype not in ("same", "promote"):
        return Dtype.UNKNOWN
    kinds = {item.dtype for item in inputs if item is not None}
    if Dtype.FLOAT in kinds:
        return Dtype.FLOAT
    if facts.dtype == "same" and len(kinds) == 1 and all(item is not None for item in inputs[:1]):
        return next(iter(kinds))
    if len(kinds) == 1 and len(inputs) == 1:
        return next(iter(kinds))
    return Dtype.UNKNOWN


def _count(facts: OpFacts, inputs: Sequence[Tensor | None]) -> Count:
    counts = [item.count for item in inputs if item is not None]
    if facts.numel == "one":
        return Count.ONE
    if facts.numel == "many":
        return Count.MANY
    if facts.numel == "same" and counts:
        return counts[0]
    if facts.numel == "broadcast" and counts:
        if Count.MANY in counts:
            return Count.MANY
        if all(count is Count.ONE for count in counts):
            return Count.ONE
    return Count.UNKNOWN


def _view(machine: Machine, facts: OpFacts, tensor: Tensor, site: Site, operands: Sequence[Value]) -> Value:
    if facts.view == "multi":
        return ListValue(machine.trail, (), machine.engine.view(tensor, ViewKind.MULTI, site, facts.name), "tuple")
    kind = ViewKind.EXPANDED if facts.view == "expand" else ViewKind.SINGLE
    made = machine.engine.view(tensor, kind, site, facts.name)
    made.known = True
    made.layout = shapes.view_layout(machine, facts.name, tensor, operands[facts.view_of + 1 :])
    if kind is ViewKind.SINGLE or tensor.layout is not None:
        made.expanded = shapes.certainly_shared(made.layout, made.expanded)
    made.count = tensor.count if kind is ViewKind.SINGLE and facts.numel == "same" else Count.UNKNOWN
    made.dtype = tensor.dtype
    made.took_in = tensor.took_in
    return made


RETURN_THEMSELVES = frozenset(
    ["to", "type", "type_as", "cpu", "cuda", "float", "double", "half", "bfloat16", "contiguous"]
)
"""Methods that return the very tensor where there is nothing to do."""


def maybe_view(machine: Machine, tensor: Tensor, site: Site, operator_name: str) -> Tensor:
    """A result that may be a view, the tensor itself or a copy: its history is known, its memory is not."""
    engine = machine.engine
    made = engine.tensor(site, dtype=tensor.dtype, count=tensor.count)
    made.presumed = tensor.presumed
    made.took_in = tensor.took_in
    made.cut, made.cuts, made.cut_from = tensor.cut, tensor.cuts, tensor.cut_from
    made.gradient_used, made.compared = tensor.gradient_used, tensor.compared
    made.gradient_detached = tensor.gradient_detached
    made.leaf = tensor.leaf
    made.maybe_alias_of = tensor
    edge = engine.edge(tensor)
    if edge is not None and engine.modes.grad.maybe:
        node = engine.new_node(operator_name, site)
        node.edges = (edge,)
        node.operands = (tensor,)
        node.result = made
        made.node = node
        made.requires_grad = tensor.requires_grad & engine.modes.grad
        made.leaf = ~made.requires_grad
        if tensor.leaf.yes and operator_name in RETURN_THEMSELVES:
            made.leaf = Tri.UNKNOWN
    elif edge is not None:
        made.cut = Mark(engine.modes.grad_off_site or site, machine.path, "no_grad")
    return made


# -- indexing --------------------------------------------------------------------------------------------------------


def is_advanced(index: Any) -> bool:
    """Whether an index makes a copy (tensors, lists, arrays) rather than a view."""
    parts = index.items if isinstance(index, TupleValue) else (index,)
    return any(isinstance(part, (Tensor, ListValue, ArrayValue)) for part in parts)


def may_be_advanced(index: Any) -> bool:
    """Whether it is not known if an index makes a copy."""
    parts = index.items if isinstance(index, TupleValue) else (index,)
    return any(isinstance(part, Unknown) and part.kind not in ("int", "number", "size") for part in parts)


def index(machine: Machine, value: Value, key: Any, site: Site) -> Value:
    """``tensor[key]``."""
    tensor = machine.as_tensor(value, site)
    if tensor is None:
        return machine.unknown(site)
    machine.emit(ItemRead(site, machine.path, tensor, key))
    if isinstance(value, Unknown) and not machine.is_tensor(value) and not shows_tensor(key):
        return part_of(machine, value, site)
    if is_advanced(key):
        facts = symbol_facts("[]advanced")
        parts = key.items if isinstance(key, TupleValue) else (key,)
        tensors = [part for part in parts if isinstance(part, Tensor)]
        if facts is not None:
            return compute(machine, facts, (tensor, *tensors), site)
    if may_be_advanced(key):
        return maybe_view(machine, tensor, site, "index")
    view = machine.engine.view(tensor, ViewKind.SINGLE, site, "select")
    view.index_key = key
    view.layout = shapes.index_layout(machine, tensor.layout, key)
    view.expanded = shapes.certainly_shared(view.layout, view.expanded)
    return view


def shows_tensor(key: Any) -> bool:
    """Whether only a tensor (or an array) can be indexed so: a tuple, an ellipsis, None, a mask."""
    return isinstance(key, (TupleValue, Tensor, ArrayValue)) or (
        isinstance(key, Const) and (key.value is None or key.value is Ellipsis)
    )


def part_of(machine: Machine, value: Unknown, site: Site) -> Unknown:
    """An element of something unknown that may be a tensor, a tuple, a dictionary …: its history is the same."""
    made = machine.unknown(site)
    made.node, made.forward_input, made.derived_from = value.node, value.forward_input, value.derived_from
    made.left_graph = value.left_graph
    return made


def set_index(machine: Machine, receiver: Value, key: Any, value: Value, site: Site) -> None:
    """``tensor[key] = value``: an in-place write."""
    tensor = machine.as_tensor(receiver, site)
    if tensor is None:
        return
    facts = method_facts("copy_")
    if tensor.expanded.maybe:
        part = shapes.index_layout(machine, tensor.layout, key)
        tensor = machine.engine.view(tensor, ViewKind.SINGLE, site, "select")
        tensor.expanded = shapes.certainly_shared(part, Tri.UNKNOWN)
    write_in_place(machine, tensor, (value,), site, facts, "index assignment")


def row(machine: Machine, value: Value, site: Site) -> Tensor:
    """What iterating over a tensor yields: an output of ``unbind``."""
    tensor = machine.as_tensor(value, site)
    assert tensor is not None
    made = machine.engine.view(tensor, ViewKind.MULTI, site, "unbind")
    made.took_in = tensor.took_in
    return made


def unpack(machine: Machine, value: Value, count: int, site: Site) -> list[Value]:
    """``a, b = tensor`` or the several results of code out of view."""
    if isinstance(value, Unknown) and not (value.tensor is not None and value.tensor.known):
        return [part_of(machine, value, site) for _ in range(count)]
    return [row(machine, value, site) for _ in range(count)]


# -- arrays ------------------------------------------------------------------------------------------------------------


def array_operator(machine: Machine, operands: Sequence[Value], site: Site, *, view: bool = False) -> ArrayValue:
    """An array computed from arrays; a view shares their memory."""
    first = next(item for item in operands if isinstance(item, ArrayValue))
    made = ArrayValue(machine.trail, first.tensor) if view else ArrayValue(machine.trail, machine.engine.tensor(site))
    made.left_graph = next((left for item in operands if (left := getattr(item, "left_graph", None)) is not None), None)
    return made


def write_array(machine: Machine, array: ArrayValue, site: Site) -> None:
    """An in-place change of an array: the memory it shares changes, and no version counter moves."""
    machine.engine.write(array.tensor, site, kind="array")


# -- method and function calls -----------------------------------------------------------------------------------------


SURELY_TENSORS = frozenset(
    {"input", "self", "tensor", "weight", "mat1", "mat2", "target", "vec", "query", "key", "value", "batch1", "batch2"}
)
"""Names of arguments that take nothing but a tensor."""


def call_by_facts(machine: Machine, facts: OpFacts, arguments: Arguments, site: Site) -> Value:
    """A torch function or method that nothing is known of but its facts."""
    keywords = dict(arguments.keywords or {})
    out = keywords.pop("out", None)
    operands, options = _arrange(machine, facts, arguments.positional, keywords)
    for name, operand in zip(facts.parameters, operands, strict=False):
        if name in SURELY_TENSORS:
            machine.prove_tensor(operand)
    if out is not None and out != NONE:
        return write_out(machine, facts, operands, out, site)
    if facts.writes:
        return _in_place_call(machine, facts, operands, options, site)
    if options.get("inplace") is True:
        return _inplace_option(machine, facts, operands, options, site)
    return compute(machine, facts, operands, site, options=options)


def _arrange(
    machine: Machine, facts: OpFacts, positional: Sequence[Value], keywords: dict[str, Value]
) -> tuple[list[Value], dict[str, object]]:
    """Arguments by position, tensors given by name among them, and all other options by name."""
    operands = list(positional)
    options: dict[str, object] = {}
    for name, value in keywords.items():
        value = machine.narrow(value)
        position = facts.position(name)
        if isinstance(value, Const):
            if value.value is not None:
                options[name] = value.value
        elif position is not None and isinstance(value, (Tensor, Unknown, ListValue, TupleValue, Union)):
            operands.extend([NONE] * (position + 1 - len(operands)))
            operands[position] = value
        else:
            options[name] = UNCERTAIN
    return operands, options


def drops(name: str, options: Mapping[str, object]) -> bool:
    """Whether a dropout surely sets elements to zero; true of everything else."""
    if "dropout" not in name.lower():
        return True
    share = options.get("p", 0.5)
    return isinstance(share, float) and share > 0 and options.get("training", True) is not False


def _inplace_option(
    machine: Machine, facts: OpFacts, operands: Sequence[Value], options: Mapping[str, object], site: Site
) -> Value:
    """``F.relu(x, inplace=True)``."""
    target = machine.as_tensor(operands[0], site)
    if target is not None and drops(facts.name, _all_options(facts, operands, options)):
        method = method_facts(f"{facts.name}_")
        machine.trail.set(target, "overwritten", (machine.steps_left, site))
        write_in_place(machine, target, (), site, method, f"`{facts.name}(inplace=True)`")
    return operands[0]


def _in_place_call(
    machine: Machine, facts: OpFacts, operands: Sequence[Value], options: Mapping[str, object], site: Site
) -> Value:
    target_value = operands[facts.writes[0]] if len(operands) > facts.writes[0] else NONE
    target = machine.as_tensor(target_value, site)
    if target is None:
        return target_value
    others = [item for index, item in enumerate(operands) if index != facts.writes[0]]
    write_in_place(machine, target, others, site, facts, f"`{facts.name}`", options)
    return target_value


def write_out(machine: Machine, facts: OpFacts, operands: Sequence[Value], out: Value, site: Site) -> Value:
    """``out=``: the result is written into a tensor that is there already."""
    target = machine.as_tensor(out, site)
    if target is None:
        return out
    parts = [part for operand in operands for part in (machine.parts(operand) or (operand,))]
    tensors = [tensor for part in parts if (tensor := machine.as_tensor(part, site)) is not None]
    needs = any_of(machine.engine.requires_grad_of(item) for item in (*tensors, target))
    machine.emit_out(site, target, tuple(tensors), needs)
    with_grad = machine.engine.modes.grad
    if needs.yes and with_grad.yes:
        machine.trail.set(target, "requires_grad", Tri.UNKNOWN)
        return out
    machine.engine.write(target, site, kind="`out=`")
    return out
