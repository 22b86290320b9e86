"""How the time grows with the length of a file: 1,000 to 64,000 lines of each shape, doubled step by step.

Run ``python benchmarks/growth.py [SHAPE ...] [--most LINES]``; the goal is at most 2.2 times per doubling.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable

from detachlint import lint
from detachlint.settings import Settings

GOAL = 2.2
HEAD = ["import torch", "from torch import nn", "w = torch.rand(3, requires_grad=True)"]


def main() -> None:
    """Print lines, seconds and the factor to the size before."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("shapes", nargs="*", metavar="SHAPE", help=", ".join(SHAPES))
    parser.add_argument("--most", type=int, default=64_000)
    wanted = parser.parse_args()
    lint.LARGEST = 100_000_000
    lint.warm_up()
    for name in wanted.shapes or SHAPES:
        before, size = 0.0, 1000
        while size <= wanted.most:
            text = "\n".join([*HEAD, *SHAPES[name](size)]) + "\n"
            start = time.perf_counter()
            found = lint.lint_source(text, "growth.py", Settings())
            taken = time.perf_counter() - start
            factor = taken / before if before else 0.0
            limits = sum(finding.code == "DTL003" for finding in found)
            mark = "  above the goal" if factor > GOAL else ""
            said = f"{len(found)} findings, {limits} limits"
            print(f"{name:10} {size:6} lines {taken:8.2f} s  x{factor:4.2f}  {said}{mark}", flush=True)
            before, size = taken, size * 2


def _calls(lines: int) -> list[str]:
    """Functions that each call the one before, all the way down."""
    made = ["def f0(x):", "    return x.exp()"]
    for number in range(1, lines // 3):
        made += [f"def f{number}(x):", f"    y = f{number - 1}(x) * 2", "    return torch.relu(y)"]
    return [*made, f"f{lines // 3 - 1}(w).sum().backward()"]


def _fans(lines: int) -> list[str]:
    """Functions that each call the one before twice, ten deep: 1,024 calls a group if each is followed."""
    made = []
    for group in range(lines // 40):
        made += [f"def g{group}_0(x):", "    return x.exp()"]
        for level in range(1, 11):
            below = f"g{group}_{level - 1}"
            made += [f"def g{group}_{level}(x):", f"    y = {below}(x)", f"    return {below}(y)"]
        made.append(f"g{group}_10(w).sum().backward()")
    return made


def _loops(lines: int) -> list[str]:
    """Loops in loops, six deep, of unknown length."""
    made = []
    for _ in range(lines // 10):
        for level in range(6):
            made.append("    " * level + f"for i{level} in range(n):")
        made += ["    " * 6 + "h = w.exp()", "    " * 6 + "h = h * w", "    " * 6 + "h.sum().backward()"]
    return ["n = int(input())", *made]


def _branches(lines: int) -> list[str]:
    """One branch after the other, on conditions that nobody knows."""
    made = ["import sys", "h = w * 1"]
    for number in range(lines // 4):
        made += [f"if sys.argv[{number}]:", "    h = h.exp()", "else:", "    h = h * 2"]
    return [*made, "h.sum().backward()"]


def _long(lines: int) -> list[str]:
    """One long function."""
    body = [f"    h{number % 50} = torch.relu(h{(number - 1) % 50}) * w" for number in range(lines)]
    return ["def train(w):", "    h49 = w * 1", *body, "    h0.sum().backward()", "train(w)"]


def _class(lines: int) -> list[str]:
    """A class of many layers and many methods."""
    count = lines // 5
    made = ["class Net(nn.Module):", "    def __init__(self):", "        super().__init__()"]
    made += [f"        self.layer{number} = nn.Linear(3, 3)" for number in range(count)]
    for number in range(count):
        made += [f"    def part{number}(self, x):", f"        y = self.layer{number}(x)", "        return y.exp()"]
    made += ["    def forward(self, x):", *(f"        x = self.part{number}(x)" for number in range(count))]
    return [*made, "        return x", "Net()(w).sum().backward()"]


SHAPES: dict[str, Callable[[int], list[str]]] = {
    "calls": _calls,
    "fans": _fans,
    "loops": _loops,
    "branches": _branches,
    "long": _long,
    "class": _class,
}

if __name__ == "__main__":
    main()
