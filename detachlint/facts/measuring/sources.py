"""Measures where tensors come from beside factories: files, data loaders, vectors of parameters."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from typing import Any

import torch
from torch import nn
from torch.nn import utils
from torch.utils import data

SIZE = 4


class Rows(data.Dataset[torch.Tensor]):
    """A dataset of a class of one's own: the rows of a tensor."""

    def __init__(self, rows: torch.Tensor) -> None:
        self.rows = rows

    def __getitem__(self, index: int) -> torch.Tensor:
        return self.rows[index]

    def __len__(self) -> int:
        return len(self.rows)


def measured_sources() -> dict[str, dict[str, Any]]:
    """By what is asked for, the qualified name first."""
    loaded = {f"torch.load {name}": _describe(_loaded(item()), None) for name, item in _stored().items()}
    return {**loaded, **dict(_batches()), **dict(_items()), "torch.nn.utils.parameters_to_vector": _vector()}


def _describe(tensor: torch.Tensor, memory: torch.Tensor | None) -> dict[str, Any]:
    return {
        "requires_grad": tensor.requires_grad,
        "leaf": tensor.is_leaf,
        "parameter": isinstance(tensor, nn.Parameter),
        "shares_memory": memory is not None and _address(tensor) == _address(memory),
    }


def _address(tensor: torch.Tensor) -> int:
    return tensor.untyped_storage().data_ptr()


def _stored() -> dict[str, Callable[[], Any]]:
    return {
        "tensor": lambda: torch.rand(SIZE),
        "leaf": lambda: torch.rand(SIZE, requires_grad=True),
        "computed": lambda: torch.rand(SIZE, requires_grad=True) * 2,
        "parameter": lambda: nn.Parameter(torch.rand(SIZE)),
        "state_dict": lambda: nn.Linear(2, 2).state_dict()["weight"],
        "module": lambda: nn.Linear(2, 2),
    }


def _loaded(thing: Any) -> torch.Tensor:
    file = io.BytesIO()
    torch.save(thing, file)
    file.seek(0)
    found = torch.load(file, weights_only=False)
    return found.weight if isinstance(found, nn.Linear) else found


def _batches() -> Iterator[tuple[str, dict[str, Any]]]:
    rows = torch.rand(SIZE, 3)
    trained = torch.rand(SIZE, 3, requires_grad=True)
    name = "torch.utils.data.DataLoader"
    yield f"{name} batch", _describe(_first(Rows(rows), batch_size=2), rows)
    yield f"{name} batch of one", _describe(_first(Rows(rows), batch_size=1), rows)
    yield f"{name} item", _describe(_first(Rows(rows), batch_size=None), rows)
    yield f"{name} batch with grad", _describe(_first(Rows(trained), batch_size=2), trained)


def _first(rows: Rows, **options: Any) -> torch.Tensor:
    found: torch.Tensor = next(iter(data.DataLoader(rows, **options)))
    return found


def _items() -> Iterator[tuple[str, dict[str, Any]]]:
    rows = torch.rand(SIZE, 3)
    whole = data.TensorDataset(rows)
    yield "torch.utils.data.TensorDataset item", _describe(whole[0][0], rows)
    yield "torch.utils.data.Subset item", _describe(data.Subset(whole, [0])[0][0], rows)
    yield "torch.utils.data.random_split item", _describe(data.random_split(whole, [2, 2])[0][0][0], rows)
    yield "torch.utils.data.default_collate", _describe(data.default_collate([rows[0], rows[1]]), rows)


def _vector() -> dict[str, Any]:
    layer = nn.Linear(2, 2)
    return _describe(utils.parameters_to_vector(layer.parameters()), layer.weight)
