"""Weight norm, spectral norm, parametrizations: a layer's weight is computed from other parameters, again and again."""

from __future__ import annotations

from dataclasses import dataclass

from detachlint.facts import ReparametrizationFacts, reparametrization_facts
from detachlint.interpret.machine import Machine
from detachlint.interpret.models.registry import FUNCTIONS, Call, models
from detachlint.interpret.source_site import Site
from detachlint.interpret.values import Arguments, Const, External, Instance, Union, Value
from detachlint.shadow.tensor import Dtype, Tensor
from detachlint.shadow.trail import MISSING
from detachlint.shadow.tri import Tri

OLD, NEW = "torch.nn.utils.", "torch.nn.utils.parametrizations."
REGISTER = f"{OLD}parametrize.register_parametrization"
COMPUTED = "computed "
"""Begins the names of a module's hidden attributes that tell how its tensors are computed."""
LIST, DICT = "torch.nn.ModuleList", "torch.nn.ModuleDict"


@dataclass(frozen=True, eq=False)
class Computed:
    """How a module's tensor is computed."""

    facts: ReparametrizationFacts
    originals: tuple[Tensor, ...]
    function: Value
    """The parametrization, where it is in view."""
    site: Site


@models(
    FUNCTIONS,
    f"{OLD}weight_norm",
    f"{OLD}spectral_norm",
    f"{NEW}weight_norm",
    f"{NEW}spectral_norm",
    f"{NEW}orthogonal",
    REGISTER,
)
def reparametrize(call: Call) -> Value:
    """Gives a layer other parameters, from which its weight is computed."""
    machine, facts = call.machine, reparametrization_facts(call.name)
    module = machine.narrow(call.argument(0, "module"))
    name = _name(call)
    if facts is None or not isinstance(module, Instance) or name is None:
        return module
    old = machine.narrow(module.attributes.get(name))
    if not isinstance(old, Tensor) or not old.parameter:
        return module
    function = call.argument(2, "parametrization") if call.name == REGISTER else None
    originals = {key: old if key == facts.keeps else _parameter(machine, old, call.site) for key in facts.parameters}
    for key, tensor in originals.items():
        _register(machine, module, key, name, tensor, function, call.site)
    computed = Computed(facts, tuple(originals.values()), function, call.site)
    machine.trail.write(module, module.hidden, COMPUTED + name, computed)
    machine.trail.write(module, module.attributes, name, _compute(machine, computed, name, call.site))
    return module


def _name(call: Call) -> str | None:
    given = call.argument(1, "tensor_name" if call.name == REGISTER else "name")
    if given is None:
        return "weight"
    return given.value if isinstance(given, Const) and isinstance(given.value, str) else None


def _parameter(machine: Machine, old: Tensor, site: Site) -> Tensor:
    made = machine.engine.tensor(site, requires_grad=old.requires_grad, dtype=Dtype.FLOAT, count=old.count)
    made.parameter = True
    return made


def _register(
    machine: Machine, module: Instance, key: str, name: str, tensor: Tensor, function: Value, site: Site
) -> None:
    """Register a parameter under its name: ``weight_g``, or ``parametrizations.weight.original``."""
    owner = module
    *path, last = key.replace("weight", name).split(".")
    for step, kind in zip(path, (DICT, LIST), strict=False):
        found = machine.narrow(owner.attributes.get(step))
        if not isinstance(found, Instance):
            found = Instance(machine.trail, External(kind), site)
            found.hidden["layer"] = kind
            machine.trail.write(owner, owner.attributes, step, found)
        owner = found
    machine.trail.write(owner, owner.attributes, last, tensor)
    if function is not None:
        machine.trail.write(owner, owner.attributes, "0", function)


def renew_all(machine: Machine, module: Instance, site: Site) -> None:
    """Before a module is called, each of its computed tensors is computed anew."""
    for key in [key for key in module.hidden if key.startswith(COMPUTED)]:
        _renew(machine, module, key.removeprefix(COMPUTED), site)


def renew_for_reading(machine: Machine, module: Instance, name: str, site: Site) -> None:
    """A parametrized tensor is another one each time it is read."""
    computed = module.hidden.get(COMPUTED + name)
    if isinstance(computed, Computed) and computed.facts.made_when_read:
        _renew(machine, module, name, site)


def _renew(machine: Machine, module: Instance, name: str, site: Site) -> None:
    """Compute a tensor anew; where only some ways lead to its being computed, nothing is known of it."""
    computed = module.hidden[COMPUTED + name]
    certain = isinstance(computed, Computed) and not isinstance(machine.narrow(module.attributes.get(name)), Union)
    made = _compute(machine, computed, name, site) if certain else machine.unknown(site, "tensor")
    machine.trail.write(module, module.attributes, name, made)


def _compute(machine: Machine, computed: Computed, name: str, site: Site) -> Value:
    if computed.function is not None:
        return machine.call(computed.function, Arguments(computed.originals), site)
    engine = machine.engine
    made = engine.tensor(site, dtype=Dtype.FLOAT, count=computed.originals[0].count)
    made.name = name
    needs = Tri.NO
    for tensor in computed.originals:
        needs = needs | engine.requires_grad_of(tensor)
    if needs.no or engine.modes.grad.no:
        return made
    node = machine.opaque_node(computed.facts.name.rsplit(".", 1)[-1], site, computed.originals)
    for tensor in computed.originals if computed.facts.step_raises else ():
        engine.save(node, tensor)
    return engine.give_node(made, node, needs)


@models(
    FUNCTIONS, f"{OLD}remove_weight_norm", f"{OLD}remove_spectral_norm", f"{OLD}parametrize.remove_parametrizations"
)
def restore(call: Call) -> Value:
    """The weight is a parameter again."""
    machine = call.machine
    module, name = machine.narrow(call.argument(0, "module")), _name(call)
    computed = module.hidden.get(f"{COMPUTED}{name}") if isinstance(module, Instance) else None
    if isinstance(computed, Computed):
        machine.trail.write(module, module.hidden, f"{COMPUTED}{name}", MISSING)
        made = _parameter(machine, computed.originals[0], call.site)
        machine.trail.write(module, module.attributes, name, made)
    return module


__all__ = ["renew_all", "renew_for_reading", "reparametrize", "restore"]
