"""The functions of the module ``operator``."""

from __future__ import annotations

from detachlint.interpret import tensor_calls
from detachlint.interpret.models.registry import FUNCTIONS, Call, models
from detachlint.interpret.values import Value

SYMBOLS = {
    "add": "+",
    "sub": "-",
    "mul": "*",
    "truediv": "/",
    "floordiv": "//",
    "mod": "%",
    "pow": "**",
    "matmul": "@",
    "and_": "&",
    "or_": "|",
    "xor": "^",
}


@models(FUNCTIONS, *(f"operator.{name}" for name in SYMBOLS))
def binary(call: Call) -> Value:
    """``operator.mul(a, b)``."""
    machine, given = call.machine, call.arguments.positional
    if len(given) != 2:
        return machine.unknown(call.site)
    return machine.binary(SYMBOLS[call.name.removeprefix("operator.")], given[0], given[1], call.site)


@models(FUNCTIONS, *(f"operator.i{name.rstrip('_')}" for name in SYMBOLS))
def augmented(call: Call) -> Value:
    """``operator.imul(a, b)``: a tensor is written in place."""
    machine, given = call.machine, call.arguments.positional
    if len(given) != 2:
        return machine.unknown(call.site)
    name = call.name.removeprefix("operator.i")
    symbol = SYMBOLS.get(name) or SYMBOLS[f"{name}_"]
    target = machine.narrow(given[0])
    if machine.is_tensor(target):
        return tensor_calls.augment(machine, symbol, target, given[1], call.site)
    return machine.binary(symbol, target, given[1], call.site)
