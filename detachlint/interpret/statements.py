"""Statements: one function for each kind; each says whether control falls through to the next statement."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import libcst as cst

from detachlint.interpret import arithmetic, attributes, definitions, imports, loops, matching, subscripts, tensor_calls
from detachlint.interpret.assigning import assign
from detachlint.interpret.conditions import condition
from detachlint.interpret.events import Augmented, StatementEvaluated
from detachlint.interpret.frames import Exit
from detachlint.interpret.machine import Machine
from detachlint.interpret.models.managers import enter_manager, leave_manager
from detachlint.interpret.names import bind_name, owner_of
from detachlint.interpret.source_site import Site
from detachlint.interpret.values import (
    NONE,
    Arguments,
    ArrayValue,
    External,
    Instance,
    ListValue,
    Value,
)
from detachlint.shadow.path import Path
from detachlint.shadow.tensor import Tensor
from detachlint.shadow.trail import MISSING, Delta
from detachlint.shadow.tri import Tri


def execute_block(machine: Machine, statements: Sequence[Any]) -> bool:
    """Run statements in order; False when control does not reach their end."""
    return all(execute(machine, statement) for statement in statements)


def execute_suite(machine: Machine, suite: cst.BaseSuite) -> bool:
    """Run the body of a compound statement."""
    if isinstance(suite, cst.SimpleStatementSuite):
        return execute_block(machine, suite.body)
    return execute_block(machine, suite.body)


def execute(machine: Machine, node: Any) -> bool:
    """Run one statement."""
    machine.tick()
    if isinstance(node, cst.SimpleStatementLine):
        return execute_block(machine, node.body)
    handler = HANDLERS.get(type(node))
    if handler is None:
        return True
    look = machine.inspector
    if look is None:
        return handler(machine, node) is not False
    is_block = isinstance(node, cst.BaseCompoundStatement)
    if is_block:
        look(node, True)
    falls = handler(machine, node) is not False
    if not is_block:
        look(node, False)
    return falls


def _expression(machine: Machine, node: cst.Expr) -> bool:
    machine.last_call = machine.last_read = None
    value = machine.evaluate(node.value)
    site = machine.site(node)
    callee, name, receiver = machine.last_call if machine.last_call is not None else (None, "", None)
    if not isinstance(node.value, cst.Call):
        callee, name, receiver = value, "", None
        if isinstance(node.value, cst.Attribute) and machine.last_read is not None:
            receiver, name = machine.last_read[0], f".{machine.last_read[1]}"
    if isinstance(value, Tensor) and value.overwritten is not None:
        machine.trail.set(value, "overwritten", None)
    machine.emit(StatementEvaluated(site, machine.path, value, callee, name, receiver))
    return not (isinstance(callee, External) and callee.name in _EXITS)


_EXITS = frozenset({"sys.exit", "builtins.exit", "builtins.quit", "os._exit"})


def _assign(machine: Machine, node: cst.Assign) -> bool:
    value = machine.evaluate(node.value)
    site = machine.site(node)
    for target in node.targets:
        assign(machine, target.target, value, site)
    return True


def _annotated(machine: Machine, node: cst.AnnAssign) -> bool:
    if isinstance(node.target, cst.Name):
        machine.frame.annotated.append(node.target.value)
    if node.value is not None:
        assign(machine, node.target, machine.evaluate(node.value), machine.site(node))
    return True


def _augmented(machine: Machine, node: cst.AugAssign) -> bool:
    site = machine.site(node)
    symbol = arithmetic.SYMBOLS[type(node.operator)]
    target: Any = node.target
    if isinstance(target, cst.Name):
        old, put = machine.evaluate(target), _name_putter(machine, target.value, site)
        outlives = machine.bound_before_loop(owner_of(machine.frame, target.value), target.value)
    elif isinstance(target, cst.Attribute):
        receiver = machine.evaluate(target.value)
        old = machine.lift(lambda item: attributes.read(machine, item, target.attr.value, site), receiver)
        put = _attribute_putter(machine, receiver, target.attr.value, site)
        outlives = machine.outlives_loop(receiver)
    else:
        receiver = machine.evaluate(target.value)
        key = subscripts.evaluate_index(machine, target.slice)
        old = machine.lift(lambda item: subscripts.read(machine, item, key, site), receiver)
        put = _item_putter(machine, receiver, key, site)
        outlives = machine.outlives_loop(receiver)
    operand = machine.evaluate(node.value)
    result = machine.lift(lambda a, b: _augment(machine, symbol, a, b, site), old, operand)
    machine.emit(Augmented(site, machine.path, old, operand, result, outlives))
    put(old, result)
    return True


def _augment(machine: Machine, symbol: str, old: Value, operand: Value, site: Site) -> Value:
    if isinstance(old, Tensor) or tensor_calls.carries_graph(old):
        return tensor_calls.augment(machine, symbol, old, operand, site)
    if isinstance(old, ListValue) and symbol == "+":
        machine.extend_list(old, operand, site)
        return old
    if isinstance(old, ArrayValue):
        tensor_calls.write_array(machine, old, site)
        return old
    if isinstance(old, Instance):
        found = machine.method_of(old, arithmetic.DUNDERS[symbol].replace("__", "__i", 1))
        if found is not None:
            return machine.call(found, Arguments((operand,)), site)
    return arithmetic.binary(machine, symbol, old, operand, site)


Putter = Callable[[Value, Value], None]


def _name_putter(machine: Machine, name: str, site: Site) -> Putter:
    def put(old: Value, result: Value) -> None:
        if result is not old:
            bind_name(machine, name, result, site)

    return put


def _attribute_putter(machine: Machine, receiver: Value, name: str, site: Site) -> Putter:
    def put(old: Value, result: Value) -> None:
        if result is old:
            return
        for path, item in machine.alternatives(receiver):
            with machine.assuming(path):
                if not (isinstance(item, Tensor) and name in ("data", "grad")):
                    attributes.write(machine, item, name, result, site)

    return put


def _item_putter(machine: Machine, receiver: Value, key: Any, site: Site) -> Putter:
    def put(old: Value, result: Value) -> None:
        for path, item in machine.alternatives(receiver):
            with machine.assuming(path):
                if not isinstance(item, Tensor) and result is not old:
                    subscripts.write(machine, item, key, result, site)

    return put


def _return(machine: Machine, node: cst.Return) -> bool:
    value = machine.evaluate(node.value) if node.value is not None else NONE
    frame = machine.frame
    delta = machine.trail.snapshot(frame.mark, frame.epoch)
    frame.exits.append(Exit(machine.path, delta, value, machine.undos, machine.site(node)))
    return False


def _pass(machine: Machine, node: cst.Pass) -> bool:
    return True


def _raise(machine: Machine, node: cst.Raise) -> bool:
    if node.exc is not None:
        machine.evaluate(node.exc)
    return False


def _assert(machine: Machine, node: cst.Assert) -> bool:
    found = condition(machine, node.test)
    if found.truth is Tri.UNKNOWN:
        machine.engine.path = machine.path | found.when_true
    return True


def _delete(machine: Machine, node: cst.Del) -> bool:
    targets = (
        [element.value for element in node.target.elements] if isinstance(node.target, cst.Tuple) else [node.target]
    )
    for target in targets:
        if isinstance(target, cst.Name):
            scope = owner_of(machine.frame, target.value)
            machine.trail.write(scope, scope.names, target.value, MISSING)
        elif isinstance(target, cst.Attribute):
            attributes.delete(machine, machine.narrow(machine.evaluate(target.value)), target.attr.value)
        elif isinstance(target, cst.Subscript):
            receiver = machine.narrow(machine.evaluate(target.value))
            subscripts.delete(machine, receiver, subscripts.evaluate_index(machine, target.slice))
    return True


def _global(machine: Machine, node: cst.Global) -> bool:
    machine.frame.globals_declared |= {item.name.value for item in node.names}
    return True


def _nonlocal(machine: Machine, node: cst.Nonlocal) -> bool:
    machine.frame.nonlocals_declared |= {item.name.value for item in node.names}
    return True


def _if(machine: Machine, node: cst.If) -> bool:
    remainders = machine.remainders
    found = condition(machine, node.test)
    if found.truth.yes:
        counted = machine.remainders > remainders
        machine.counted_branches += counted
        falls = execute_suite(machine, node.body)
        machine.counted_branches -= counted
        return falls
    if found.truth.no:
        return _else(machine, node.orelse)
    if machine.remainders > remainders:
        machine.counting.update(token for token, _ in found.when_true | found.when_false)
    return branch(
        machine,
        [
            (found.when_true, lambda: execute_suite(machine, node.body)),
            (found.when_false, lambda: _else(machine, node.orelse)),
        ],
    )


def _else(machine: Machine, orelse: cst.If | cst.Else | None) -> bool:
    if orelse is None:
        return True
    if isinstance(orelse, cst.If):
        return execute(machine, orelse)
    return execute_suite(machine, orelse.body)


def branch(machine: Machine, choices: Sequence[tuple[Path, Callable[[], bool]]]) -> bool:
    """Run each choice from the same state and join those that fall through."""
    before = machine.path
    live: list[tuple[Path, Delta]] = []
    for path, run in choices:
        mark = machine.trail.mark()
        epoch = machine.trail.epoch
        machine.engine.path = before | path
        falls = run()
        delta = machine.lift_branch(mark, epoch)
        if falls:
            live.append((machine.path, delta))
    machine.engine.path = before
    if not live:
        return False
    if len(live) == 1:
        machine.engine.path = live[0][0]
    machine.join(live)
    return True


def _with(machine: Machine, node: cst.With) -> bool:
    return _with_items(machine, node, list(node.items))


def _with_items(machine: Machine, node: cst.With, items: list[cst.WithItem]) -> bool:
    if not items:
        return execute_suite(machine, node.body)
    item, rest = items[0], items[1:]
    manager = machine.narrow(machine.evaluate(item.item))
    site = machine.site(item.item)

    def body(value: Value) -> bool:
        if item.asname is not None:
            assign(machine, item.asname.name, value, site)
        return _with_items(machine, node, rest)

    inline = machine.run_context_manager(manager, body, site)
    if inline is not None:
        return inline
    path = machine.path
    token = enter_manager(machine, manager, site)
    machine.frame.open_managers += token.switches_grad
    already = _ways_out(machine)
    falls = body(token.value)
    machine.frame.open_managers -= token.switches_grad
    if token.before is not None:
        _leave_modes(machine, token.before, already)
    leave_manager(machine, token, site)
    if token.assumed and falls:
        machine.engine.path = path
    return falls


def _ways_out(machine: Machine) -> list[Exit]:
    """The ways out of the running function and its loops that were met so far."""
    frame = machine.frame
    return [*frame.exits, *(item for loop in frame.loops for item in (*loop.breaks, *loop.continues))]


def _leave_modes(machine: Machine, before: tuple[Tri, Tri, Site | None], already: list[Exit]) -> None:
    """Who jumps out of a block (``return``, ``break``, ``continue``) leaves its grad mode behind as well."""
    known = {id(item) for item in already}
    for item in _ways_out(machine):
        if id(item) not in known:
            for name, value in zip(("grad", "inference", "grad_off_site"), before, strict=True):
                item.delta.amend(machine.engine.modes, name, value)


def _try(machine: Machine, node: cst.Try | cst.TryStar) -> bool:
    token = machine.unknown()
    machine.keep(token)

    def body() -> bool:
        return execute_suite(machine, node.body) and (node.orelse is None or execute_suite(machine, node.orelse.body))

    choices: list[tuple[Path, Callable[[], bool]]] = [(frozenset({((id(token), -1), False)}), body)]
    for index, handler in enumerate(node.handlers):
        path: Path = frozenset({((id(token), -1), True), ((id(token), index), True)})
        choices.append((path, _handler(machine, handler)))
    falls = branch(machine, choices) if node.handlers else body()
    if node.finalbody is not None:
        return execute_suite(machine, node.finalbody.body) and falls
    return falls


def _handler(machine: Machine, handler: Any) -> Callable[[], bool]:
    def run() -> bool:
        if handler.name is not None and isinstance(handler.name.name, cst.Name):
            site = machine.site(handler)
            bind_name(machine, handler.name.name.value, machine.unknown(site), site)
        return execute_suite(machine, handler.body)

    return run


HANDLERS: dict[type[cst.CSTNode], Callable[[Machine, Any], bool]] = {
    cst.Expr: _expression,
    cst.Assign: _assign,
    cst.AnnAssign: _annotated,
    cst.AugAssign: _augmented,
    cst.Return: _return,
    cst.Pass: _pass,
    cst.Raise: _raise,
    cst.Assert: _assert,
    cst.Del: _delete,
    cst.Global: _global,
    cst.Nonlocal: _nonlocal,
    cst.If: _if,
    cst.With: _with,
    cst.Try: _try,
    cst.TryStar: _try,
    cst.For: loops.for_loop,
    cst.While: loops.while_loop,
    cst.Break: loops.break_loop,
    cst.Continue: loops.continue_loop,
    cst.FunctionDef: definitions.define_function,
    cst.ClassDef: definitions.define_class,
    cst.Import: imports.import_modules,
    cst.ImportFrom: imports.import_names,
    cst.Match: matching.match,
}

__all__ = ["HANDLERS", "branch", "execute", "execute_block", "execute_suite"]
