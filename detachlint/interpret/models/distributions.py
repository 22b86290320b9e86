"""``torch.distributions``: samples are constants, everything else is differentiable in the parameters."""

from __future__ import annotations

from detachlint.interpret.machine import Machine
from detachlint.interpret.source_site import Site
from detachlint.interpret.values import Arguments, Unknown, Value
from detachlint.shadow.tensor import Dtype, Mark, Tensor
from detachlint.shadow.tri import any_of

PREFIX = "torch.distributions."
DIFFERENTIABLE = frozenset({"log_prob", "entropy", "rsample", "cdf", "icdf", "perplexity"})
CONSTANT = frozenset({"sample", "sample_n"})


def build(machine: Machine, name: str, arguments: Arguments, site: Site) -> Unknown:
    """A distribution over the tensors it is given."""
    made = machine.unknown(site, "distribution", name)
    made.derived_from = tuple(tensor for item in arguments.all for tensor in machine.tensors_in(item))
    return made


def call_method(machine: Machine, owner: Unknown, name: str, arguments: Arguments, site: Site) -> Value | None:
    """A method of a distribution; None where it is not known."""
    sources = (*owner.derived_from, *(tensor for item in arguments.all for tensor in machine.tensors_in(item)))
    if name in CONSTANT:
        made = machine.engine.tensor(site)
        if any(tensor.requires_grad.yes for tensor in sources):
            made.cut = Mark(site, machine.path, "sample")
        return made
    if name in DIFFERENTIABLE:
        return computed(machine, sources, site)
    return None


def computed(machine: Machine, sources: tuple[Tensor, ...], site: Site) -> Tensor:
    """A tensor that is differentiable in all of ``sources``."""
    made = machine.engine.tensor(site, dtype=Dtype.FLOAT)
    needs = any_of(machine.engine.requires_grad_of(tensor) for tensor in sources)
    if needs.maybe and machine.engine.modes.grad.maybe:
        machine.engine.give_node(made, machine.opaque_node("distribution", site, sources), needs)
    return made
