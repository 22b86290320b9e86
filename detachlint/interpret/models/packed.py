"""Packed sequences: named tuples of a tensor and what it takes to pad it again."""

from __future__ import annotations

from collections.abc import Sequence

from detachlint.interpret.machine import Machine
from detachlint.interpret.models.registry import FUNCTIONS, Call, models
from detachlint.interpret.source_site import Site
from detachlint.interpret.values import TupleValue, Value
from detachlint.shadow.tensor import Count, Dtype, Tensor
from detachlint.shadow.tri import Tri, any_of

FIELDS = ("data", "batch_sizes", "sorted_indices", "unsorted_indices")


def is_packed(value: Value) -> bool:
    """Whether it is a packed sequence."""
    return isinstance(value, TupleValue) and value.fields == FIELDS


def pack(machine: Machine, data: Value, site: Site | None) -> TupleValue:
    """A packed sequence with this tensor."""
    return TupleValue((data, *(machine.unknown(site, "tensor") for _ in FIELDS[1:])), FIELDS)


def computed(machine: Machine, name: str, sources: Sequence[Tensor], site: Site) -> Tensor:
    """A tensor that code out of view computed from others."""
    made = machine.engine.tensor(site, dtype=Dtype.FLOAT, count=Count.MANY)
    needs = any_of(machine.engine.requires_grad_of(source) for source in sources)
    if needs.no:
        return made
    if machine.engine.modes.grad.no:
        made.cut = machine.no_grad_cut(site)
        return made
    return machine.engine.give_node(made, machine.opaque_node(name, site, sources), needs)


@models(FUNCTIONS, "torch.nn.utils.rnn.pack_padded_sequence", "torch.nn.utils.rnn.pack_sequence")
def pack_sequence(call: Call) -> Value:
    """A packed sequence of a padded tensor, or of a list of tensors."""
    machine = call.machine
    source = machine.narrow(call.argument(0))
    tensor = machine.as_tensor(source, call.site)
    sources = [tensor] if tensor is not None else list(machine.tensors_in(source))
    if not sources:
        return machine.unknown(call.site)
    return pack(machine, computed(machine, "pack", sources, call.site), call.site)


@models(FUNCTIONS, "torch.nn.utils.rnn.pad_packed_sequence")
def pad_packed(call: Call) -> Value:
    """The padded tensor, and the lengths."""
    machine = call.machine
    packed = machine.narrow(call.argument(0))
    if not is_packed(packed):
        sources = list(machine.tensors_in(packed))
        made = machine.unknown(call.site)
        if sources and machine.engine.modes.grad.yes and any(item.requires_grad is Tri.YES for item in sources):
            made.node = machine.opaque_node("pad", call.site, sources)
        return TupleValue((made, machine.unknown(call.site, "tensor")))
    data = machine.as_tensor(packed.items[0], call.site)
    padded = computed(machine, "pad", [data] if data is not None else [], call.site)
    return TupleValue((padded, machine.unknown(call.site, "tensor")))
