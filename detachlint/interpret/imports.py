"""``import`` statements. What belongs to the project is followed, everything else is known by name only."""

from __future__ import annotations

import libcst as cst

from detachlint.interpret.canonical import canonical
from detachlint.interpret.machine import Machine
from detachlint.interpret.names import bind_name
from detachlint.interpret.star_imports import STAR_MODULES
from detachlint.interpret.values import External, Namespace, Value


def dotted(node: cst.BaseExpression | None) -> str:
    """The text of a dotted name."""
    if isinstance(node, cst.Attribute):
        return f"{dotted(node.value)}.{node.attr.value}"
    return node.value if isinstance(node, cst.Name) else ""


def import_modules(machine: Machine, node: cst.Import) -> bool:
    """``import a.b as c``."""
    site = machine.site(node)
    for alias in node.names:
        name = dotted(alias.name)
        if alias.asname is not None and isinstance(alias.asname.name, cst.Name):
            bind_name(machine, alias.asname.name.value, _module(machine, name), site)
        else:
            _module(machine, name)
            top = name.split(".", 1)[0]
            bind_name(machine, top, _module(machine, top), site)
    return True


def _module(machine: Machine, name: str) -> Value:
    found = machine.importer(name, machine.frame.module, 0)
    return found if found is not None else External(canonical(name))


def import_names(machine: Machine, node: cst.ImportFrom) -> bool:
    """``from a import b as c``."""
    site = machine.site(node)
    level = len(node.relative)
    name = dotted(node.module)
    source = machine.importer(name, machine.frame.module, level)
    if isinstance(node.names, cst.ImportStar):
        _import_all(machine, source, name)
        return True
    for alias in node.names:
        original = alias.name.value if isinstance(alias.name, cst.Name) else ""
        bound = original
        if alias.asname is not None and isinstance(alias.asname.name, cst.Name):
            bound = alias.asname.name.value
        bind_name(machine, bound, _member(machine, source, name, original, level), site)
    return True


def _member(machine: Machine, source: Namespace | None, module: str, name: str, level: int) -> Value:
    if source is not None:
        found = source.scope.names.get(name)
        if found is not None:
            return found
        nested = machine.importer(f"{module}.{name}" if module else name, machine.frame.module, level)
        return nested if nested is not None else machine.unknown()
    if level:
        nested = machine.importer(f"{module}.{name}" if module else name, machine.frame.module, level)
        return nested if nested is not None else machine.unknown()
    return External(canonical(f"{module}.{name}"))


def _import_all(machine: Machine, source: Namespace | None, name: str) -> None:
    if source is None:
        if name in STAR_MODULES:
            machine.frame.module.star_modules.append(name)
        else:
            machine.frame.module.wildcard = True
        return
    for key, value in list(source.scope.names.items()):
        if not key.startswith("_"):
            machine.trail.write(machine.frame, machine.frame.names, key, value)
