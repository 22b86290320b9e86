"""The facts of what computes with functions, wraps layers or brings tensors from elsewhere."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class TransformFacts:
    """A function of ``torch.func`` or ``torch.autograd.functional``, called with a function of tensors."""

    name: str
    results: int
    """How many tensors it returns for a function of one tensor that returns one."""
    follows_input: bool
    """Whether the results require grad because the input does."""
    follows_captured: bool
    """The same of a tensor that the function captures."""
    requires_grad_alone: bool
    """Whether the results require grad when nothing else does."""
    create_graph: bool | None
    """The same with ``create_graph=True``; None where there is no such option."""
    input_requires_grad_inside: bool
    """Whether the tensor that the function gets requires grad."""
    enables_grad: bool
    """Whether the function is run with grad mode on, whatever it is outside."""
    accumulates: bool
    """Whether anything is added to ``.grad``."""
    runs: int
    """How often the function is run."""
    second_pass_raises: bool
    """Whether a second backward pass through the result, where it has a graph, raises."""


@dataclass(frozen=True, slots=True)
class CheckpointFacts:
    """``torch.utils.checkpoint.checkpoint`` of one kind."""

    name: str
    """``reentrant`` or ``not reentrant``."""
    runs_without_grad: bool
    """Whether the first run of the function is without grad mode."""
    follows_captured: bool
    """Whether the result requires grad when only tensors do that the function captures."""
    looks_into_lists: bool
    """Whether tensors in a list count as inputs."""
    takes_keywords: bool
    saves_input: bool
    """Whether a write to an input makes backward raise."""
    saves_captured: bool
    saves_result: bool
    second_pass_raises: bool
    """Whether a second backward pass raises, for a function that saves something."""
    second_pass_raises_of_sum: bool
    """The same for a function that saves nothing."""
    allows_autograd_grad: bool
    result_may_be_input: bool
    """Whether what the function returns comes out as it is."""
    is_default: bool
    """Whether it is what a call without ``use_reentrant`` means."""


@dataclass(frozen=True, slots=True)
class ReparametrizationFacts:
    """A function after which a layer's weight is computed from other parameters."""

    name: str
    returns_it: bool
    """Whether it returns the layer it is given."""
    parameters: tuple[str, ...]
    """What the layer has in place of ``weight``."""
    buffers: tuple[str, ...]
    keeps: str | None
    """The name under which the parameter that was there goes on, where it does."""
    weight_is_leaf: bool
    weight_requires_grad: bool
    made_when_read: bool
    """Whether ``layer.weight`` is another tensor each time it is read."""
    made_when_called: bool
    """Whether each call of the layer computes it anew."""
    runs_twice: bool
    """Whether each of two calls has a graph of its own."""
    frozen_with_its_parameters: bool
    """Whether the result requires no grad once the parameters do not."""
    takes_tensors: bool
    """Whether a plain tensor can be assigned to the weight."""
    step_raises: bool
    """Whether a step between a call and its backward pass makes that raise."""


@dataclass(frozen=True, slots=True)
class SourceFacts:
    """Where a tensor comes from: ``torch.load tensor``, ``torch.utils.data.DataLoader batch``."""

    name: str
    requires_grad: bool
    leaf: bool
    parameter: bool
    shares_memory: bool
    """Whether it is on the memory of what it was taken from."""
