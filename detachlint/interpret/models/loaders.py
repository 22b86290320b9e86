"""``torch.utils.data``: what a loader yields is new tensors without history."""

from __future__ import annotations

from detachlint.facts import source_facts
from detachlint.interpret.machine import Machine
from detachlint.interpret.models.registry import FUNCTIONS, Call, models
from detachlint.interpret.source_site import Site
from detachlint.interpret.values import BATCH, NONE, Instance, TupleValue, Unknown, Value

LOADER = "torch.utils.data.DataLoader"
TENSORS = "torch.utils.data.TensorDataset"


@models(FUNCTIONS, TENSORS)
def tensor_dataset(call: Call) -> Value:
    """A dataset of the rows of tensors."""
    made = call.machine.unknown(call.site, origin=TENSORS)
    if not call.arguments.more:
        made.attributes["tensors"] = TupleValue(call.arguments.positional)
    return made


@models(FUNCTIONS, LOADER)
def data_loader(call: Call) -> Value:
    """Yields batches of the samples of a dataset."""
    made = call.machine.unknown(call.site, origin=LOADER)
    made.attributes["dataset"] = call.argument(0, "dataset")
    made.attributes["collate_fn"] = call.argument(7, "collate_fn") or NONE
    return made


def batch(machine: Machine, loader: Unknown, site: Site) -> Value:
    """What a loader yields; nothing is known of what code in view makes of the samples."""
    facts = source_facts(BATCH)
    dataset = machine.narrow(loader.attributes.get("dataset"))
    plain = loader.attributes.get("collate_fn") == NONE and not isinstance(dataset, Instance)
    if facts is None or facts.requires_grad or not plain:
        return machine.unknown(site)
    tensors = dataset.attributes.get("tensors") if isinstance(dataset, Unknown) else None
    if not isinstance(tensors, TupleValue):
        return machine.unknown(site, origin=BATCH)
    return TupleValue(tuple(_column(machine, item, site) for item in tensors.items))


def _column(machine: Machine, item: Value, site: Site) -> Unknown:
    """The rows of one tensor; those of one that may require grad are stacked with their history."""
    tensor = machine.as_tensor(item, site)
    if tensor is None or machine.engine.requires_grad_of(tensor).maybe:
        return machine.unknown(site)
    made = machine.unknown(site, "tensor", BATCH)
    machine.as_tensor(made, site)
    return made


__all__ = ["batch", "data_loader", "tensor_dataset"]
