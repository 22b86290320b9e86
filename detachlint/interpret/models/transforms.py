"""``torch.func`` and ``torch.autograd.functional``: they differentiate functions of tensors, or map them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from detachlint.facts import TransformFacts, transform_facts
from detachlint.interpret.machine import Machine
from detachlint.interpret.models.registry import FUNCTIONS, Call, models
from detachlint.interpret.models.rerunning import change_tensors, forget_saved, inner_nodes, outer_edges
from detachlint.interpret.source_site import Site
from detachlint.interpret.values import Arguments, DictValue, Instance, TupleValue, Unknown, Value
from detachlint.shadow.graph import Edge, Node
from detachlint.shadow.tensor import Count, Mark, Tensor
from detachlint.shadow.tri import Tri

FUNCTIONAL = tuple(f"torch.autograd.functional.{name}" for name in ("jacobian", "hessian", "vjp", "jvp", "vhp", "hvp"))
CURRIED = tuple(f"torch.func.{name}" for name in ("grad", "grad_and_value", "jacrev", "jacfwd", "hessian"))


@contextmanager
def _grad_on(machine: Machine, facts: TransformFacts, site: Site) -> Iterator[None]:
    """Grad mode as the function meets it."""
    before = machine.engine.current_modes
    if facts.enables_grad:
        machine.engine.set_grad_mode(Tri.YES, site)
    yield
    machine.engine.restore_modes(before)


# -- torch.autograd.functional -------------------------------------------------------------------------------------


@models(FUNCTIONS, *FUNCTIONAL)
def functional(call: Call) -> Value:
    """Differentiates a function where it is given; without ``create_graph`` the result is a constant."""
    machine, facts = call.machine, transform_facts(call.name)
    function, given = call.argument(0, "func"), call.argument(1, "inputs")
    creates = call.flag(_position_of_create_graph(call.name), "create_graph", False)
    if facts is None or function is None or given is None:
        return machine.unknown(call.site)
    inputs = machine.parts(given) if isinstance(given, TupleValue) else (given,)
    arguments = tuple(_inside(machine, item, creates, call.site) for item in inputs)
    before = machine.engine.new_node(call.name, call.site).number
    with _grad_on(machine, facts, call.site):
        result = machine.call(function, Arguments(arguments), call.site)
        edges = _left_of(machine, result, before)
    of = next((item for item in inputs if isinstance(item, Tensor)), None)

    def made() -> Tensor:
        return _derivative(call, edges, of, creates)

    if not isinstance(given, Tensor) or not isinstance(result, Tensor):
        return _unstructured(machine, made(), call.site)
    return made() if facts.results == 1 else TupleValue(tuple(made() for _ in range(facts.results)))


def _position_of_create_graph(name: str) -> int:
    return 2 if name.endswith(("jacobian", "hessian")) else 3


def _inside(machine: Machine, item: Value, creates: bool | None, site: Site) -> Value:
    """What the function gets: a leaf that requires grad, or with ``create_graph`` what is given."""
    tensor = machine.as_tensor(item, site)
    if tensor is None:
        return item
    if creates is not False and machine.engine.requires_grad_of(tensor).yes:
        return tensor
    return machine.engine.tensor(site, requires_grad=Tri.YES, dtype=tensor.dtype, count=tensor.count)


def _derivative(call: Call, edges: tuple[Edge, ...], of: Tensor | None, creates: bool | None) -> Tensor:
    engine = call.machine.engine
    made = engine.tensor(call.site)
    if creates is False:
        if of is not None and edges:
            made.first_order = (of, True)
            made.gradient_used = (of, Mark(call.site, call.machine.path, call.name))
        return made
    engine.give_node(made, _node(call, edges), Tri.YES if creates else Tri.UNKNOWN)
    return made


def _node(call: Call, edges: tuple[Edge, ...]) -> Node:
    node = call.machine.opaque_node(call.name.rsplit(".", 1)[-1], call.site, ())
    node.edges = edges
    return node


def _left_of(machine: Machine, result: Value, before: int) -> tuple[Edge, ...]:
    """Where gradients go from a result, beyond what was computed since; that is not kept as it is."""
    engine = machine.engine
    roots = list(machine.tensors_in(result))
    inner = inner_nodes(engine, roots, before)
    edges = outer_edges(engine, roots, inner)
    forget_saved(machine, inner)
    return edges


def _unstructured(machine: Machine, tensor: Tensor, site: Site) -> Unknown:
    """A tensor, or several in tuples or dictionaries, with one history."""
    made = machine.unknown(site)
    made.node = tensor.node if tensor.requires_grad.yes else None
    return made


# -- torch.func ----------------------------------------------------------------------------------------------------


@models(FUNCTIONS, *CURRIED)
def curried(call: Call) -> Value:
    """A function that differentiates another one: its results require grad where the other's would."""
    function, facts = call.argument(0, "func"), transform_facts(call.name)
    several = call.argument(1, "argnums") is not None or call.flag(2, "has_aux", False) is not False
    plain = facts is not None and not several

    def differentiate(machine: Machine, arguments: Arguments, site: Site) -> Value:
        assert facts is not None
        inner = Call(machine, call.name, arguments, site)
        before = machine.engine.new_node(call.name, site).number
        with _grad_on(machine, facts, site):
            result = machine.call(function, arguments, site)
            edges = _left_of(machine, result, before)
        if not plain or not all(isinstance(item, Tensor) for item in (result, arguments.get(0))):
            return _unstructured(machine, _following(inner, edges), site)
        made = tuple(_following(inner, edges) for _ in range(facts.results))
        return made[0] if len(made) == 1 else TupleValue(made)

    return call.machine.native(call.name, differentiate)


def _following(call: Call, edges: tuple[Edge, ...]) -> Tensor:
    made = call.machine.engine.tensor(call.site)
    return call.machine.engine.give_node(made, _node(call, edges)) if edges else made


@models(FUNCTIONS, "torch.func.vmap", "torch.vmap")
def vmap(call: Call) -> Value:
    """A function run on all rows at once: the graph is that of the function, the results have a row for each."""
    function = call.argument(0, "func")

    def mapped(machine: Machine, arguments: Arguments, site: Site) -> Value:
        given = {id(tensor) for item in arguments.all for tensor in machine.tensors_in(item)}

        def many(tensor: Tensor) -> Tensor:
            if id(tensor) not in given:
                machine.trail.set(tensor, "count", Count.UNKNOWN)
                machine.trail.set(tensor, "no_dimension", False)
            return tensor

        return change_tensors(machine, machine.call(function, arguments, site), many, site)

    return call.machine.native(call.name, mapped)


@models(FUNCTIONS, "torch.func.vjp")
def vjp(call: Call) -> Value:
    """The function's value, and a function that gives products with its transposed Jacobian."""
    machine = call.machine
    function, *given = call.arguments.positional
    value, edges = _value_and_edges(call, function, tuple(given))

    def pull(inner: Machine, arguments: Arguments, site: Site) -> Value:
        made = Call(inner, call.name, arguments, site)
        return TupleValue(tuple(_following(made, edges) for _ in given))

    return TupleValue((value, machine.native("vjp", pull)))


@models(FUNCTIONS, "torch.func.jvp")
def jvp(call: Call) -> Value:
    """The function's value, and its product with the tangents."""
    function, primals = call.argument(0, "func"), call.argument(1, "primals")
    value, edges = _value_and_edges(call, function, call.machine.parts(primals))
    return TupleValue((value, _following(call, edges)))


def _value_and_edges(call: Call, function: Value, given: tuple[Value, ...]) -> tuple[Value, tuple[Edge, ...]]:
    machine = call.machine
    before = machine.engine.new_node(call.name, call.site).number
    result = machine.call(function, Arguments(given), call.site)
    roots = list(machine.tensors_in(result))
    return result, outer_edges(machine.engine, roots, inner_nodes(machine.engine, roots, before))


# -- calls with other weights --------------------------------------------------------------------------------------


@models(FUNCTIONS, "torch.func.functional_call", "torch.nn.utils.stateless.functional_call")
def functional_call(call: Call) -> Value:
    """A module called with other tensors in the place of its parameters."""
    machine = call.machine
    module = machine.narrow(call.argument(0, "module"))
    given = machine.narrow(call.argument(2, "args"))
    keywords = machine.narrow(call.argument(3, "kwargs"))
    weights = _weights(machine, machine.narrow(call.argument(1, "parameter_and_buffer_dicts")))
    if weights is None or not isinstance(module, Instance):
        return _out_of_view(call)
    positional = given.items if isinstance(given, TupleValue) else () if given is None else (given,)
    named = {str(name): item for name, item in keywords.items.items()} if isinstance(keywords, DictValue) else {}
    places = [(place, value) for name, value in weights.items() if (place := _place(machine, module, name)) is not None]
    if len(places) != len(weights):
        return _out_of_view(call)
    held = [(owner, key, owner.attributes[key]) for (owner, key), _ in places]
    for (owner, key), value in places:
        machine.trail.write(owner, owner.attributes, key, value)
    result = machine.call(module, Arguments(positional, named), call.site)
    for owner, key, value in held:
        machine.trail.write(owner, owner.attributes, key, value)
    return result


def _weights(machine: Machine, given: Value) -> dict[str, Value] | None:
    """Tensors by dotted name; None where not all names are known."""
    if isinstance(given, TupleValue):
        parts = [_weights(machine, machine.narrow(item)) for item in given.items]
        return None if None in parts else {name: item for part in parts if part for name, item in part.items()}
    if not isinstance(given, DictValue) or given.rest is not None:
        return None
    return {str(name): item for name, item in given.items.items()}


def _place(machine: Machine, module: Instance, name: str) -> tuple[Instance, str] | None:
    """The module that holds what a dotted name stands for, and the name it has there."""
    *path, key = name.split(".")
    for step in path:
        found = machine.narrow(module.attributes.get(step))
        if not isinstance(found, Instance):
            return None
        module = found
    return (module, key) if key in module.attributes else None


def _out_of_view(call: Call) -> Value:
    """It is not known which weights: gradients may flow to all that was given."""
    machine = call.machine
    made = machine.unknown(call.site)
    made.derived_from = tuple(tensor for item in call.arguments.all for tensor in machine.tensors_in(item))
    return made


__all__ = ["curried", "functional", "functional_call", "jvp", "vjp", "vmap"]
