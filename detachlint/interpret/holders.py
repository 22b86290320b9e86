"""Who else holds a value: other names of the running function, attributes and containers in its reach."""

from __future__ import annotations

from collections.abc import Iterator

from detachlint.interpret.machine import Machine
from detachlint.interpret.values import DictValue, Instance, ListValue, TupleValue, Value
from detachlint.shadow.tensor import Tensor


def holders(machine: Machine, tensor: Tensor) -> list[str]:
    """The user's words for everything in reach of the running frame that holds this very tensor."""
    found: list[str] = []
    frame = machine.frame
    for name, value in list(frame.names.items()):
        found.extend(_held(machine, value, name, tensor, 2))
    receiver = frame.receiver
    if isinstance(receiver, Instance):
        for name, value in list(receiver.attributes.items()):
            found.extend(_held(machine, value, f"self.{name}", tensor, 1))
    return list(dict.fromkeys(found))


def _held(machine: Machine, value: Value, words: str, tensor: Tensor, depth: int) -> Iterator[str]:
    value = machine.narrow(value)
    if value is tensor:
        yield f"`{words}`"
        return
    holds = depth and isinstance(value, (ListValue, TupleValue, DictValue))
    if holds and any(machine.narrow(part) is tensor for part in machine.parts(value)):
        yield f"`{words}`"
