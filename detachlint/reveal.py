"""``detachlint reveal FILE:LINE``: what the analysis knows of each value on a line."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass

import libcst as cst

from detachlint import facts
from detachlint.analysis import deep_recursion
from detachlint.files import ProjectReader
from detachlint.interpret.inspecting import Inspector, Seen, Visit
from detachlint.interpret.program import Program
from detachlint.interpret.values import Const, Instance, Unknown
from detachlint.report.text import BOLD, harmless, painted
from detachlint.shadow.graph import SavedEntry
from detachlint.shadow.tensor import Dtype, Tensor
from detachlint.shadow.tri import Tri
from detachlint.source import UnreadableSource, decode
from detachlint.terminal import complain, wants_color

REVEALED, NOTHING, FAILED = 0, 1, 2
MOST_VISITS = 8
"""A line in a loop is shown so many times at most."""


@dataclass(frozen=True)
class Known:
    """What is told of one name: what it is in a few words, and one sentence for each thing that is known."""

    name: str
    kind: str
    facts: tuple[str, ...]


@dataclass(frozen=True)
class Shown:
    """What is told of one time that the line ran."""

    function: str
    values: tuple[Known, ...]


def main(target: str, output_format: str, color: str) -> int:
    """Print what is known at ``FILE:LINE``.

    The exit status: 0, 1 when no statement that runs is there, 2 when the file cannot be read.
    """
    path, _, number = target.rpartition(":")
    if not path or not number.isdecimal() or int(number) < 1:
        complain(f"error: {target!r} is not FILE:LINE, such as train.py:12")
        return FAILED
    try:
        source = decode(_bytes(path)).text
    except OSError as error:
        complain(f"error: {path}: {error.strerror}")
        return FAILED
    except UnreadableSource as error:
        complain(f"error: {path}:{error.row}: {error.message}")
        return FAILED
    row = int(number)
    lines = source.splitlines()
    if row > len(lines):
        complain(f"error: {path} has only {len(lines)} lines")
        return FAILED
    try:
        shown = revealed(source, os.path.abspath(path), row)
    except cst.ParserSyntaxError as error:
        complain(f"error: {path}:{error.raw_line}: syntax error: {error.message}")
        return FAILED
    if not shown:
        complain(f"{path}:{row}: no statement that runs is on this line")
        return NOTHING
    _print(shown, f"{path}:{row}", lines[row - 1].strip(), output_format, color)
    return REVEALED


def _bytes(path: str) -> bytes:
    with open(path, "rb") as file:
        return file.read()


def revealed(text: str, path: str, row: int, torch_version: str | None = None) -> list[Shown]:
    """What is known on a row (from 1) of a file: one entry each time the line runs and knows something else.

    :raises libcst.ParserSyntaxError: when the text is no Python
    """
    tree = cst.parse_module(text)
    with facts.torch_version(torch_version), deep_recursion():
        program = Program(tree, path, lambda machine, event: None, ProjectReader(path, text).project(), len(text))
        inspector = Inspector(program.machine, program.file, row)
        shown: list[Shown] = []

        def look(node: cst.CSTNode, is_block: bool) -> None:
            before = len(inspector.visits)
            inspector.look(node, is_block)
            shown.extend(_shown(visit) for _, visit in inspector.visits[before:])

        program.machine.inspector = look
        program.run()
    return list(dict.fromkeys(shown))


def _shown(visit: Visit) -> Shown:
    values = (_known(item) for item in visit.seen)
    return Shown(visit.function, tuple(value for value in values if value is not None))


def _known(seen: Seen) -> Known | None:
    value = seen.value
    if isinstance(value, Tensor):
        return Known(seen.text, _tensor_kind(value), tuple(_tensor_facts(value, seen.shares_with)))
    if isinstance(value, Const):
        return Known(seen.text, f"the constant {value.value!r}", ())
    if isinstance(value, Unknown):
        inner = value.tensor
        known = inner is not None and inner.known
        return Known(seen.text, _tensor_kind(inner) if inner is not None and known else "not known", ())
    if isinstance(value, Instance):
        return Known(seen.text, f"a {getattr(value.cls, 'name', 'object').rsplit('.', 1)[-1]}", tuple(_held(value)))
    return None


def _held(value: Instance) -> Iterator[str]:
    tensors = {name: item for name, item in value.attributes.items() if isinstance(item, Tensor)}
    for name, item in tensors.items():
        yield f"its `{name}`: {_tensor_kind(item)}"


def _tensor_kind(tensor: Tensor) -> str:
    words = [
        "parameter" if tensor.parameter else "buffer" if tensor.buffer else "tensor",
        _tri(tensor.leaf, "leaf", "not a leaf", "may be a leaf"),
        _tri(tensor.requires_grad, "requires grad", "requires no grad", "may require grad"),
    ]
    if tensor.presumed:
        words[-1] += " (presumed: an input of a module)"
    if tensor.dtype is not Dtype.UNKNOWN:
        words.append(tensor.dtype.value)
    if not tensor.known:
        words[0] = "perhaps a tensor"
    return ", ".join(words)


def _tri(fact: Tri, yes: str, no: str, unknown: str) -> str:
    return yes if fact.yes else no if fact.no else unknown


def _tensor_facts(tensor: Tensor, shares_with: Sequence[str]) -> Iterator[str]:
    if tensor.site is not None:
        yield f"made at line {tensor.site.row}: {tensor.site.text}"
    if tensor.node is not None:
        freed = f"; freed by the backward pass at line {tensor.node.freed[-1].site.row}" if tensor.node.freed else ""
        yield f"computed by {tensor.node.operator}{freed}"
    if tensor.base is not None:
        yield f"a view of {_name(tensor.base)}"
    if tensor.alias is not None and tensor.alias_of is not None:
        yield f"an alias of {_name(tensor.alias_of)}, by {tensor.alias.value}"
    if shares_with:
        yield f"shares memory with {', '.join(shares_with)}"
    yield from dict.fromkeys(_saved(entry) for entry in tensor.storage.saved)
    for write in tensor.storage.writes:
        if write.site is not None:
            seen = "" if write.counted else ", unseen by the version counter"
            yield f"changed in place at line {write.site.row}{seen}"
    if tensor.cut is not None and tensor.cut.site is not None:
        yield f"left the graph at line {tensor.cut.site.row} ({tensor.cut.detail})"
    for mark in tensor.grads:
        if mark.site is not None:
            yield f"backward at line {mark.site.row} added to its gradient"


def _saved(entry: SavedEntry) -> str:
    node = entry.node
    certain = "saved" if entry.certain.yes else "perhaps saved"
    state = ""
    if node.freed:
        state = ", and freed since"
    elif entry.raising:
        state = ", and changed since: backward will raise"
    elif entry.silent:
        state = ", and changed since: the gradient will be wrong"
    return f"{certain} by {node.operator} at line {node.site.row} as its {entry.role}{state}"


def _name(tensor: Tensor) -> str:
    return f"`{tensor.name}`" if tensor.name is not None else f"`{tensor.site.text}`"


def _print(shown: Sequence[Shown], place: str, line: str, output_format: str, color: str) -> None:
    if output_format == "json":
        sys.stdout.write(json.dumps({"place": place, "visits": [asdict(item) for item in shown]}, indent=2) + "\n")
        return
    bright = wants_color(color, sys.stdout)
    sys.stdout.write(f"{painted(harmless(place), BOLD, bright)}  {harmless(line)}\n")
    for item in shown[:MOST_VISITS]:
        sys.stdout.write(f"\n{'in ' + harmless(item.function) if item.function else 'at the top level'}:\n")
        for value in item.values:
            sys.stdout.write(f"  {painted(harmless(value.name), BOLD, bright)}: {harmless(value.kind)}\n")
            sys.stdout.writelines(f"    {harmless(fact)}\n" for fact in value.facts)
        if not item.values:
            sys.stdout.write("  nothing is known of the values here\n")
    if len(shown) > MOST_VISITS:
        sys.stdout.write(f"\nand {len(shown) - MOST_VISITS} more times, each with something else known\n")
