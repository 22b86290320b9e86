"""``torch.utils.checkpoint``: the function is run again in backward, so what it saved the first time is not kept."""

from __future__ import annotations

from detachlint.facts import CheckpointFacts, checkpoint_facts
from detachlint.interpret.machine import Machine
from detachlint.interpret.models.registry import FUNCTIONS, Call, models
from detachlint.interpret.models.rerunning import change_tensors, forget_saved, inner_nodes
from detachlint.interpret.source_site import Site
from detachlint.interpret.values import FALSE, Arguments, Value
from detachlint.shadow.graph import Edge
from detachlint.shadow.tensor import Tensor
from detachlint.shadow.tri import any_of

OWN_KEYWORDS = ("use_reentrant", "preserve_rng_state", "context_fn", "determinism_check", "debug", "early_stop")


@models(FUNCTIONS, "torch.utils.checkpoint.checkpoint")
def checkpoint(call: Call) -> Value:
    """Runs a function on its arguments; the reentrant kind runs it without grad mode first."""
    if not call.arguments.positional:
        return call.machine.unknown(call.site)
    function, *given = call.arguments.positional
    keywords = {name: item for name, item in (call.arguments.keywords or {}).items() if name not in OWN_KEYWORDS}
    return _run(call, function, Arguments(tuple(given), keywords, call.arguments.more))


@models(FUNCTIONS, "torch.utils.checkpoint.checkpoint_sequential")
def checkpoint_sequential(call: Call) -> Value:
    """The same for a module in segments; the last one is run as it is, so that no input need require grad."""
    function, given = call.argument(0, "functions"), call.argument(2, "input")
    if function is None or given is None:
        return call.machine.unknown(call.site)
    return _rerun(call, function, Arguments((given,)), checkpoint_facts(reentrant=False))


def _run(call: Call, function: Value, arguments: Arguments) -> Value:
    machine = call.machine
    kind = call.arguments.keyword("use_reentrant")
    facts = checkpoint_facts(reentrant=kind is not None and kind != FALSE)
    result = _rerun(call, function, arguments, facts)
    inputs = [tensor for item in arguments.positional for tensor in machine.tensors_in(item)]
    if facts.follows_captured or any(item.requires_grad.maybe for item in inputs):
        return result
    return change_tensors(machine, result, lambda item: _cut(machine, item, call.site), call.site)


def _cut(machine: Machine, tensor: Tensor, site: Site) -> Tensor:
    made = machine.engine.detach(tensor, site)
    made.alias = None
    return made


def _rerun(call: Call, function: Value, arguments: Arguments, facts: CheckpointFacts) -> Value:
    """Run the function; of what was saved only the inputs are left."""
    machine, engine = call.machine, call.machine.engine
    before = engine.new_node("checkpoint", call.site).number
    result = machine.call(function, arguments, call.site)
    roots = [tensor for tensor in machine.tensors_in(result) if tensor.node is not None]
    inner = inner_nodes(engine, roots, before)
    saves = any_of(node.saves for node in inner)
    forget_saved(machine, inner, keep_written=facts.runs_without_grad)
    inputs = [item for item in map(machine.narrow, arguments.positional) if isinstance(item, Tensor)]

    def wrapped(tensor: Tensor) -> Tensor:
        if tensor.node is None or tensor.node not in inner:
            return tensor
        node = engine.new_node("checkpoint", call.site)
        node.edges = (Edge(tensor.node),)
        node.operands = (tensor,)
        for item in inputs if facts.saves_input else ():
            engine.save(node, item, certain=saves)
        if not facts.second_pass_raises_of_sum:
            node.saves = saves
        else:
            node.saves = node.saves | engine.recording
        machine.trail.set(tensor, "node", node)
        return tensor

    return change_tensors(machine, result, wrapped, call.site)


__all__ = ["checkpoint", "checkpoint_sequential"]
