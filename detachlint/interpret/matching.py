"""``match`` statements: each case is a branch; what a pattern binds is unknown unless it is the subject itself."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import libcst as cst

from detachlint.interpret.conditions import condition
from detachlint.interpret.machine import Machine
from detachlint.interpret.names import bind_name
from detachlint.interpret.source_site import Site
from detachlint.interpret.values import Const, Value
from detachlint.shadow.path import Path
from detachlint.shadow.tri import Tri


def match(machine: Machine, node: cst.Match) -> bool:
    """Run the cases that the subject can match."""
    subject = machine.narrow(machine.evaluate(node.subject))
    token = machine.unknown()
    machine.keep(token)
    choices: list[tuple[Path, Callable[[], bool]]] = []
    exhaustive = False
    for index, case in enumerate(node.cases):
        verdict = _matches(machine, case.pattern, subject)
        if verdict.no:
            continue
        earlier = frozenset(((id(token), number), False) for number in range(index))
        path = frozenset({((id(token), index), True)}) | earlier
        choices.append((path, _case(machine, case, subject)))
        if verdict.yes and case.guard is None:
            exhaustive = True
            break
    if not exhaustive:
        choices.append((frozenset({((id(token), "none"), True)}), lambda: True))
    if len(choices) == 1:
        return choices[0][1]()
    return machine.branch(choices)


def _case(machine: Machine, case: cst.MatchCase, subject: Value) -> Callable[[], bool]:
    def run() -> bool:
        _bind(machine, case.pattern, subject, machine.site(case))
        if case.guard is not None:
            found = condition(machine, case.guard)
            if found.truth.no:
                return True
            machine.engine.path = machine.path | found.when_true
        return machine.execute_suite(case.body)

    return run


def _matches(machine: Machine, pattern: Any, subject: Value) -> Tri:
    if isinstance(pattern, cst.MatchAs) and pattern.pattern is None:
        return Tri.YES
    if isinstance(pattern, (cst.MatchValue, cst.MatchSingleton)):
        value = machine.evaluate(pattern.value)
        if isinstance(value, Const) and isinstance(subject, Const):
            return Tri.of(value == subject)
        return Tri.UNKNOWN
    if isinstance(pattern, cst.MatchOr):
        verdicts = [_matches(machine, element.pattern, subject) for element in pattern.patterns]
        if any(verdict.yes for verdict in verdicts):
            return Tri.YES
        return Tri.NO if all(verdict.no for verdict in verdicts) else Tri.UNKNOWN
    return Tri.UNKNOWN


def _bind(machine: Machine, pattern: Any, subject: Value, site: Site) -> None:
    if isinstance(pattern, cst.MatchAs):
        if pattern.name is not None:
            bind_name(machine, pattern.name.value, subject, site)
        if pattern.pattern is not None:
            _bind(machine, pattern.pattern, subject, site)
        return
    for child in pattern.children:
        if isinstance(child, cst.MatchAs) and child.name is not None:
            bind_name(machine, child.name.value, machine.unknown(site), site)
        elif not isinstance(child, (cst.Name, cst.Attribute)):
            _bind(machine, child, machine.unknown(site), site)
