"""Expressions: one function for each kind of syntax node."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import libcst as cst

from detachlint.interpret import arithmetic, attributes, comprehensions, subscripts
from detachlint.interpret.calling import call
from detachlint.interpret.conditions import condition, condition_of
from detachlint.interpret.machine import Machine
from detachlint.interpret.names import bind_name, look_up, note_overwritten
from detachlint.interpret.values import (
    FALSE,
    NONE,
    TRUE,
    Arguments,
    Const,
    DictValue,
    FunctionValue,
    ListValue,
    TupleValue,
    Value,
)
from detachlint.shadow.tri import Tri

LONGEST_CONSTANT = 100_000


def evaluate(machine: Machine, node: cst.BaseExpression) -> Value:
    """The value of an expression, with its effects."""
    machine.tick()
    handler = HANDLERS.get(type(node))
    if handler is None:
        return machine.unknown(machine.site(node))
    return handler(machine, node)


def _name(machine: Machine, node: cst.Name) -> Value:
    return look_up(machine, node.value, node)


def _attribute(machine: Machine, node: cst.Attribute) -> Value:
    receiver = evaluate(machine, node.value)
    site = machine.site(node)
    result = machine.lift(lambda value: attributes.read(machine, value, node.attr.value, site), receiver)
    machine.last_read = (receiver, node.attr.value)
    return result


def _integer(machine: Machine, node: cst.Integer) -> Value:
    return _constant(machine, node.value, node)


def _constant(machine: Machine, text: str, node: cst.BaseExpression) -> Value:
    if len(text) > LONGEST_CONSTANT:
        return machine.unknown(machine.site(node), "constant")
    found = arithmetic.literal(text)
    return machine.unknown(machine.site(node), "constant") if found is None else found


def _float(machine: Machine, node: cst.Float) -> Value:
    return _constant(machine, node.value, node)


def _imaginary(machine: Machine, node: cst.Imaginary) -> Value:
    return _constant(machine, node.value, node)


def _string(machine: Machine, node: cst.SimpleString) -> Value:
    return _constant(machine, node.value, node)


def _joined_string(machine: Machine, node: cst.ConcatenatedString) -> Value:
    left, right = evaluate(machine, node.left), evaluate(machine, node.right)
    if isinstance(left, Const) and isinstance(right, Const) and type(left.value) is type(right.value):
        return Const(left.value + right.value)
    return machine.unknown(machine.site(node), "string")


def _formatted_string(machine: Machine, node: cst.FormattedString) -> Value:
    values: list[str] = []
    known = True
    for part in node.parts:
        if not isinstance(part, cst.FormattedStringExpression):
            values.append(part.value if isinstance(part, cst.FormattedStringText) else "")
            continue
        value = evaluate(machine, part.expression)
        if isinstance(value, Const) and part.format_spec is None and isinstance(value.value, (str, int)):
            values.append(str(value.value))
        else:
            known = False
    if known and sum(map(len, values)) < LONGEST_CONSTANT:
        return Const("".join(values))
    return machine.unknown(machine.site(node), "string")


def _ellipsis(machine: Machine, node: cst.Ellipsis) -> Value:
    return Const(...)


def _tuple(machine: Machine, node: cst.Tuple) -> Value:
    items, rest = _elements(machine, node.elements)
    if rest is None:
        return TupleValue(items)
    return ListValue(machine.trail, items, rest, "tuple")


def _list(machine: Machine, node: cst.List) -> Value:
    items, rest = _elements(machine, node.elements)
    return ListValue(machine.trail, items, rest)


def _set(machine: Machine, node: cst.Set) -> Value:
    items, rest = _elements(machine, node.elements)
    return ListValue(machine.trail, items, rest, "set")


def _elements(machine: Machine, elements: Any) -> tuple[tuple[Value, ...], Value]:
    items: list[Value] = []
    rest: Value = None
    for element in elements:
        value = evaluate(machine, element.value)
        if not isinstance(element, cst.StarredElement):
            items.append(value)
            continue
        inner, more = comprehensions.iterate(machine, value, machine.site(element))
        items.extend(inner)
        rest = more if more is not None else rest
    return tuple(items), rest


def _dict(machine: Machine, node: cst.Dict) -> Value:
    made = DictValue(machine.trail)
    for element in node.elements:
        value = evaluate(machine, element.value)
        if isinstance(element, cst.StarredDictElement):
            if isinstance(value, DictValue):
                made.items.update(value.items)
                made.rest = value.rest if value.rest is not None else made.rest
            else:
                made.rest = machine.unknown(machine.site(element))
            continue
        key = machine.narrow(evaluate(machine, element.key)) if isinstance(element, cst.DictElement) else NONE
        known = subscripts.known_key(key)
        if known is None:
            made.rest = value
        else:
            made.items[known] = value
    return made


def _binary(machine: Machine, node: cst.BinaryOperation) -> Value:
    left, right = evaluate(machine, node.left), evaluate(machine, node.right)
    site = machine.site(node)
    symbol = arithmetic.SYMBOLS[type(node.operator)]
    for operand, value in ((node.left, left), (node.right, right)):
        if isinstance(operand, cst.Name):
            note_overwritten(machine, operand.value, value, site)
    return machine.lift(lambda a, b: arithmetic.binary(machine, symbol, a, b, site), left, right)


def _unary(machine: Machine, node: cst.UnaryOperation) -> Value:
    if isinstance(node.operator, cst.Not):
        return _truth_value(machine, node)
    value = evaluate(machine, node.expression)
    site = machine.site(node)
    symbol = arithmetic.UNARY[type(node.operator)]
    return machine.lift(lambda item: arithmetic.unary(machine, symbol, item, site), value)


def _truth_value(machine: Machine, node: cst.UnaryOperation) -> Value:
    value = evaluate(machine, node.expression)
    found = condition_of(machine, value)
    if found.truth is Tri.UNKNOWN:
        return machine.negation(value)
    return FALSE if found.truth.yes else TRUE


def _boolean(machine: Machine, node: cst.BooleanOperation) -> Value:
    left = evaluate(machine, node.left)
    found = condition_of(machine, left)
    conjunction = isinstance(node.operator, cst.And)
    if found.truth is not Tri.UNKNOWN:
        return evaluate(machine, node.right) if found.truth.yes == conjunction else left
    goes_on, stops = (found.when_true, found.when_false) if conjunction else (found.when_false, found.when_true)
    with machine.assuming(goes_on):
        right = evaluate(machine, node.right)
    return machine.union([(stops, left), (goes_on, right)])


def _comparison(machine: Machine, node: cst.Comparison) -> Value:
    left = evaluate(machine, node.left)
    result: Value = TRUE
    for target in node.comparisons:
        right = evaluate(machine, target.comparator)
        site = machine.site(node)
        symbol = arithmetic.COMPARISONS[type(target.operator)]
        step = machine.lift(
            lambda a, b, symbol=symbol, site=site: arithmetic.compare(machine, symbol, a, b, site), left, right
        )
        if len(node.comparisons) == 1:
            return step
        result = arithmetic.conjunction(machine, result, step)
        left = right
    return result


def _conditional(machine: Machine, node: cst.IfExp) -> Value:
    found = condition(machine, node.test)
    if found.truth.yes:
        return evaluate(machine, node.body)
    if found.truth.no:
        return evaluate(machine, node.orelse)
    with machine.assuming(found.when_true):
        body = evaluate(machine, node.body)
    with machine.assuming(found.when_false):
        other = evaluate(machine, node.orelse)
    return machine.union([(found.when_true, body), (found.when_false, other)])


def _lambda(machine: Machine, node: cst.Lambda) -> Value:
    defaults = parameter_defaults(machine, node.params)
    return FunctionValue(node, machine.frame, machine.frame.module, "lambda", defaults)


def parameter_defaults(machine: Machine, parameters: cst.Parameters) -> dict[str, Value]:
    """Default values, evaluated where the function is defined."""
    declared = (*parameters.posonly_params, *parameters.params, *parameters.kwonly_params)
    return {
        parameter.name.value: evaluate(machine, parameter.default)
        for parameter in declared
        if parameter.default is not None
    }


def _call(machine: Machine, node: cst.Call) -> Value:
    callee = evaluate(machine, node.func)
    arguments = evaluate_arguments(machine, node.args)
    return call(machine, callee, arguments, machine.site(node))


def evaluate_arguments(machine: Machine, nodes: Any) -> Arguments:
    """The arguments of a call, stars spread out as far as they are known."""
    positional: list[Value] = []
    keywords: dict[str, Value] = {}
    more = False
    for argument in nodes:
        value = evaluate(machine, argument.value)
        if argument.star == "*":
            inner, rest = comprehensions.iterate(machine, value, machine.site(argument))
            positional.extend(inner)
            if rest is not None:
                positional.append(rest)
                more = True
        elif argument.star == "**":
            value = machine.narrow(value)
            if isinstance(value, DictValue):
                keywords.update({key: item for key, item in value.items.items() if isinstance(key, str)})
                more = more or value.rest is not None
            else:
                more = True
        elif argument.keyword is not None:
            keywords[argument.keyword.value] = value
        else:
            positional.append(value)
    return Arguments(tuple(positional), keywords, more)


def _walrus(machine: Machine, node: cst.NamedExpr) -> Value:
    value = evaluate(machine, node.value)
    if isinstance(node.target, cst.Name):
        bind_name(machine, node.target.value, value, machine.site(node))
    return value


def _await(machine: Machine, node: cst.Await) -> Value:
    return evaluate(machine, node.expression)


def _yield(machine: Machine, node: cst.Yield) -> Value:
    value: Value = NONE
    if isinstance(node.value, cst.From):
        source = evaluate(machine, node.value.item)
        machine.note_yield(machine.site(node))
        items, rest = comprehensions.iterate(machine, source, machine.site(node))
        for item in items if rest is None else (*items, rest):
            _hand_out(machine, item, node)
        return machine.unknown(machine.site(node))
    if node.value is not None:
        value = evaluate(machine, node.value)
    machine.note_yield(machine.site(node))
    return _hand_out(machine, value, node)


def _hand_out(machine: Machine, value: Value, node: cst.Yield) -> Value:
    take = machine.frame.on_yield
    return machine.unknown(machine.site(node)) if take is None else take(value)


def _subscript(machine: Machine, node: cst.Subscript) -> Value:
    receiver = evaluate(machine, node.value)
    index = subscripts.evaluate_index(machine, node.slice)
    site = machine.site(node)
    return machine.lift(lambda value, key: subscripts.read(machine, value, key, site), receiver, index)


Handler = Callable[[Machine, Any], Value]

HANDLERS: dict[type[cst.CSTNode], Handler] = {
    cst.Name: _name,
    cst.Attribute: _attribute,
    cst.Integer: _integer,
    cst.Float: _float,
    cst.Imaginary: _imaginary,
    cst.SimpleString: _string,
    cst.ConcatenatedString: _joined_string,
    cst.FormattedString: _formatted_string,
    cst.Ellipsis: _ellipsis,
    cst.Tuple: _tuple,
    cst.List: _list,
    cst.Set: _set,
    cst.Dict: _dict,
    cst.BinaryOperation: _binary,
    cst.UnaryOperation: _unary,
    cst.BooleanOperation: _boolean,
    cst.Comparison: _comparison,
    cst.IfExp: _conditional,
    cst.Lambda: _lambda,
    cst.Call: _call,
    cst.NamedExpr: _walrus,
    cst.Await: _await,
    cst.Yield: _yield,
    cst.Subscript: _subscript,
    cst.ListComp: comprehensions.list_comprehension,
    cst.SetComp: comprehensions.set_comprehension,
    cst.GeneratorExp: comprehensions.generator_expression,
    cst.DictComp: comprehensions.dict_comprehension,
}

__all__ = ["HANDLERS", "evaluate", "evaluate_arguments", "parameter_defaults"]
