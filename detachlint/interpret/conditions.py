"""Truth of values, and the paths that a condition opens."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass

import libcst as cst

from detachlint.interpret.machine import Machine
from detachlint.interpret.values import (
    ArrayValue,
    Const,
    DictValue,
    IteratorValue,
    ListValue,
    TupleValue,
    Union,
    Unknown,
    Value,
)
from detachlint.shadow.path import ANYWHERE, Path, both
from detachlint.shadow.tensor import Tensor
from detachlint.shadow.tri import Tri


@dataclass(frozen=True)
class Condition:
    """What is known of a test, and what each branch may assume."""

    truth: Tri
    when_true: Path = ANYWHERE
    when_false: Path = ANYWHERE

    def negated(self) -> Condition:
        """The condition of ``not test``."""
        return Condition(~self.truth, self.when_false, self.when_true)


def truth(value: Value) -> Tri:
    """Whether a value counts as true."""
    if isinstance(value, Const):
        return Tri.of(bool(value.value))
    if isinstance(value, (Tensor, Unknown, ArrayValue, IteratorValue)):
        return Tri.UNKNOWN
    if isinstance(value, TupleValue):
        return Tri.of(bool(value.items))
    if isinstance(value, ListValue):
        return Tri.YES if value.items else Tri.of(None if value.rest is not None else False)
    if isinstance(value, DictValue):
        return Tri.YES if value.items else Tri.of(None if value.rest is not None else False)
    if isinstance(value, Union):
        return Tri.UNKNOWN
    return Tri.YES


def condition(machine: Machine, test: cst.BaseExpression) -> Condition:
    """Evaluate a test."""
    if isinstance(test, cst.UnaryOperation) and isinstance(test.operator, cst.Not):
        return condition(machine, test.expression).negated()
    if isinstance(test, cst.BooleanOperation):
        left = condition(machine, test.left)
        if isinstance(test.operator, cst.And):
            return _conjunction(machine, left, test.right)
        return _conjunction_of_negations(machine, left, test.right)
    return condition_of(machine, machine.evaluate(test))


def condition_of(machine: Machine, value: Value) -> Condition:
    """The condition that a value, used as a test, stands for."""
    value = machine.narrow(value)
    if isinstance(value, Union):
        return _condition_of_union(machine, value)
    known = truth(value)
    if known is not Tri.UNKNOWN:
        return Condition(known)
    if isinstance(value, Unknown) and value.negation_of is not None:
        return condition_of(machine, value.negation_of).negated()
    return _by_token(machine, value)


def _token_of_union(value: Union) -> Hashable:
    """The same for each test of the same alternatives, so that one test decides the next."""
    known = ((path, truth(item), item) for path, item in value.alternatives)
    return "union", tuple((path, id(item) if is_true is Tri.UNKNOWN else is_true) for path, is_true, item in known)


def _by_token(machine: Machine, value: Value, token: Hashable = None) -> Condition:
    token = id(value) if token is None else token
    machine.keep(value)
    taken, refused = (token, True) in machine.path, (token, False) in machine.path
    if taken or refused:
        return Condition(Tri.of(taken))
    return Condition(Tri.UNKNOWN, frozenset({(token, True)}), frozenset({(token, False)}))


def _condition_of_union(machine: Machine, value: Union) -> Condition:
    holds: list[Path] = []
    fails: list[Path] = []
    for path, item in machine.alternatives(value):
        known = truth(item)
        if known is Tri.UNKNOWN:
            return _by_token(machine, value, _token_of_union(value))
        (holds if known.yes else fails).append(path)
    if not fails:
        return Condition(Tri.YES)
    if not holds:
        return Condition(Tri.NO)
    when_true = frozenset.intersection(*holds)
    when_false = frozenset.intersection(*fails)
    token: Hashable = id(value)
    machine.keep(value)
    return Condition(
        Tri.UNKNOWN, both(when_true, frozenset({(token, True)})), both(when_false, frozenset({(token, False)}))
    )


def _conjunction(machine: Machine, left: Condition, right: cst.BaseExpression) -> Condition:
    if left.truth.no:
        return left
    with machine.assuming(left.when_true):
        second = condition(machine, right)
    return _and(machine, left, second)


def _conjunction_of_negations(machine: Machine, left: Condition, right: cst.BaseExpression) -> Condition:
    if left.truth.yes:
        return left
    with machine.assuming(left.when_false):
        second = condition(machine, right)
    return _and(machine, left.negated(), second.negated()).negated()


def _and(machine: Machine, left: Condition, right: Condition) -> Condition:
    if left.truth.yes:
        return right
    if right.truth.yes:
        return left
    if right.truth.no:
        return right
    token: Hashable = ("and", left.when_true, right.when_true)
    if machine.counts(left.when_true | right.when_true | left.when_false | right.when_false):
        machine.counting.add(token)
    return Condition(
        Tri.UNKNOWN,
        both(both(left.when_true, right.when_true), frozenset({(token, True)})),
        frozenset({(token, False)}),
    )
