"""The facts of one operator, as the interpreter and the shadow ask for them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from detachlint.facts.saved_sets import Row, join_rows, pattern_of, row
from detachlint.facts.stored import ANY, PATTERN
from detachlint.facts.stored import field as stored_field
from detachlint.shadow.tri import Tri

UNCERTAIN = object()
"""The value of an option that is given but not known."""


@dataclass(frozen=True, slots=True)
class OpFacts:
    """What an operator does, in the form it is called by this name.

    The plain fields hold for a call without options; ``with_options`` gives them for a call with some.
    """

    name: str
    """Its short name, as in ``sigmoid``."""
    backward_name: str | None
    """The name of its ``grad_fn``, where it is always the same."""
    view: str
    """``no`` a fresh result; ``view``, ``multi`` (one of several), ``expand`` (elements share memory); ``alias`` the
    argument itself; ``maybe`` one or the other."""
    view_of: int
    """Which argument the result is a view of."""
    grad: str
    """``yes``; ``zero`` requires grad, but the gradient is always zero; ``no`` the result never requires grad."""
    dtype: str
    """``float``, ``int``, ``bool``; ``same`` as the first tensor; ``promote`` by all; ``unknown``."""
    numel: str
    """``one``, ``same`` as the first tensor, ``broadcast`` of all tensors, ``unknown``."""
    numel_with_dim: str
    """The same for a call with ``dim``."""
    outputs: int | None
    """How many tensors it returns, where that is fixed; 0 where it returns a plain value, as ``numel`` does."""
    writes: tuple[int, ...]
    """Positions of arguments it always writes in place."""
    also_writes: tuple[int, ...]
    """Positions of arguments it writes in place in some cases."""
    quiet_writes: tuple[int, ...]
    """Positions of arguments whose content it changes without moving their version counter, in some cases."""
    refuses_grad: tuple[int, ...]
    """Positions of arguments that must not require grad: torch raises."""
    parameters: tuple[str, ...]
    """Names of its positional arguments."""
    spread: int | None
    """Position of a list of tensors, whose members count as arguments one by one."""
    recast: bool
    """Whether ``torch.autocast`` may give it copies of its arguments, in another precision."""
    tree: Mapping[str, Any] = field(repr=False, compare=False)
    """The measured rows, by options."""
    options: Mapping[str, object] = field(default_factory=dict, repr=False, compare=False)
    """What ``with_options`` was told."""

    def saved_inputs(self, requires: tuple[Tri, ...], is_tensor: tuple[bool, ...]) -> tuple[Tri, ...]:
        """For each argument, whether writing to it in place afterwards makes backward raise."""
        saved = iter(self._row(requires, is_tensor)[0])
        return tuple(next(saved) if tensor else Tri.NO for tensor in is_tensor)

    def saves_output(self, requires: tuple[Tri, ...], is_tensor: tuple[bool, ...]) -> Tri:
        """Whether writing to the (first) result in place makes backward raise."""
        return self.saved_outputs(requires, is_tensor)[0]

    def saved_outputs(self, requires: tuple[Tri, ...], is_tensor: tuple[bool, ...]) -> tuple[Tri, ...]:
        """The same for each result."""
        return self._row(requires, is_tensor)[3]

    def saves_anything(self, requires: tuple[Tri, ...], is_tensor: tuple[bool, ...]) -> Tri:
        """Whether running backward a second time raises: something is saved, if only in the node itself."""
        return self._row(requires, is_tensor)[1]

    def result_requires_grad(self, requires: tuple[Tri, ...], is_tensor: tuple[bool, ...]) -> Tri:
        """Whether the result requires grad; an argument may be one that no gradient goes to."""
        return self._row(requires, is_tensor)[2]

    def position(self, name: str) -> int | None:
        """The position of a named argument."""
        return self.parameters.index(name) if name in self.parameters else None

    def with_options(self, options: Mapping[str, object], is_tensor: tuple[bool, ...] | None = None) -> OpFacts:
        """The facts of a call with these options by name, and these positional arguments.

        ``UNCERTAIN`` stands for a value that is not known.
        """
        given = {name: value for name, value in options.items() if value is not None}
        found = list(leaves(self.tree, self._call(given, is_tensor)))
        fields = [_leaf_fields(leaf) for leaf in found]
        common = {name: _common(name, [item[name] for item in fields]) for name in fields[0]}
        return replace(self, **common, options=given)

    def _row(self, requires: Sequence[Tri], is_tensor: Sequence[bool]) -> Row:
        found = leaves(self.tree, self._call(self.options, is_tensor))
        return join_rows([row(leaf, requires, is_tensor) for leaf in found])

    def _call(self, options: Mapping[str, object], is_tensor: Sequence[bool] | None) -> Mapping[str, object]:
        """Options by name, those in positions that hold no tensor included."""
        if is_tensor is None:
            return options
        positional = {name: UNCERTAIN for name, tensor in zip(self.parameters, is_tensor, strict=False) if not tensor}
        return {**positional, **options, PATTERN: pattern_of(is_tensor)}


def op_facts(name: str, tree: Mapping[str, Any], parameters: Sequence[str], recast: bool = False) -> OpFacts:
    """Facts from their stored form."""
    plain = next(leaves(tree, {}))
    reduced = next(leaves(tree, {"dim": UNCERTAIN}))
    return OpFacts(
        name=name,
        **_leaf_fields(plain),
        numel_with_dim=stored_field(reduced, "numel"),
        parameters=tuple(parameters),
        spread=stored_field(plain, "spread"),
        recast=recast,
        tree=tree,
    )


def _leaf_fields(leaf: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "backward_name": stored_field(leaf, "backward"),
        "view": stored_field(leaf, "view"),
        "view_of": stored_field(leaf, "view_of"),
        "grad": stored_field(leaf, "grad"),
        "dtype": stored_field(leaf, "dtype"),
        "numel": stored_field(leaf, "numel"),
        "outputs": stored_field(leaf, "outputs"),
        "writes": tuple(stored_field(leaf, "writes")),
        "also_writes": tuple(stored_field(leaf, "also_writes")),
        "quiet_writes": tuple(stored_field(leaf, "quiet_writes")),
        "refuses_grad": tuple(stored_field(leaf, "refuses_grad")),
    }


UNLIKE: dict[str, Any] = {
    "view": "maybe",
    "view_of": 0,
    "grad": "yes",
    "dtype": "unknown",
    "numel": "unknown",
    "writes": (),
    "also_writes": (),
    "quiet_writes": (),
    "refuses_grad": (),
}
"""What is said of a field that differs between cases."""


def _common(name: str, values: Sequence[Any]) -> Any:
    return values[0] if all(value == values[0] for value in values) else UNLIKE.get(name)


def leaves(tree: Mapping[str, Any], options: Mapping[str, object]) -> Iterator[Mapping[str, Any]]:
    """The leaves that a call with these options may stand for."""
    if "if" not in tree:
        yield tree
        return
    for branch in _branches(tree, options):
        yield from leaves(tree[branch], options)


def _branches(tree: Mapping[str, Any], options: Mapping[str, object]) -> tuple[str, ...]:
    name, _, wanted = tree["if"].partition("=")
    if name == ANY:
        return ("given",) if options.keys() - {PATTERN} else ("absent",)
    if name not in options:
        return (tree.get("plain", "absent"),)
    if not wanted:
        return ("given",)
    if options[name] is UNCERTAIN:
        return ("given", "absent")
    return ("given",) if str(options[name]) == wanted else ("absent",)
