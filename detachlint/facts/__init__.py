"""What torch's operators, layers and optimizers do: measured, shipped as data, read without torch.

The data is written by ``python -m detachlint.facts.generate``, and measured again by the tests.
"""

from __future__ import annotations

from functools import cache

from detachlint.facts.op_facts import UNCERTAIN, OpFacts, op_facts
from detachlint.facts.stored import OPERATORS, load

METHODS = "torch.Tensor."
OPERATOR_PREFIX = "operator "


@cache
def function_facts(qualname: str) -> OpFacts | None:
    """The facts of a function, as in ``torch.nn.functional.relu``."""
    data = load(OPERATORS)
    places = data["spellings"].get(qualname)
    if places is None:
        return None
    short = qualname.removeprefix(OPERATOR_PREFIX).rsplit(".", 1)[-1]
    return op_facts(short, data["facts"][places[0]], data["parameters"][places[1]])


def method_facts(name: str) -> OpFacts | None:
    """The facts of a tensor's method, as in ``relu_``."""
    return function_facts(METHODS + name)


def operator_facts(symbol: str) -> OpFacts | None:
    """The facts of an operator.

    ``+``, ``unary-``, ``@``, ``+=``, ``iter``, ``in``; ``[]basic`` with numbers and slices, ``[]advanced`` with tensors
    and lists, ``[]=basic`` and ``[]=advanced`` the same written to.
    """
    return function_facts(OPERATOR_PREFIX + symbol)


__all__ = ["UNCERTAIN", "OpFacts", "function_facts", "method_facts", "operator_facts"]
