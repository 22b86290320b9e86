"""Operators on constants, tensors, arrays, lists and what is not known."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable
from functools import lru_cache
from typing import Any

import libcst as cst

from detachlint.interpret import tensor_calls
from detachlint.interpret.machine import Machine
from detachlint.interpret.source_site import Site
from detachlint.interpret.values import (
    FALSE,
    TRUE,
    Arguments,
    ArrayValue,
    Const,
    DictValue,
    Instance,
    ListValue,
    TupleValue,
    Union,
    Unknown,
    Value,
)
from detachlint.shadow.tensor import Tensor

SYMBOLS: dict[type[cst.CSTNode], str] = {
    cst.Add: "+",
    cst.Subtract: "-",
    cst.Multiply: "*",
    cst.Divide: "/",
    cst.FloorDivide: "//",
    cst.Modulo: "%",
    cst.Power: "**",
    cst.MatrixMultiply: "@",
    cst.BitAnd: "&",
    cst.BitOr: "|",
    cst.BitXor: "^",
    cst.LeftShift: "<<",
    cst.RightShift: ">>",
    cst.AddAssign: "+",
    cst.SubtractAssign: "-",
    cst.MultiplyAssign: "*",
    cst.DivideAssign: "/",
    cst.FloorDivideAssign: "//",
    cst.ModuloAssign: "%",
    cst.PowerAssign: "**",
    cst.MatrixMultiplyAssign: "@",
    cst.BitAndAssign: "&",
    cst.BitOrAssign: "|",
    cst.BitXorAssign: "^",
    cst.LeftShiftAssign: "<<",
    cst.RightShiftAssign: ">>",
}

DUNDERS = {
    "+": "__add__",
    "-": "__sub__",
    "*": "__mul__",
    "/": "__truediv__",
    "//": "__floordiv__",
    "%": "__mod__",
    "**": "__pow__",
    "@": "__matmul__",
    "&": "__and__",
    "|": "__or__",
    "^": "__xor__",
    "<<": "__lshift__",
    ">>": "__rshift__",
}

UNARY: dict[type[cst.CSTNode], str] = {cst.Minus: "unary-", cst.Plus: "unary+", cst.BitInvert: "~"}

COMPARISONS: dict[type[cst.CSTNode], str] = {
    cst.Equal: "==",
    cst.NotEqual: "!=",
    cst.LessThan: "<",
    cst.LessThanEqual: "<=",
    cst.GreaterThan: ">",
    cst.GreaterThanEqual: ">=",
    cst.Is: "is",
    cst.IsNot: "is not",
    cst.In: "in",
    cst.NotIn: "not in",
}

_NUMBERS: dict[str, Callable[[Any, Any], Any]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.truediv,
    "//": operator.floordiv,
    "%": operator.mod,
    "&": operator.and_,
    "|": operator.or_,
    "^": operator.xor,
}
_ORDER: dict[str, Callable[[Any, Any], Any]] = {
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
_NEGATIONS = {"!=": "==", "is not": "is", "not in": "in"}
LARGEST = 10**12
LONGEST = 10_000


@lru_cache(maxsize=8_192)
def literal(text: str) -> Const | None:
    """A number, string or bytes literal; None when it cannot be read."""
    try:
        return Const(ast.literal_eval(text))
    except (ValueError, SyntaxError, MemoryError):
        return None


def binary(machine: Machine, symbol: str, left: Value, right: Value, site: Site) -> Value:
    """``left symbol right``."""
    if isinstance(left, Tensor) or isinstance(right, Tensor):
        return tensor_calls.operator(machine, symbol, left, right, site)
    if isinstance(left, Const) and isinstance(right, Const):
        return _constants(machine, symbol, left, right)
    if isinstance(left, Instance):
        found = machine.method_of(left, DUNDERS[symbol])
        if found is not None:
            return machine.call(found, Arguments((right,)), site)
    if isinstance(left, ArrayValue) or isinstance(right, ArrayValue):
        return tensor_calls.array_operator(machine, (left, right), site)
    if symbol == "+" and isinstance(left, (ListValue, TupleValue)) and isinstance(right, (ListValue, TupleValue)):
        return _concatenate(machine, left, right)
    if symbol == "*" and isinstance(left, (ListValue, TupleValue)):
        return _repeat(machine, left, right)
    if symbol == "%" and isinstance(left, Const) and isinstance(left.value, str):
        return machine.unknown(site, "string")
    if symbol == "|" and isinstance(left, DictValue) and isinstance(right, DictValue):
        return DictValue(machine.trail, {**left.items, **right.items}, left.rest if right.rest is None else right.rest)
    return _unknown_binary(machine, symbol, left, right, site)


def _unknown_binary(machine: Machine, symbol: str, left: Value, right: Value, site: Site) -> Value:
    if tensor_calls.carries_graph(left) or tensor_calls.carries_graph(right):
        return tensor_calls.operator(machine, symbol, left, right, site)
    numbers = {"number", "constant", "int"}
    kinds = {item.kind for item in (left, right) if isinstance(item, Unknown)}
    kind = "number" if kinds and kinds <= numbers else "any"
    key = (symbol, machine.identity(left), machine.identity(right))
    made = machine.derived(key, (left, right), kind)
    sources = [item.left_graph for item in (left, right) if isinstance(item, Unknown) and item.left_graph is not None]
    if sources:
        made.left_graph = sources[0]
    return made


def _constants(machine: Machine, symbol: str, left: Const, right: Const) -> Value:
    machine.remainders += symbol == "%"
    a, b = left.value, right.value
    function = _NUMBERS.get(symbol)
    if symbol == "**" and _small(a) and _small(b) and abs(a) <= 1000 and 0 <= b <= 16:
        return Const(a**b)
    if symbol in ("<<", ">>") and isinstance(a, int) and isinstance(b, int) and 0 <= b < 40 and abs(a) < LARGEST:
        return Const(a << b if symbol == "<<" else a >> b)
    both_numbers = _small(a) and _small(b)
    both_text = isinstance(a, str) and isinstance(b, str) and symbol == "+" and len(a) + len(b) < LONGEST
    if function is None or not (both_numbers or both_text):
        return machine.unknown(kind="string" if isinstance(a, str) else "number")
    try:
        return Const(function(a, b))
    except (ArithmeticError, TypeError, ValueError):
        return machine.unknown(kind="number")


def _small(value: Any) -> bool:
    return isinstance(value, (int, float)) and abs(value) < LARGEST


def _concatenate(machine: Machine, left: ListValue | TupleValue, right: ListValue | TupleValue) -> Value:
    rest = next((item.rest for item in (left, right) if isinstance(item, ListValue) and item.rest is not None), None)
    items = (*left.items, *right.items)
    if isinstance(left, TupleValue) and rest is None:
        return TupleValue(items)
    return ListValue(machine.trail, items, rest)


def _repeat(machine: Machine, left: ListValue | TupleValue, right: Value) -> Value:
    if isinstance(right, Const) and isinstance(right.value, int) and 0 <= right.value * len(left.items) <= 64:
        items = left.items * right.value
        return TupleValue(items) if isinstance(left, TupleValue) else ListValue(machine.trail, items, left.rest)
    rest = left.items[0] if left.items else machine.unknown()
    return ListValue(machine.trail, left.items, rest)


def unary(machine: Machine, symbol: str, value: Value, site: Site) -> Value:
    """``-x``, ``+x`` or ``~x``."""
    if isinstance(value, Const) and isinstance(value.value, (int, float)):
        if symbol == "unary-":
            return Const(-value.value)
        if symbol == "unary+":
            return Const(+value.value)
        if isinstance(value.value, int):
            return Const(-1 - int(value.value))
    if isinstance(value, Tensor) or tensor_calls.carries_graph(value):
        return tensor_calls.unary(machine, symbol, value, site)
    if isinstance(value, ArrayValue):
        return tensor_calls.array_operator(machine, (value,), site)
    made = machine.derived((symbol, machine.identity(value)), (value,))
    if isinstance(value, Unknown):
        made.kind = value.kind
        made.left_graph = value.left_graph
    return made


def compare(machine: Machine, symbol: str, left: Value, right: Value, site: Site) -> Value:
    """``left symbol right`` as a value."""
    if symbol in _NEGATIONS and not isinstance(left, Tensor) and not isinstance(right, Tensor):
        positive = compare(machine, _NEGATIONS[symbol], left, right, site)
        if isinstance(positive, Const):
            return FALSE if positive.value else TRUE
        return machine.negation(positive)
    if symbol in ("is", "is not"):
        return _identity(machine, symbol, left, right)
    if symbol in ("in", "not in"):
        found = _contains(left, right)
        return machine.unknown(site, "bool") if found is None else (TRUE if found else FALSE)
    if isinstance(left, Const) and isinstance(right, Const):
        return _compare_constants(machine, symbol, left, right)
    if isinstance(left, Tensor) or isinstance(right, Tensor):
        return tensor_calls.operator(machine, symbol, left, right, site)
    if symbol == "==" and _surely_different(left, right):
        return FALSE
    return machine.derived((symbol, machine.identity(left), machine.identity(right)), (left, right), "bool")


def _compare_constants(machine: Machine, symbol: str, left: Const, right: Const) -> Value:
    try:
        return Const(bool(_ORDER[symbol](left.value, right.value)))
    except TypeError:
        return machine.unknown(kind="bool")


def _identity(machine: Machine, symbol: str, left: Value, right: Value) -> Value:
    answer: bool | None = None
    if isinstance(left, Const) and isinstance(right, Const):
        answer = left.value is right.value or left == right
    elif left is right and not isinstance(left, Union):
        answer = True
    elif (isinstance(right, Const) and not isinstance(left, (Unknown, Union))) or (
        isinstance(left, Tensor) and isinstance(right, Tensor)
    ):
        answer = False
    if answer is None:
        made: Value = machine.derived(("is", machine.identity(left), machine.identity(right)), (left, right), "bool")
        return machine.negation(made) if symbol == "is not" else made
    return TRUE if answer == (symbol == "is") else FALSE


def _contains(left: Value, right: Value) -> bool | None:
    if not isinstance(left, Const):
        return None
    if isinstance(right, Const) and isinstance(right.value, str) and isinstance(left.value, str):
        return left.value in right.value
    if isinstance(right, DictValue):
        if left.value in right.items:
            return True
        return None if right.rest is not None or right.default is not None else False
    if isinstance(right, (TupleValue, ListValue)):
        if any(item == left for item in right.items):
            return True
        certain = all(isinstance(item, Const) for item in right.items)
        return False if certain and getattr(right, "rest", None) is None else None
    return None


def _surely_different(left: Value, right: Value) -> bool:
    known = (TupleValue, ListValue, DictValue)
    return (isinstance(left, Const) and isinstance(right, known)) or (
        isinstance(right, Const) and isinstance(left, known)
    )


def conjunction(machine: Machine, left: Value, right: Value) -> Value:
    """``left and right`` of two comparison results."""
    if left == TRUE:
        return right
    if left == FALSE or right == FALSE:
        return FALSE
    if right == TRUE:
        return left
    return machine.derived(("and", machine.identity(left), machine.identity(right)), (left, right), "bool")
