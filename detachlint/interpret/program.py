"""Runs a whole file: its top level first, then every function and class that nothing in view has called."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import partial

import libcst as cst

from detachlint.interpret import limits
from detachlint.interpret.calling import call_function
from detachlint.interpret.events import EntryEnded, Happening
from detachlint.interpret.frames import ModuleScope
from detachlint.interpret.machine import Machine, OutOfSteps
from detachlint.interpret.models.function_classes import examine
from detachlint.interpret.models.instances import instantiate
from detachlint.interpret.project import Importer, Project
from detachlint.interpret.source_site import Site, SourceFile
from detachlint.interpret.statements import execute_block
from detachlint.interpret.torch_names import is_function_class, is_module_class
from detachlint.interpret.values import (
    Arguments,
    BoundMethod,
    ClassValue,
    FunctionValue,
    Instance,
    Unknown,
    Value,
)
from detachlint.interpret.wiring import build
from detachlint.shadow.events import Event
from detachlint.shadow.tensor import Tensor
from detachlint.shadow.tri import Tri

RUN_UNDER_NO_GRAD = frozenset({"validation_step", "test_step", "predict_step"})
BACKPROPAGATED = frozenset({"training_step", "compute_loss"})
WHOLE_NUMBERS = re.compile(
    r"(^|_)(idx|ind(ex|ices)|ids?|masks?|labels?|targets?|len(gth)?s?|types?|steps?|batch_size)$"
)
"""Names of inputs that hold no numbers to differentiate, as people name them."""
SKIPPED = frozenset({"__init__", "__init_subclass__", "__new__", "__del__", "__repr__", "__str__", "__class_getitem__"})


class Program:
    """One file and the run over it."""

    def __init__(
        self,
        tree: cst.Module,
        filename: str,
        listener: Callable[[Machine, Event | Happening], None],
        project: Project | None = None,
        length: int = 0,
    ) -> None:
        steps = max(limits.STEPS_LEAST, length // limits.CHARACTERS_PER_NODE * limits.STEPS_PER_NODE)
        self.machine = build(lambda event: listener(self.machine, event), steps)
        self.file = SourceFile(tree, filename)
        self.scope = ModuleScope(self.machine.trail, self.file, "__main__")
        if project is not None:
            self.machine.importer = Importer(self.machine, project, filename)

    def run(self) -> None:
        """Run the top level, then the entries."""
        machine = self.machine
        machine.frames.append(self.scope)
        try:
            self._top_level()
            self._entries()
        except OutOfSteps:
            machine.give_up(self.file.site(self.file.tree), "evaluations in one file", "this file")
        finally:
            machine.frames.clear()

    def _top_level(self) -> None:
        run_statements(self.machine, self.file.tree.body)
        site = self.machine.site(self.file.tree)
        self.machine.emit(EntryEnded(site, self.machine.path, None, False))

    def _entries(self) -> None:
        machine = self.machine
        for cls in list(self.scope.classes):
            if cls.module is self.scope and (not cls.instantiated or is_function_class(machine, cls)):
                self._isolated(partial(self._class_entry, cls))
        for function in list(self.scope.functions):
            if function.node not in machine.executed and function.owner is None and function.module is self.scope:
                self._isolated(partial(self._function_entry, function))

    def _isolated(self, run: Callable[[], None]) -> None:
        """Run something on the state that the top level left, and forget its effects."""
        machine = self.machine
        mark = machine.trail.mark()
        machine.function_steps = {}
        outside, machine.outside = machine.outside, None
        modes = machine.engine.set_grad_mode(Tri.YES, inference=Tri.NO)
        run()
        machine.engine.restore_modes(modes)
        machine.outside = outside
        machine.trail.undo(mark)
        machine.undos += 1
        machine.engine.path = frozenset()
        del machine.frames[1:]

    def _function_entry(self, function: FunctionValue) -> None:
        machine = self.machine
        site = self.file.site(function.node)
        result = call_function(machine, function, self._arguments(function, site, False), site)
        self._end(result, site, False)

    def _end(self, result: Value, site: Site, is_forward: bool) -> None:
        for tensor in self.machine.tensors_in(result):
            self.machine.engine.check_pending(tensor, tensor.site)
        self.machine.emit(EntryEnded(site, self.machine.path, result, is_forward))

    def _class_entry(self, cls: ClassValue) -> None:
        machine = self.machine
        site = self.file.site(cls.node)
        if is_function_class(machine, cls):
            examine(machine, cls, site)
            return
        constructor = machine.class_attribute(cls, "__init__")
        arguments = Arguments()
        if isinstance(constructor, FunctionValue):
            arguments = self._arguments(constructor, site, False, skip=1)
        instance = instantiate(machine, cls, arguments, site)
        if isinstance(instance, Instance):
            self._methods(cls, instance)

    def _methods(self, cls: ClassValue, instance: Instance) -> None:
        names = [name for name in cls.attributes if name not in SKIPPED and not name.endswith((".setter", ".deleter"))]
        names.sort(key=lambda name: name not in ("forward", "training_step", "fit", "train"))
        is_module = is_module_class(self.machine, cls)
        self._forget_changing(cls, instance)
        for name in names:
            method = cls.attributes[name]
            if not isinstance(method, FunctionValue) or (method.node in self.machine.executed and name != "forward"):
                continue
            self._isolated(partial(self._method_entry, instance, method, name, is_module))

    def _forget_changing(self, cls: ClassValue, instance: Instance) -> None:
        """What other methods than the constructor assign may be anything by the time a method is called."""
        machine = self.machine
        for base in machine.lineage(cls):
            if not isinstance(base, ClassValue):
                continue
            for name in machine.syntax.changing_attributes(base.node):
                held = instance.attributes.get(name)
                if held is None or (isinstance(held, Tensor) and (held.parameter or held.buffer)):
                    continue
                if not isinstance(held, Instance):
                    machine.trail.write(instance, instance.attributes, name, machine.unknown(instance.site))

    def _method_entry(self, instance: Instance, method: FunctionValue, name: str, is_module: bool) -> None:
        machine = self.machine
        site = self.file.site(method.node)
        forward = is_module and name == "forward"
        bound: Value = method if method.kind == "staticmethod" else BoundMethod(method, instance)
        skip = 0 if method.kind == "staticmethod" else 1
        if name in RUN_UNDER_NO_GRAD and is_module:
            machine.engine.set_grad_mode(Tri.NO, site)
        arguments = self._arguments(method, site, forward, skip=skip)
        result = machine.call(bound, arguments, site)
        self._end(result, site, forward)

    def _arguments(self, function: FunctionValue, site: Site, forward: bool, skip: int = 0) -> Arguments:
        """Unknown arguments for an entry; parameters with a default are not given."""
        parameters = function.node.params
        given: dict[str, Value] = {}
        positional: list[Value] = []
        for parameter in (*parameters.posonly_params, *parameters.params)[skip:]:
            positional.append(self._argument(function, parameter, forward))
        for parameter in parameters.kwonly_params:
            given[parameter.name.value] = self._argument(function, parameter, forward)
        return Arguments(tuple(positional), given, more=isinstance(parameters.star_arg, cst.Param))

    def _argument(self, function: FunctionValue, parameter: cst.Param, forward: bool) -> Unknown:
        made = self.machine.unknown(self.file.site(parameter))
        made.kind = annotated_kind(parameter.annotation, self.file)
        is_input = forward and parameter.default is None and made.kind in ("any", "tensor")
        made.forward_input = is_input and WHOLE_NUMBERS.search(parameter.name.value) is None
        if made.kind == "tensor":
            tensor = self.machine.as_tensor(made)
            if tensor is not None:
                tensor.known = True
                tensor.name = parameter.name.value
        return made


def annotated_kind(annotation: cst.Annotation | None, file: SourceFile) -> str:
    """What a parameter's annotation says it is, as far as autograd cares."""
    if annotation is None:
        return "any"
    text = file.tree.code_for_node(annotation.annotation).strip("'\" ")
    last = text.rsplit(".", 1)[-1]
    if last == "Tensor":
        return "tensor"
    return {"int": "int", "float": "number", "str": "string", "bool": "bool"}.get(text, "any")


def run_statements(machine: Machine, statements: Sequence[cst.CSTNode]) -> None:
    """Run the statements of a module; one that ends the program ends the run."""
    execute_block(machine, statements)
