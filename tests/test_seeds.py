"""The lessons the project began with: every program comes out right, under torch and under the linter."""

from __future__ import annotations

import re
import runpy
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import torch

from detachlint.finding import Finding
from detachlint.lint import lint_source
from detachlint.settings import Settings

SEEDS = Path(__file__).parent / "seeds"
PROGRAMS = sorted(path.stem for path in SEEDS.glob("*.py"))
LEGACY = {"gradient_cleared_by_data": "DTL904", "variable_with_grad": "DTL903"}
"""Programs whose only mark is of a rule that has to be asked for."""

Namespace = dict[str, Any]


def path_of(program: str) -> Path:
    return SEEDS / f"{program}.py"


def text_of(program: str) -> str:
    return path_of(program).read_text(encoding="utf-8")


def lint(program: str, settings: Settings) -> list[Finding]:
    return lint_source(text_of(program), str(path_of(program)), settings)


def marks(program: str) -> list[tuple[int, str]]:
    """Row and code of every line that ends in a mark."""
    lines = text_of(program).splitlines()
    found = ((row, re.search(r"# (DTL\d{3})$", line)) for row, line in enumerate(lines, 1))
    return [(row, mark.group(1)) for row, mark in found if mark]


def rows_with(program: str, comment: str) -> set[int]:
    return {row for row, line in enumerate(text_of(program).splitlines(), 1) if line.endswith(f"# {comment}")}


def where(findings: list[Finding]) -> list[tuple[int, str]]:
    return [(finding.place.start.row, finding.code) for finding in findings]


def words(finding: Finding) -> str:
    """All that a finding says."""
    cure = [finding.fix.message, *(edit.content for edit in finding.fix.edits)] if finding.fix else []
    return "\n".join([finding.message, *(step.message for step in finding.trace), *cure])


@pytest.mark.parametrize("program", PROGRAMS)
def test_defaults_report_what_is_marked(program: str) -> None:
    expected = [] if program in LEGACY else marks(program)
    assert where(lint(program, Settings())) == expected


@pytest.mark.parametrize(("program", "code"), LEGACY.items())
def test_legacy_spellings_are_reported_when_asked_for(program: str, code: str) -> None:
    assert where(lint(program, Settings(select=(code,)))) == marks(program) != []


def test_both_cuts_are_named() -> None:
    program = "branches_both_detached"
    (finding,) = lint(program, Settings())
    cuts = rows_with(program, "cut")
    assert len(cuts) == 2
    assert cuts <= {step.place.start.row for step in finding.trace}
    assert "left" in words(finding)
    assert "right" in words(finding)


def test_the_flag_of_a_computed_tensor_is_cured_by_detach() -> None:
    (finding,) = lint("branch_flag_cleared", Settings())
    assert finding.fix is not None
    assert "left = left.detach()" in words(finding)


@pytest.mark.parametrize("program", ["layer_detached", "layer_under_no_grad"])
def test_the_layers_that_cannot_learn_are_named(program: str) -> None:
    (finding,) = lint(program, Settings())
    assert "first" in words(finding)
    assert "middle" in words(finding)
    assert "`last`" not in finding.message


RAISES = {
    "branches_both_detached": "element 0 of tensors does not require grad and does not have a grad_fn",
    "branch_flag_cleared": "you can only change requires_grad flags of leaf variables",
    "activation_detach_zeroed": "modified by an inplace operation",
    "activation_detached_in_place": "element 0 of tensors does not require grad and does not have a grad_fn",
}


def slope_of_sigmoid(a: torch.Tensor) -> torch.Tensor:
    s = a.detach().sigmoid()
    return s * (1 - s)


def only_the_right_branch_learns(ns: Namespace) -> None:
    x, p, q = ns["x"].detach(), ns["p"], ns["q"]
    assert torch.allclose(ns["x"].grad, -2 * (x * p - x * q) * q)


def volatile_has_no_effect(ns: Namespace) -> None:
    assert ns["result"].requires_grad


def second_gradient_alone(ns: Namespace) -> None:
    assert ns["x"].grad.tolist() == [3.0, 3.0, 3.0]


def variable_is_a_leaf_tensor(ns: Namespace) -> None:
    assert type(ns["x"]) is torch.Tensor
    gradient = ns["x"].grad
    assert gradient is not None
    assert torch.equal(gradient, 2 * ns["x"].detach())


def layers_around_the_frozen_one_learn(ns: Namespace) -> None:
    moved = {name for name, p in ns["net"].named_parameters() if not torch.equal(p, ns["start"][name])}
    assert moved == {"first.weight", "first.bias", "last.weight", "last.bias"}


def only_the_last_layer_learns(ns: Namespace) -> None:
    learning = {name for name, p in ns["net"].named_parameters() if p.grad is not None}
    assert learning == {"last.weight", "last.bias"}


def gradient_is_silently_zero(ns: Namespace) -> None:
    assert ns["a"].grad.tolist() == [0.0, 0.0, 0.0]
    assert (slope_of_sigmoid(ns["a"]) > 0.05).all()


def gradient_is_right(ns: Namespace) -> None:
    assert torch.allclose(ns["a"].grad, slope_of_sigmoid(ns["a"]))


RUNS: dict[str, Callable[[Namespace], None]] = {
    "branch_rebound": only_the_right_branch_learns,
    "volatile_branch": volatile_has_no_effect,
    "gradient_cleared_by_data": second_gradient_alone,
    "variable_with_grad": variable_is_a_leaf_tensor,
    "layer_frozen": layers_around_the_frozen_one_learn,
    "layer_detached": only_the_last_layer_learns,
    "layer_under_no_grad": only_the_last_layer_learns,
    "activation_data_zeroed": gradient_is_silently_zero,
    "activation_cloned_zeroed": gradient_is_right,
    "activation_detach_read": gradient_is_right,
}


def test_every_program_is_run() -> None:
    assert sorted([*RAISES, *RUNS]) == PROGRAMS


@pytest.mark.parametrize(("program", "message"), RAISES.items())
def test_torch_raises(program: str, message: str) -> None:
    with pytest.raises(RuntimeError, match=message):
        runpy.run_path(str(path_of(program)))


@pytest.mark.filterwarnings("ignore:volatile was removed:UserWarning")
@pytest.mark.parametrize(("program", "check"), RUNS.items())
def test_torch_runs(program: str, check: Callable[[Namespace], None]) -> None:
    check(runpy.run_path(str(path_of(program))))
