"""``def`` and ``class`` statements."""

from __future__ import annotations

import libcst as cst

from detachlint.interpret.events import ClassDefined
from detachlint.interpret.expressions import evaluate_arguments, parameter_defaults
from detachlint.interpret.frames import Frame
from detachlint.interpret.machine import Machine
from detachlint.interpret.models.managers import Manager, is_manager
from detachlint.interpret.names import bind_name
from detachlint.interpret.source_site import Site
from detachlint.interpret.values import Arguments, ClassValue, External, FunctionValue, Value

KINDS = {
    "builtins.staticmethod": "staticmethod",
    "builtins.classmethod": "classmethod",
    "builtins.property": "property",
    "functools.cached_property": "property",
    "abc.abstractmethod": "function",
    "contextlib.contextmanager": "contextmanager",
    "contextlib.asynccontextmanager": "contextmanager",
}


def define_function(machine: Machine, node: cst.FunctionDef) -> bool:
    """``def name(...)``, with its decorators."""
    name = node.name.value
    defaults = parameter_defaults(machine, node.params)
    kind, modes, wrappers, accessor = _decorators(machine, node)
    owner = machine.class_being_defined()
    scope = machine.frame if owner is None else machine.frame.parent or machine.frame.module
    value: Value = FunctionValue(node, scope, machine.frame.module, name, defaults, owner, tuple(modes), kind)
    machine.frame.module.functions.append(value)
    site = machine.site(node)
    for wrapper in reversed(wrappers):
        wrapped = machine.call(wrapper, Arguments((value,)), site)
        value = wrapped if isinstance(wrapped, FunctionValue) else value
    bind_name(machine, name if accessor is None else f"{name}.{accessor}", value, site)
    return True


def _decorators(machine: Machine, node: cst.FunctionDef) -> tuple[str, list[Value], list[Value], str | None]:
    kind = "function"
    modes: list[Value] = []
    wrappers: list[Value] = []
    for decorator in node.decorators:
        expression = decorator.decorator
        if isinstance(expression, cst.Attribute) and expression.attr.value in ("setter", "deleter"):
            return "function", modes, [], expression.attr.value
        value = machine.narrow(machine.evaluate(expression))
        if isinstance(value, External) and value.name in KINDS:
            kind = KINDS[value.name]
        elif is_manager(value):
            modes.append(_decorating(machine, value, machine.site(expression)))
        elif isinstance(value, FunctionValue):
            wrappers.append(value)
    return kind, modes, wrappers, None


def _decorating(machine: Machine, value: Value, site: Site) -> Manager:
    """A grad mode manager as decorator; one that works as soon as it is called is undone by decorating."""
    if isinstance(value, External):
        return Manager(value.name, None, site=site)
    assert isinstance(value, Manager)
    if value.before is not None:
        machine.engine.restore_modes(value.before)
    return Manager(value.name, value.mode, site=site)


def define_class(machine: Machine, node: cst.ClassDef) -> bool:
    """``class name(...)``: its body is run in a scope of its own."""
    bases = evaluate_arguments(machine, [item for item in node.bases if item.star == ""]).positional
    cls = ClassValue(machine.trail, node.name.value, node, machine.frame.module, tuple(bases))
    outer = machine.frame
    frame = Frame(machine.trail, outer.module, outer, outer.function)
    frame.defining = cls
    machine.frames.append(frame)
    try:
        machine.execute_suite(node.body)
    finally:
        machine.frames.pop()
    cls.attributes = frame.names
    cls.fields = tuple(frame.annotated)
    decorators = [machine.narrow(machine.evaluate(item.decorator)) for item in node.decorators]
    cls.is_named_tuple = any(isinstance(base, External) and base.name.endswith("NamedTuple") for base in bases)
    cls.is_dataclass = cls.is_named_tuple or any(_is_dataclass(item) for item in decorators)
    machine.frame.module.classes.append(cls)
    site = machine.site(node)
    bind_name(machine, node.name.value, cls, site)
    machine.emit(ClassDefined(site, machine.path, cls))
    return True


def _is_dataclass(value: Value) -> bool:
    name = value.name if isinstance(value, External) else getattr(value, "origin", None)
    return isinstance(name, str) and name.rsplit(".", 1)[-1] == "dataclass"
