"""What ``from module import *`` brings in, for modules of torch that are out of view."""

from __future__ import annotations

from collections.abc import Iterable

from detachlint.facts import factory_facts, function_facts, layer_facts, optimizer_facts

STAR_MODULES = frozenset({"torch", "torch.nn", "torch.nn.functional", "torch.optim", "torch.autograd", "math"})
"""Modules whose public names the facts and the models know."""
FACTS = (function_facts, layer_facts, optimizer_facts, factory_facts)
WITHOUT_FACTS = {
    "torch": frozenset({"Tensor", "no_grad", "enable_grad", "inference_mode", "set_grad_enabled"}),
    "torch.nn": frozenset(
        {"Module", "Parameter", "init", "utils", "functional", "DataParallel"}
        | {"Sequential", "ModuleList", "ModuleDict", "ParameterList", "ParameterDict"}
    ),
    "torch.optim": frozenset({"lr_scheduler"}),
    "torch.autograd": frozenset({"Variable", "Function"}),
}
SHADOWED = frozenset(
    {"abs", "all", "any", "bool", "compile", "complex", "divmod", "float", "int", "max", "min", "open", "pow"}
    | {"range", "round", "sum"}
)
"""Builtins that ``torch``, ``numpy`` and ``math`` export under the same name, and may replace (measured)."""


def star_member(modules: Iterable[str], name: str) -> str | None:
    """The qualified name that a star import of one of some modules binds a name to, the last module first."""
    for module in reversed(tuple(modules)):
        qualified = f"{module}.{name}"
        if name in WITHOUT_FACTS.get(module, ()) or any(facts(qualified) is not None for facts in FACTS):
            return qualified
    return None
