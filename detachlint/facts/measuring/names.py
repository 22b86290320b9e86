"""Names of the positional arguments of torch's functions and methods."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import cache
from typing import Any

import torch

PREFERRED = ("dim", "dims", "size", "shape")


def parameter_names(qualname: str, function: Callable[..., Any]) -> tuple[str, ...]:
    """Names of positional arguments; a position that may be a tensor or not is named after the latter."""
    try:
        signature = inspect.signature(function)
    except (ValueError, TypeError):
        return _from_schemas(qualname)
    kinds = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    found = tuple(name for name, parameter in signature.parameters.items() if parameter.kind in kinds)
    return found if found else _from_schemas(qualname)


def _from_schemas(qualname: str) -> tuple[str, ...]:
    names: list[str] = []
    for schema in _schemas(qualname):
        positional = [item for item in schema.arguments if not item.kwarg_only]
        for index, argument in enumerate(positional):
            tensor = "Tensor" in str(argument.type)
            if index == len(names):
                names.append(argument.name)
            elif not tensor and (argument.name in PREFERRED or names[index] not in PREFERRED):
                names[index] = argument.name
    return tuple("input" if name == "self" and not _is_method(qualname) else name for name in names)


def _is_method(qualname: str) -> bool:
    return qualname.startswith("torch.Tensor.")


@cache
def _schemas(qualname: str) -> tuple[Any, ...]:
    parts = qualname.split(".")
    short = parts[-1]
    family = parts[-2] if len(parts) > 2 else ""
    for name in (f"{family}_{short}", short):
        found = torch._C._jit_get_schemas_for_operator(f"aten::{name}")
        if found:
            return tuple(item for item in found if _is_of_tensors(item))
    return ()


def _is_of_tensors(schema: Any) -> bool:
    """Whether it is an overload that Python calls on tensors: no ``out``, no named dimensions, no plain numbers."""
    first = str(schema.arguments[0].type) if schema.arguments else ""
    return "Tensor" in first and "out" not in schema.overload_name and "Dimname" not in str(schema)
