"""What torch's operators, layers and optimizers do: measured, shipped as data, read without torch.

The data is written by ``python -m detachlint.facts.generate``, and measured again by the tests.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from detachlint.facts.layer_facts import LayerFacts, layer_from_stored
from detachlint.facts.library_facts import FactoryFacts, OptimizerFacts, WriterFacts, from_stored
from detachlint.facts.lookup import entry, library
from detachlint.facts.op_facts import UNCERTAIN, OpFacts, op_facts
from detachlint.facts.stored import LAYERS, LIBRARIES, OPERATORS, load
from detachlint.facts.versions import chosen_release, releases, torch_version
from detachlint.facts.wrapper_facts import CheckpointFacts, ReparametrizationFacts, SourceFacts, TransformFacts

METHODS = "torch.Tensor."
OPERATOR_PREFIX = "operator "
LAYER_MODULES = "torch.nn.modules."


def function_facts(qualname: str) -> OpFacts | None:
    """The facts of a function, as in ``torch.nn.functional.relu``."""
    return _operator(qualname, chosen_release())


def method_facts(name: str) -> OpFacts | None:
    """The facts of a tensor's method, as in ``relu_``."""
    return function_facts(METHODS + name)


def operator_facts(symbol: str) -> OpFacts | None:
    """The facts of an operator.

    ``+``, ``unary-``, ``@``, ``+=``, ``iter``, ``in``; ``[]basic`` with numbers and slices, ``[]advanced`` with tensors
    and lists, ``[]=basic`` and ``[]=advanced`` the same written to.
    """
    return function_facts(OPERATOR_PREFIX + symbol)


def layer_facts(qualname: str) -> LayerFacts | None:
    """The facts of a layer, as in ``torch.nn.Linear``."""
    return _layer(qualname, chosen_release())


def optimizer_facts(qualname: str) -> OptimizerFacts | None:
    """The facts of an optimizer, as in ``torch.optim.SGD``."""
    return _optimizer(qualname, chosen_release())


def factory_facts(qualname: str) -> FactoryFacts | None:
    """The facts of a function that makes tensors, as in ``torch.zeros``, ``torch.Tensor.new_zeros``."""
    return _factory(qualname, chosen_release())


def transform_facts(qualname: str) -> TransformFacts | None:
    """The facts of a function of ``torch.func`` or ``torch.autograd.functional``."""
    return _transform(qualname, chosen_release())


def checkpoint_facts(reentrant: bool) -> CheckpointFacts:
    """The facts of ``torch.utils.checkpoint.checkpoint`` of this kind."""
    found = _checkpoint("reentrant" if reentrant else "not reentrant", chosen_release())
    assert found is not None
    return found


def reparametrization_facts(qualname: str) -> ReparametrizationFacts | None:
    """The facts of a function that makes a layer's weight a computed one, as in ``torch.nn.utils.weight_norm``."""
    return _reparametrization(qualname, chosen_release())


def source_facts(name: str) -> SourceFacts | None:
    """The facts of tensors from elsewhere, as in ``torch.utils.data.DataLoader batch``."""
    return _source(name, chosen_release())


def in_place_functions() -> Mapping[str, WriterFacts]:
    """Every function that writes what it is given, by qualified name; methods are ``torch.Tensor.add_``."""
    return _writers(chosen_release())


@cache
def _operator(qualname: str, release: str | None) -> OpFacts | None:
    found = entry(OPERATORS, qualname, release)
    short = qualname.removeprefix(OPERATOR_PREFIX).rsplit(".", 1)[-1]
    if found is None:
        return None
    return op_facts(short, found.facts, found.parameters, _recast(qualname, release))


@cache
def _layer(qualname: str, release: str | None) -> LayerFacts | None:
    short = qualname.rsplit(".", 1)[-1]
    name = f"torch.nn.{short}" if qualname.startswith(LAYER_MODULES) else qualname
    found = entry(LAYERS, name, release)
    if found is None:
        return None
    recast = _recast(found.about.get("functional"), release)
    return layer_from_stored(name, op_facts(short, found.facts, found.parameters, recast), found.about)


def _recast(qualname: str | None, release: str | None) -> bool:
    """Whether autocast may give a function copies of its arguments; of what is not known it may."""
    return qualname is None or library("casting", qualname, release) is not None


@cache
def _optimizer(qualname: str, release: str | None) -> OptimizerFacts | None:
    return from_stored(OptimizerFacts, qualname, library("optimizers", qualname, release))


@cache
def _factory(qualname: str, release: str | None) -> FactoryFacts | None:
    return from_stored(FactoryFacts, qualname, library("factories", qualname, release))


@cache
def _transform(qualname: str, release: str | None) -> TransformFacts | None:
    return from_stored(TransformFacts, qualname, library("transforms", qualname, release))


@cache
def _checkpoint(kind: str, release: str | None) -> CheckpointFacts | None:
    return from_stored(CheckpointFacts, kind, library("checkpoints", kind, release))


@cache
def _reparametrization(qualname: str, release: str | None) -> ReparametrizationFacts | None:
    return from_stored(ReparametrizationFacts, qualname, library("reparametrizations", qualname, release))


@cache
def _source(name: str, release: str | None) -> SourceFacts | None:
    return from_stored(SourceFacts, name, library("sources", name, release))


@cache
def _writers(release: str | None) -> Mapping[str, WriterFacts]:
    names = load(LIBRARIES)["writers"]
    found = {name: from_stored(WriterFacts, name, library("writers", name, release)) for name in names}
    for name in load(OPERATORS)["spellings"]:
        facts = _operator(name, release)
        if facts is not None and facts.writes and name not in found:
            found[name] = WriterFacts(name, facts.writes[0], "argument", False, True, facts.view == "alias")
    return {name: facts for name, facts in found.items() if facts is not None and facts.writes != "nothing"}


__all__ = [
    "UNCERTAIN",
    "CheckpointFacts",
    "FactoryFacts",
    "LayerFacts",
    "OpFacts",
    "OptimizerFacts",
    "ReparametrizationFacts",
    "SourceFacts",
    "TransformFacts",
    "WriterFacts",
    "checkpoint_facts",
    "chosen_release",
    "factory_facts",
    "function_facts",
    "in_place_functions",
    "layer_facts",
    "method_facts",
    "operator_facts",
    "optimizer_facts",
    "releases",
    "reparametrization_facts",
    "source_facts",
    "torch_version",
    "transform_facts",
]
