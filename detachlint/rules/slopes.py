"""Where a value's slope can be infinite or NaN although the value itself looks harmless."""

from __future__ import annotations

from collections.abc import Iterator

from detachlint.shadow.graph import Node
from detachlint.shadow.tensor import Tensor

RISKY = frozenset({"log", "log2", "log10", "sqrt", "rsqrt", "acos", "asin", "reciprocal"})
POWERS = frozenset({"pow", "float_power"})
ELEMENTWISE = frozenset(
    {
        "add",
        "sub",
        "rsub",
        "mul",
        "div",
        "true_divide",
        "neg",
        "view",
        "unsqueeze",
        "squeeze",
        "abs",
        "to",
        "float",
        "reshape",
    }
)
SAFE = frozenset(
    {
        "exp",
        "sigmoid",
        "softplus",
        "softmax",
        "where",
        "maximum",
        "cosh",
        "elu",
        "logsumexp",
        "erfc",
        "masked_fill",
        "norm",
        "relu",  # zero at zero, and its backward chooses zero there: what comes from above does not get through
        "relu6",
    }
)
FAR = 12


def risky_nodes(tensor: Tensor) -> Iterator[Node]:
    """Operators of infinite slope between a value and what it is computed from, elementwise."""
    pending: list[tuple[Tensor | None, int]] = [(tensor, 0)]
    seen: set[Tensor] = set()
    while pending:
        current, depth = pending.pop()
        if current is None or current in seen or depth > FAR or current.node is None:
            continue
        seen.add(current)
        node = current.node
        if is_risky(node) and not is_guarded(_argument(node)):
            yield node
            continue
        if node.operator in ELEMENTWISE or node.operator in RISKY | POWERS:
            pending.extend((operand, depth + 1) for operand in node.operands)


def is_risky(node: Node) -> bool:
    """Whether an operator has an infinite slope somewhere on the edge of its domain."""
    if node.operator in POWERS:
        return any(0 < scalar < 1 or scalar < 0 for scalar in node.scalars)
    if node.operator in ("div", "true_divide"):
        return len(node.operands) > 1 and node.operands[1] is not None and node.operands[1].requires_grad.yes
    return node.operator in RISKY


def _argument(node: Node) -> Tensor | None:
    if node.operator in ("div", "true_divide"):
        return node.operands[1]
    return node.operands[0] if node.operands else None


def is_guarded(tensor: Tensor | None, depth: int = 0) -> bool:
    """Whether something keeps the argument away from the edge: ``+ eps``, ``clamp(min=eps)``, ``exp`` …"""
    if tensor is None or depth > FAR:
        return True
    if tensor.node is None:
        return not tensor.requires_grad.yes
    node = tensor.node
    if node.opaque or node.operator in SAFE or node.operator in ("phi", "in-place"):
        return True
    if node.operator in ("clamp", "clamp_min", "clip"):
        return any(scalar > 0 for scalar in node.scalars[:1])
    if node.operator in ("add", "sub", "rsub"):
        return any(node.scalars) or any(operand is None for operand in node.operands)
    if node.operator == "mul":
        return all(is_guarded(operand, depth + 1) for operand in node.operands)
    if node.operator in ("div", "true_divide", "view", "unsqueeze", "squeeze", "to", "float", "reshape", "sum", "mean"):
        return is_guarded(node.operands[0], depth + 1) if node.operands else True
    return False


def reaches_zero(tensor: Tensor | None) -> bool:
    """Whether a value is known to be able to be exactly zero: a sum of squares of differences, a clamp at zero."""
    if tensor is None or tensor.node is None:
        return False
    node = tensor.node
    if node.operator in ("clamp", "clamp_min", "clip"):
        return bool(node.scalars) and node.scalars[0] == 0
    if node.operator in ("sum", "mean", "view", "squeeze", "unsqueeze", "reshape"):
        return bool(node.operands) and reaches_zero(node.operands[0])
    if node.operator in ("pow", "square"):
        even = node.operator == "square" or 2 in node.scalars
        return even and _is_difference(node.operands[0])
    if node.operator == "mul" and len(node.operands) == 2 and node.operands[0] is node.operands[1]:
        return _is_difference(node.operands[0])
    if node.operator == "add":
        parts = [operand for operand in node.operands if operand is not None]
        return len(parts) == 2 and not any(node.scalars) and all(reaches_zero(part) for part in parts)
    return False


def _is_difference(tensor: Tensor | None) -> bool:
    if tensor is None or tensor.node is None:
        return False
    node = tensor.node
    if node.operator in ("select", "index", "view", "squeeze", "unsqueeze", "reshape"):
        return _is_difference(node.operands[0] if node.operands else None)
    return node.operator in ("sub", "rsub") and sum(1 for operand in node.operands if operand is not None) == 2


def ancestors(tensor: Tensor | None) -> set[Tensor]:
    """Everything that a value is computed from, a bounded way up, itself included."""
    found: set[Tensor] = set()
    pending: list[tuple[Tensor | None, int]] = [(tensor, 0)]
    while pending:
        current, depth = pending.pop()
        if current is None or current in found or depth > FAR:
            continue
        found.add(current)
        if current.node is not None:
            pending.extend((operand, depth + 1) for operand in current.node.operands)
    return found
