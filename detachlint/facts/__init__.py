"""What torch's operators, layers and optimizers do: measured, shipped as data, read without torch.

The data is written by ``python -m detachlint.facts.generate``, and measured again by the tests.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from detachlint.facts.layer_facts import LayerFacts, layer_from_stored
from detachlint.facts.library_facts import FactoryFacts, OptimizerFacts, WriterFacts, from_stored
from detachlint.facts.op_facts import UNCERTAIN, OpFacts, op_facts
from detachlint.facts.stored import LAYERS, LIBRARIES, OPERATORS, load

METHODS = "torch.Tensor."
OPERATOR_PREFIX = "operator "
LAYER_MODULES = "torch.nn.modules."


@cache
def function_facts(qualname: str) -> OpFacts | None:
    """The facts of a function, as in ``torch.nn.functional.relu``."""
    return _stored_facts(OPERATORS, qualname, qualname.removeprefix(OPERATOR_PREFIX).rsplit(".", 1)[-1])


def method_facts(name: str) -> OpFacts | None:
    """The facts of a tensor's method, as in ``relu_``."""
    return function_facts(METHODS + name)


def operator_facts(symbol: str) -> OpFacts | None:
    """The facts of an operator.

    ``+``, ``unary-``, ``@``, ``+=``, ``iter``, ``in``; ``[]basic`` with numbers and slices, ``[]advanced`` with tensors
    and lists, ``[]=basic`` and ``[]=advanced`` the same written to.
    """
    return function_facts(OPERATOR_PREFIX + symbol)


@cache
def layer_facts(qualname: str) -> LayerFacts | None:
    """The facts of a layer, as in ``torch.nn.Linear``."""
    short = qualname.rsplit(".", 1)[-1]
    name = f"torch.nn.{short}" if qualname.startswith(LAYER_MODULES) else qualname
    call = _stored_facts(LAYERS, name, short)
    return None if call is None else layer_from_stored(name, call, load(LAYERS)["about"][name])


@cache
def optimizer_facts(qualname: str) -> OptimizerFacts | None:
    """The facts of an optimizer, as in ``torch.optim.SGD``."""
    return from_stored(OptimizerFacts, qualname, load(LIBRARIES)["optimizers"].get(qualname))


@cache
def factory_facts(qualname: str) -> FactoryFacts | None:
    """The facts of a function that makes tensors, as in ``torch.zeros``, ``torch.Tensor.new_zeros``."""
    return from_stored(FactoryFacts, qualname, load(LIBRARIES)["factories"].get(qualname))


@cache
def in_place_functions() -> Mapping[str, WriterFacts]:
    """Every function that writes what it is given, by qualified name; methods are ``torch.Tensor.add_``."""
    found = {name: from_stored(WriterFacts, name, stored) for name, stored in load(LIBRARIES)["writers"].items()}
    for name in load(OPERATORS)["spellings"]:
        facts = function_facts(name)
        if facts is not None and facts.writes and name not in found:
            found[name] = WriterFacts(name, facts.writes[0], "argument", False, True, facts.view == "alias")
    return {name: facts for name, facts in found.items() if facts is not None and facts.writes != "nothing"}


def _stored_facts(file: str, qualname: str, short: str) -> OpFacts | None:
    data = load(file)
    places = data["spellings"].get(qualname)
    if places is None:
        return None
    return op_facts(short, data["facts"][places[0]], data["parameters"][places[1]])


__all__ = [
    "UNCERTAIN",
    "FactoryFacts",
    "LayerFacts",
    "OpFacts",
    "OptimizerFacts",
    "WriterFacts",
    "factory_facts",
    "function_facts",
    "in_place_functions",
    "layer_facts",
    "method_facts",
    "operator_facts",
    "optimizer_facts",
]
