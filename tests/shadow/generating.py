"""Makes random programs, trying every step on torch as it is written."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

import torch

from detachlint.shadow.engine import WRITES_OVERLAPPING
from tests.shadow.measured import BOOL, FLOAT, INDEX
from tests.shadow.program import PASSES, Outcome, Step, TableOperator, step
from tests.shadow.torch_side import VIEWS, WRITES, TorchSide

SHAPES = ((3, 3), (3, 3), (3, 3), (3,), ())
MULTIPLE = ("unbind", "chunk", "split")
MODES = ("no_grad", "no_grad", "no_grad", "enable_grad", "inference", "normal")
ATTEMPTS = 4
KIND_OF_DTYPE = {torch.float32: FLOAT, torch.int64: INDEX, torch.bool: BOOL}


class Program:
    """A program, what torch said of it, and dtype and size of everything it makes."""

    def __init__(self) -> None:
        self.steps: list[Step] = []
        self.kinds: dict[str, tuple[str, tuple[int, ...]]] = {}
        self.outcome = Outcome()


class Generator:
    """Writes one program after another from one source of chance.

    ``composite`` is whether there are operators among them that torch makes of several. Of those a pass that takes the
    gradient of some inputs may run a part only, what they save may be a view of an argument rather than the argument
    itself (so that ``argument.data = other`` does not reach it), an argument that requires grad only through its base
    may be saved or not, and on inference tensors their parts make views. The shadow, to which an operator is one node,
    cannot know; no such steps are made then.
    """

    def __init__(self, rng: random.Random, operators: Sequence[TableOperator], *, composite: bool = False) -> None:
        self.rng = rng
        self.composite = composite
        self.plain = [operator for operator in operators if not operator.in_place]
        self.writing = [operator for operator in operators if operator.in_place]
        self._viewing = {operator.key for operator in self.plain if operator.view != "no"}
        self.unary = [operator for operator in self.plain if operator.tensors == (FLOAT,)]
        self.binary = [operator for operator in self.plain if operator.tensors == (FLOAT, FLOAT)]
        self.calls = {operator.key: operator.call for operator in operators}
        self._made: Program
        self._side: TorchSide
        self._depth = 0
        self._unconnected: set[str] = set()
        self.abandoned: list[str] = []
        self.unlike: Counter[str] = Counter()
        self._choices: list[tuple[int, Callable[[], Step | None]]] = [
            (4, self._leaf),
            (24, self._apply),
            (11, self._view),
            (16, self._write),
            (4, self._set_item),
            (4, self._detach),
            (4, self._data),
            (2, self._array),
            (3, self._write_array),
            (3, self._detach_in_place),
            (3, self._set_data),
            (3, self._flag),
            (4, self._enter),
            (6, self._leave),
            (8, self._backward),
            (3, self._grad),
            (3, self._step),
            (2, self._clear),
            (2, self._gradient),
            (10, self._plot_against_saved),
            (3, self._plot_with_mode),
        ]

    def program(self) -> Program:
        """One program, already run through torch.

        Where torch fails half way through a step, for reasons that have nothing to do with autograd, what it then
        holds is not defined, and the program is given up for another.
        """
        before = len(self.abandoned)
        made = self._attempt()
        while len(self.abandoned) > before:
            before = len(self.abandoned)
            made = self._attempt()
        return made

    def _attempt(self) -> Program:
        self._made, self._side, self._depth = Program(), TorchSide(self.calls), 0
        self._unconnected = set()
        for requires in (True, self.rng.random() < 0.5):
            self._add(self._leaf(requires))
        weights = [weight for weight, _ in self._choices]
        makers = [maker for _, maker in self._choices]
        for _ in range(self.rng.randint(5, 16)):
            for _ in range(ATTEMPTS):
                if self._add(self.rng.choices(makers, weights)[0]()):
                    break
            if self._side.ended:
                break
        if not self._side.ended:
            self._add(self._backward())
        self._made.outcome = self._side.close()
        return self._made

    def _add(self, item: Step | None) -> bool:
        """Try a step; False where torch cannot do it at all."""
        if item is None:
            return False
        verdict = self._side.perform(item)
        if verdict.startswith("other"):
            if item.do in PASSES or "INTERNAL ASSERT" in verdict:
                self._side.ended = True
                self.abandoned.append(f"{item}: {verdict}")
            if verdict.startswith("other: Unlike"):
                self.unlike[item.get("call")] += 1
            self._side.take_back()
            return False
        self._made.steps.append(item)
        grad_is_off = torch.is_inference_mode_enabled() or not torch.is_grad_enabled()
        if self._makes_view(item) and (grad_is_off or not self._side.tensors[item.reads[0]].requires_grad):
            self._unconnected.update(item.makes)
        for name in item.makes:
            made = self._side.tensors.get(name)
            if isinstance(made, torch.Tensor):
                self._made.kinds[name] = (KIND_OF_DTYPE.get(made.dtype, FLOAT), tuple(made.shape))
        return True

    def _makes_view(self, item: Step) -> bool:
        return item.do == "view" or (item.do == "apply" and item.get("call") in self._viewing)

    # -- choosing ------------------------------------------------------------------------------------------------

    def _fresh(self, count: int = 1) -> list[str]:
        number = len(self._made.steps)
        return [f"t{number}"] if count == 1 else [f"t{number}.{index}" for index in range(count)]

    def _pick_input(self) -> str | None:
        """Something to take the gradient of.

        The several outputs of one call are left out: torch tells them apart by output of one node, the shadow, which
        gives each a node of its own, does not.
        """
        name = self._pick(test=lambda value: bool(value.requires_grad))
        return None if name is None or "." in name else name

    def _pick(self, kind: str = FLOAT, test: Callable[[Any], bool] = lambda _: True) -> str | None:
        """A tensor of a kind, the latest ones rather."""
        fitting = [
            name
            for name, value in self._side.tensors.items()
            if isinstance(value, torch.Tensor) and KIND_OF_DTYPE.get(value.dtype) == kind and test(value)
        ]
        if not fitting:
            return None
        if self.rng.random() < 0.5:
            fitting = fitting[-4:]
        return self.rng.choice(fitting)

    def _operands(self, operator: TableOperator) -> list[str] | None:
        names = []
        for kind in operator.tensors:
            name = self._pick(kind)
            if name is None and kind != FLOAT:
                self._add(step("leaf", makes=self._fresh(), shape=(3, 3), dtype=kind))
                name = self._pick(kind)
            if name is None:
                return None
            names.append(name)
        return names

    # -- one step each -------------------------------------------------------------------------------------------

    def _leaf(self, requires: bool | None = None) -> Step:
        wanted = self.rng.random() < 0.5 if requires is None else requires
        wanted = wanted and not torch.is_inference_mode_enabled()
        return step("leaf", makes=self._fresh(), shape=self.rng.choice(SHAPES), requires=wanted)

    def _apply(self) -> Step | None:
        operator = self.rng.choice(self.plain)
        names = self._operands(operator)
        if names is None or self._is_unconnected(names):
            return None
        return step("apply", names, self._fresh(), call=operator.key)

    def _is_unconnected(self, names: Sequence[str]) -> bool:
        """Whether all that requires grad does so only through a base, as a view made under no_grad does.

        No gradient flows then; what is saved all the same depends on how torch's code for the operator is written.
        """
        needing = [name for name in names if self._side.tensors[name].requires_grad]
        enough = any if self.composite else all
        return bool(needing) and enough(name in self._unconnected for name in needing)

    def _view(self) -> Step | None:
        kind = self.rng.choice(list(VIEWS))
        count = 3 if kind in MULTIPLE else 1
        name = self._pick()
        return step("view", [name], self._fresh(count), kind=kind) if name and self._fits(kind, name) else None

    def _write(self) -> Step | None:
        name = self._pick()
        return None if name is None else self._write_to(name)

    def _breaks_backward(self, operator: TableOperator, target: str) -> bool:
        """What torch lets be written to elements that share memory raises in backward, for reasons of its own."""
        value = self._side.tensors[target]
        spreads = operator.name.rstrip("_") in WRITES_OVERLAPPING
        return spreads and bool(value.requires_grad) and _overlaps(value)

    def _set_item(self) -> Step | None:
        name = self.rng.choice(list(WRITES))
        target = self._pick(test=lambda value: not _overlaps(value))
        source = None if name.endswith("number") else self._pick()
        return None if target is None else step("write", [target, *([source] if source else [])], call=name)

    def _alias(self, do: str) -> Step | None:
        name = self._pick()
        return None if name is None else step(do, [name], self._fresh())

    def _detach(self) -> Step | None:
        return self._alias("detach")

    def _data(self) -> Step | None:
        return self._alias("data")

    def _array(self) -> Step | None:
        return self._alias("array")

    def _gradient(self) -> Step | None:
        name = self._pick(test=lambda value: _is_plain_leaf(value) and value.grad is not None)
        return None if name is None else step("gradient", [name], self._fresh())

    def _write_array(self) -> Step | None:
        arrays = [name for name, value in self._side.tensors.items() if not isinstance(value, torch.Tensor)]
        return step("write_array", [self.rng.choice(arrays)]) if arrays else self._array()

    def _detach_in_place(self) -> Step | None:
        name = self._pick()
        return None if name is None else step("detach_in_place", [name])

    def _set_data(self) -> Step | None:
        target = self._pick(test=lambda value: not value.is_inference())
        if target is None or self.composite:
            return None
        shape = self._side.tensors[target].shape
        source = self._pick(
            test=lambda value: value.shape == shape and not value.is_inference() and not _overlaps(value)
        )
        return None if source is None else step("set_data", [target, source])

    def _flag(self) -> Step | None:
        name = self._pick(FLOAT if self.rng.random() < 0.9 else INDEX)
        value = self.rng.random() < 0.6 and not torch.is_inference_mode_enabled()
        return None if name is None else step("flag", [name], value=value)

    def _enter(self) -> Step:
        self._depth += 1
        return step("enter", mode=self.rng.choice(MODES[:4] if self.composite else MODES))

    def _leave(self) -> Step | None:
        if not self._depth:
            return None
        self._depth -= 1
        return step("leave")

    def _backward(self) -> Step | None:
        root = self._root()
        if root is None or torch.is_inference_mode_enabled():
            return None
        inputs = [self._pick_input()] if not self.composite and self.rng.random() < 0.1 else []
        return step("backward", [root, *(name for name in inputs if name)], **self._pass(root))

    def _grad(self) -> Step | None:
        root = self._root()
        inputs = [self._pick_input() for _ in range(self.rng.randint(1, 2))]
        if self.composite or root is None or None in inputs or torch.is_inference_mode_enabled():
            return None
        settings = {"allow": self.rng.random() < 0.5, **self._pass(root)}
        return step("grad", [root, *(name for name in inputs if name)], **settings)

    def _root(self) -> str | None:
        if self.rng.random() < 0.1:
            return self._pick()
        return self._pick(test=lambda value: value.requires_grad) or self._pick()

    def _pass(self, root: str) -> dict[str, Any]:
        many = self._side.tensors[root].numel() != 1
        return {
            "gradient": many and self.rng.random() < 0.97,
            "retain": self.rng.random() < 0.4,
            "create": self.rng.random() < 0.1,
        }

    # -- several steps in a row, that chance alone would seldom make ----------------------------------------------

    def _plot_against_saved(self) -> Step | None:
        """An operator, a write to what it may have saved through some alias of it, then backward."""
        made = self._apply()
        if made is None or not self._add(made) or made.makes[0] not in self._side.tensors:
            return None
        victim = self.rng.choice((*made.reads, *made.makes))
        for _ in range(self.rng.choice((0, 1, 1, 2))):
            victim = self._alias_of(victim)
        content = self._side.tensors[victim]
        if isinstance(content, torch.Tensor) and not content.is_floating_point():
            return None
        if isinstance(content, torch.Tensor):
            self._add(self._write_to(victim))
        else:
            self._add(step("write_array", [victim]))
        if self._side.ended or torch.is_inference_mode_enabled():
            return None
        return step("backward", [made.makes[0]], **self._pass(made.makes[0]))

    def _plot_with_mode(self) -> Step | None:
        """Something made under another mode, written or saved outside of it."""
        name = self._pick()
        if name is None or not self._add(step("enter", mode=self._mode_to_leave())):
            return None
        kind = self.rng.choice(list(VIEWS))
        made = step("view", [name], self._fresh(3 if kind in MULTIPLE else 1), kind=kind)
        if (self.rng.random() < 0.4 or not self._fits(kind, name)) and not self._is_unconnected([name]):
            made = step("apply", [name], self._fresh(), call=self.rng.choice(self.unary).key)
        self._add(made)
        self._add(step("leave"))
        if made.makes[0] not in self._side.tensors:
            return None
        if self.rng.random() < 0.6:
            floating = self._side.tensors[made.makes[0]].is_floating_point()
            return self._write_to(made.makes[0]) if floating else None
        other = self._pick(test=lambda value: bool(value.requires_grad))
        if other is None or self._is_unconnected([made.makes[0], other]):
            return None
        return step("apply", [made.makes[0], other], self._fresh(), call=self.rng.choice(self.binary).key)

    def _mode_to_leave(self) -> str:
        return "no_grad" if self.composite else self.rng.choice(("no_grad", "inference"))

    def _alias_of(self, name: str) -> str:
        """Another name for the same memory, if one can be made."""
        if not isinstance(self._side.tensors[name], torch.Tensor):
            return name
        do = self.rng.choice(("view", "view", "detach", "data", "array"))
        kind = self.rng.choice(list(VIEWS))
        if do == "view" and not self._fits(kind, name):
            do = "detach"
        settings = {"kind": kind} if do == "view" else {}
        made = step(do, [name], self._fresh(3 if settings and kind in MULTIPLE else 1), **settings)
        known = self._add(made) and made.makes[0] in self._side.tensors
        return made.makes[0] if known else name

    def _write_to(self, target: str) -> Step | None:
        operator = self.rng.choice(self.writing)
        names = self._operands(operator)
        if names is None or self._breaks_backward(operator, target) or self._is_unconnected([target, *names[1:]]):
            return None
        return step("write", [target, *names[1:]], call=operator.key)

    def _fits(self, kind: str, name: str) -> bool:
        value = self._side.tensors[name]
        return value.dim() <= (1 if kind == "expand" else 2) and not _overlaps(value)

    # -- optimizers ----------------------------------------------------------------------------------------------

    def _parameters(self) -> list[str]:
        return [
            name
            for name, value in self._side.tensors.items()
            if isinstance(value, torch.Tensor)
            and not value.is_inference()
            and _is_plain_leaf(value)
            and not _overlaps(value)
        ]

    def _step(self) -> Step | None:
        names = self._parameters()
        return step("step", names) if names else None

    def _clear(self) -> Step | None:
        names = self._parameters()
        return step("clear", names, to_none=self.rng.random() < 0.6) if names else None


def _is_plain_leaf(value: torch.Tensor) -> bool:
    """Whether it is a leaf and no view; to ask a view would bring its history up to date, which is not for us to do."""
    return value.requires_grad and not value._is_view() and value.is_leaf


def _overlaps(value: torch.Tensor) -> bool:
    return any(stride == 0 and length > 1 for stride, length in zip(value.stride(), value.shape, strict=True))
