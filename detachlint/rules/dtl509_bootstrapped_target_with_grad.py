"""DTL509: bootstrapped target with grad."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from detachlint.finding import FailureMode, Level
from detachlint.rules.base import Rule
from detachlint.rules.context import label
from detachlint.shadow import walk
from detachlint.shadow.events import BackwardRun
from detachlint.shadow.graph import Node
from detachlint.shadow.tensor import Tensor


class BootstrappedTargetWithGrad(Rule):
    """The target of a regression is computed with the same module as the prediction, without detach or `no_grad`. The
    gradient then moves the target towards the prediction as well: the network can make the loss small by agreeing with
    itself. The usual case is temporal difference learning, `r + gamma * q(next_state)` against `q(state)`, with one
    network where the recipe has a target network or a stop.

    Reported are mean squared, absolute and Huber losses, and squares of a difference, where one side is a scaled
    estimate to which something given (a reward) is added, or where the second argument is called a target, and a
    gradient flows from both sides to the same parameters. Losses that contain derivatives (`autograd.grad`, as in
    physics-informed networks) are left alone, and so are two views of one input that are drawn to each other.

    ## What torch does
    A loss function has no idea of a target: both arguments are differentiated, and the two gradients add up in `.grad`
    of the shared parameters. Nothing raises, and the loss goes down.

    ## How to fix
    Compute the target under `torch.no_grad()`, or call `.detach()` on it, or take it from a copy of the network that
    no optimizer holds.

    ## When to suppress
    For residual-gradient methods, where this is meant.
    """

    code: ClassVar[str] = "DTL509"
    name: ClassVar[str] = "bootstrapped-target-with-grad"
    level: ClassVar[Level] = Level.PEDANTIC
    failure_mode: ClassVar[FailureMode] = FailureMode.WRONG
    summary: ClassVar[str] = "a regression target keeps the graph of the module it is compared with"
    related: ClassVar[tuple[str, ...]] = ("DTL508",)
    references: ClassVar[tuple[str, ...]] = ("https://docs.pytorch.org/docs/stable/generated/torch.no_grad.html",)
    no_fix_reason: ClassVar[str | None] = (
        "Whether the target is meant to be a constant is a decision about the algorithm."
    )

    def on_backward_run(self, event: BackwardRun) -> None:
        """Is a regression run backward whose two sides come from the same parameters?"""
        for node in event.nodes:
            found = _regression(node)
            if found is not None and self._same_module(found):
                self._report(found, event)

    def _same_module(self, found: Regression) -> bool:
        """Whether both sides reach the same parameters, by a gradient that is not itself asked for in the loss."""
        target, prediction = (_leaves(side) for side in (found.target, found.prediction))
        shared = {leaf for leaf in target & prediction if leaf.parameter and leaf is not self.context.machine.outside}
        return bool(shared) and not _differentiates(found.target.node) and not _differentiates(found.prediction.node)

    def _report(self, found: Regression, event: BackwardRun) -> None:
        target, prediction = label(found.target, "the target"), label(found.prediction, "the prediction")
        self.context.report(
            self,
            found.made.site,
            f"{target} is what {prediction} is drawn to, and both are computed with the same parameters: the gradient "
            "of the loss moves the target as well",
            [
                (found.made.site, "the target keeps its graph here"),
                (found.loss.site, "compared here"),
                (event.site, "backward goes through both sides"),
            ],
            "compute the target under `torch.no_grad()`, or detach it",
        )


LOSSES = frozenset({"mse_loss", "smooth_l1_loss", "huber_loss", "l1_loss"})
SHAPES = frozenset(
    {"view", "reshape", "squeeze", "unsqueeze", "flatten", "view_as", "expand", "expand_as", "transpose"}
)


@dataclass(frozen=True)
class Term:
    """A summand of a tensor; ``factor`` is whether it is scaled, ``added`` the addition that it goes into."""

    tensor: Tensor | None
    positive: bool
    factor: bool
    added: Node | None

    @property
    def carries_gradient(self) -> bool:
        """Whether a gradient certainly flows to it."""
        return self.tensor is not None and self.tensor.requires_grad.yes and self.tensor.node is not None


@dataclass(frozen=True)
class Regression:
    """A loss that draws a prediction to a target; ``made`` is where the target came to be."""

    loss: Node
    target: Tensor
    prediction: Tensor
    made: Node


def _regression(node: Node) -> Regression | None:
    """The two sides of a loss, where one of them is certainly a target that a gradient flows to."""
    if node.operator in LOSSES:
        return _of_two_sides(node)
    error = _squared(node)
    return _of_error(node, error) if error is not None else None


def _of_two_sides(loss: Node) -> Regression | None:
    sides = loss.operands[:2]
    if len(sides) != 2 or any(side is None or not side.requires_grad.yes for side in sides):
        return None
    prediction, target = sides
    assert prediction is not None and target is not None
    for side, other in ((target, prediction), (prediction, target)):
        terms = list(_terms(side))
        for term in terms:
            made = _bootstrapped(term, terms)
            if made is not None:
                return Regression(loss, side, other, made)
    if _called_target(target) and target.node is not None:
        return Regression(loss, target, prediction, target.node)
    return None


def _of_error(loss: Node, error: Tensor) -> Regression | None:
    terms = list(_terms(error))
    for term in terms:
        made = _bootstrapped(term, [other for other in terms if other.positive == term.positive])
        opposite = next((other for other in terms if other.carries_gradient and other.positive != term.positive), None)
        if made is not None and opposite is not None and term.tensor is not None and opposite.tensor is not None:
            return Regression(loss, term.tensor, opposite.tensor, made)
    return None


def _bootstrapped(term: Term, terms: list[Term]) -> Node | None:
    """For a scaled estimate that something given (a reward) is added to: that addition."""
    if not (term.carries_gradient and term.factor):
        return None
    given = (
        other for other in terms if other.tensor is None or other.tensor.requires_grad.no or not other.tensor.known
    )
    return next((other.added for other in given if not other.carries_gradient), None)


def _squared(node: Node) -> Tensor | None:
    """What is squared, or taken the absolute value of."""
    first = node.operands[0] if node.operands else None
    if node.operator in ("square", "abs") or (node.operator == "pow" and 2 in node.scalars):
        return first
    return first if node.operator == "mul" and len(node.operands) == 2 and first is node.operands[1] else None


def _terms(tensor: Tensor) -> Iterator[Term]:
    """The summands of a tensor, through changes of shape and factors."""
    pending = [Term(tensor, True, False, None)]
    while pending:
        term = pending.pop()
        node = term.tensor.node if term.tensor is not None else None
        if node is None:
            yield term
        elif node.operator in ("add", "sub") and len(node.operands) == 2 and not node.scalars:
            first, second = node.operands
            same = node.operator == "add"
            pending.append(Term(first, term.positive, term.factor, node))
            pending.append(Term(second, term.positive == same, term.factor, node))
        elif node.operator == "neg" and node.operands:
            pending.append(Term(node.operands[0], not term.positive, term.factor, term.added))
        elif node.operator in ("mul", "div"):
            yield from _scaled(term, node, pending)
        elif node.operator in SHAPES and node.operands:
            pending.append(Term(node.operands[0], term.positive, term.factor, term.added))
        else:
            yield term


def _scaled(term: Term, node: Node, pending: list[Term]) -> Iterator[Term]:
    carrying = [item for item in node.operands if item is not None and item.requires_grad.yes]
    if len(carrying) == 1:
        pending.append(Term(carrying[0], term.positive, True, term.added))
    else:
        yield term


def _called_target(tensor: Tensor) -> bool:
    """Whether the user calls it a target, before or after a change of shape."""
    current: Tensor | None = tensor
    while current is not None:
        if current.name is not None and "target" in current.name.lower():
            return True
        node = current.node
        current = node.operands[0] if node is not None and node.operator in SHAPES and node.operands else None
    return False


def _leaves(tensor: Tensor) -> set[Tensor]:
    return walk.leaves_without(tensor.node, frozenset())


def _differentiates(start: Node | None) -> bool:
    """Whether a gradient was asked for on the way (``autograd.grad``), as equations of physics do."""
    pending = [start] if start is not None else []
    seen: set[Node] = set()
    while pending:
        node = pending.pop()
        if node.operator == "gradient":
            return True
        if node not in seen:
            seen.add(node)
            pending.extend(edge.target for edge in node.edges if isinstance(edge.target, Node))
    return False
