"""Random small programs as source text: functions, closures, loops, branches, containers, modules, aliases."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field

HEAD = ("import torch", "torch.manual_seed(0)")
PURE = (
    "{a}.exp()",
    "torch.sigmoid({a})",
    "torch.relu({a})",
    "{a}.tanh()",
    "{a} * {b}",
    "{a} + {b}",
    "{a} - 1.0",
    "{a} / ({b} * {b} + 1.0)",
    "torch.stack([{a}, {b}]).sum(0)",
    "torch.where({a} > 0, {a}, {b})",
    "{a}.clone()",
    "{a}.view(3)",
    "{a}[:]",
    "{a}[:2].sum() + {b}",
    "{a}.detach()",
    "{a}.detach().clone()",
    "{a}.data",
)
WRITES = (
    "{a} += 1.0",
    "{a} *= {b}",
    "{a}.mul_(2.0)",
    "{a}.add_({b})",
    "{a}[0] = 5.0",
    "{a}[:2] += 1.0",
    "{a}[1:].mul_(3.0)",
    "{a}.data.add_(1.5)",
    "{a}.detach().mul_(2.0)",
    "{a}.detach_()",
)
DEEPEST = 3


@dataclass
class Statement:
    """One statement, and what is indented below it where it is a compound one."""

    text: str
    body: list[Statement] | None = None

    def lines(self, indent: str = "") -> list[str]:
        """Source lines."""
        made = [indent + self.text]
        if self.body is not None:
            inner = indent + "    "
            made += [line for item in self.body for line in item.lines(inner)] or [inner + "pass"]
        return made


def source(program: list[Statement]) -> str:
    """The text of a program."""
    return "\n".join([*HEAD, *(line for item in program for line in item.lines())]) + "\n"


@dataclass
class Scope:
    """Names that are surely bound at one point: tensors of three floats, leaves among them, and containers."""

    tensors: list[str] = field(default_factory=list)
    leaves: list[str] = field(default_factory=list)
    own: list[str] = field(default_factory=list)
    entries: list[str] = field(default_factory=list)
    depth: int = 0
    in_function: bool = False

    def inner(self) -> Scope:
        """Names bound in a block below: what it binds anew is not known to be bound after it."""
        return Scope([*self.tensors], [*self.leaves], [*self.own], [*self.entries], self.depth + 1, self.in_function)


class Generator:
    """Writes one program after another from one source of chance."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self._count = 0
        self._choices: list[tuple[int, Callable[[Scope], list[Statement]]]] = [
            (22, self._value),
            (12, self._write),
            (4, self._alias),
            (4, self._container),
            (4, self._loop),
            (4, self._branch),
            (4, self._no_grad),
            (4, self._function),
            (3, self._module),
            (3, self._optimizer),
            (8, self._backward),
            (2, self._gradient),
        ]

    def program(self) -> list[Statement]:
        """One program, which ends in a backward pass."""
        self._count = 0
        scope, made = Scope(), []
        for requires in (True, self.rng.random() < 0.5):
            name = self._fresh("w")
            scope.tensors.append(name)
            scope.own.append(name)
            flag = ", requires_grad=True" if requires else ""
            made.append(Statement(f"{name} = torch.rand(3{flag})"))
            if requires:
                scope.leaves.append(name)
        made += self._some(scope, self.rng.randint(4, 9))
        return made + self._backward(scope)

    def _some(self, scope: Scope, count: int) -> list[Statement]:
        weights = [weight for weight, _ in self._choices]
        makers = [maker for _, maker in self._choices]
        return [item for _ in range(count) for item in self.rng.choices(makers, weights)[0](scope)]

    def _fresh(self, letter: str) -> str:
        self._count += 1
        return f"{letter}{self._count}"

    def _pick(self, scope: Scope) -> str:
        latest = scope.tensors[-3:] if self.rng.random() < 0.5 else scope.tensors
        return self.rng.choice([*latest, *scope.entries[-2:]])

    def _bind(self, scope: Scope, value: str) -> list[Statement]:
        name = self._fresh("t")
        if scope.own and self.rng.random() < 0.15:
            name = self.rng.choice(scope.own)
            if name in scope.leaves:
                scope.leaves.remove(name)
        else:
            scope.tensors.append(name)
            scope.own.append(name)
        return [Statement(f"{name} = {value}")]

    def _value(self, scope: Scope) -> list[Statement]:
        return self._bind(scope, self.rng.choice(PURE).format(a=self._pick(scope), b=self._pick(scope)))

    def _write(self, scope: Scope) -> list[Statement]:
        text = self.rng.choice(WRITES)
        target = self._pick(scope)
        if target in scope.leaves and self.rng.random() < 0.9:
            return []
        if scope.in_function and target not in scope.own and not text.startswith(("{a}.", "{a}[")):
            return []
        return [Statement(text.format(a=target, b=self._pick(scope)))]

    def _alias(self, scope: Scope) -> list[Statement]:
        return self._bind(scope, self._pick(scope))

    def _container(self, scope: Scope) -> list[Statement]:
        name, first, second = self._fresh("c"), self._pick(scope), self._pick(scope)
        kind = self.rng.randrange(4)
        if kind == 0:
            scope.entries += [f"{name}['a']", f"{name}['b']"]
            return [Statement(f"{name} = {{'a': {first}, 'b': {second}}}")]
        if kind == 1:
            scope.entries += [f"{name}[0]", f"{name}[-1]"]
            return [Statement(f"{name} = [{first}]"), Statement(f"{name}.append({second})")]
        if kind == 2:
            left, right = self._fresh("t"), self._fresh("t")
            scope.tensors += [left, right]
            scope.own += [left, right]
            return [Statement(f"{name} = ({first}, {second})"), Statement(f"{left}, {right} = {name}")]
        inner = scope.inner()
        inner.tensors.append(f"e{name}")
        inner.own.append(f"e{name}")
        return [Statement(f"for e{name} in [{first}, {second}]:", self._block(inner))]

    def _block(self, inner: Scope) -> list[Statement]:
        return self._some(inner, self.rng.randint(1, 3)) if inner.depth <= DEEPEST else self._value(inner)

    def _loop(self, scope: Scope) -> list[Statement]:
        return [Statement(f"for {self._fresh('i')} in range({self.rng.randint(1, 3)}):", self._block(scope.inner()))]

    def _branch(self, scope: Scope) -> list[Statement]:
        flag = self._fresh("flag")
        return [
            Statement(f"{flag} = {self.rng.random() < 0.5}"),
            Statement(f"if {flag}:", self._block(scope.inner())),
            Statement(f"if not {flag}:", self._block(scope.inner())),
        ]

    def _no_grad(self, scope: Scope) -> list[Statement]:
        return [Statement("with torch.no_grad():", self._block(scope.inner()))]

    def _function(self, scope: Scope) -> list[Statement]:
        """A function and its call; what it does not get as an argument it takes from around it."""
        name, first, second = self._fresh("f"), self._fresh("p"), self._fresh("p")
        inner = scope.inner()
        inner.own, inner.in_function = [first, second], True
        inner.tensors += [first, second]
        body = self._block(inner)
        body.append(Statement(f"return {self._pick(inner)}"))
        call = f"{name}({self._pick(scope)}, {self._pick(scope)})"
        return [Statement(f"def {name}({first}, {second}):", body), *self._bind(scope, call)]

    def _module(self, scope: Scope) -> list[Statement]:
        name, argument = self._fresh("Net"), self._fresh("x")
        inner = Scope([argument, "self.scale"], [], [argument], [], DEEPEST, True)
        body = self._some(inner, self.rng.randint(1, 2))
        body.append(Statement(f"return {self._pick(inner)}"))
        setup = [
            Statement("super().__init__()"),
            Statement("self.linear = torch.nn.Linear(3, 3)"),
            Statement("self.scale = torch.nn.Parameter(torch.rand(3))"),
        ]
        start = self.rng.choice(("self.linear({}.unsqueeze(0)).sum(0)", "torch.relu({})", "torch.exp({})"))
        first = Statement(f"{argument} = {start.format(argument)}")
        methods = [
            Statement("def __init__(self):", setup),
            Statement(f"def forward(self, {argument}):", [first, *body]),
        ]
        made = self._fresh("net")
        return [
            Statement(f"class {name}(torch.nn.Module):", methods),
            Statement(f"{made} = {name}()"),
            *self._bind(scope, f"{made}({self._pick(scope)})"),
        ]

    def _optimizer(self, scope: Scope) -> list[Statement]:
        if not scope.leaves:
            return []
        name = self._fresh("optimizer")
        loss, weight = self._pick(scope), self.rng.choice(scope.leaves)
        return [
            Statement(f"{name} = torch.optim.SGD([{weight}], lr=0.1)"),
            Statement(f"{name}.zero_grad()"),
            Statement(f"({loss} * {weight}).sum().backward()"),
            Statement(f"{name}.step()"),
        ]

    def _backward(self, scope: Scope) -> list[Statement]:
        retain = "retain_graph=True" if self.rng.random() < 0.4 else ""
        other = self.rng.choice(scope.leaves) if scope.leaves and self.rng.random() < 0.7 else self._pick(scope)
        return [Statement(f"({self._pick(scope)} * {other}).sum().backward({retain})")]

    def _gradient(self, scope: Scope) -> list[Statement]:
        return [Statement(f"{self._fresh('seen')} = {self.rng.choice(scope.leaves)}.grad")] if scope.leaves else []
