"""The shipped facts against the installed torch."""

from __future__ import annotations

import subprocess
import sys
import warnings
from collections.abc import Callable, Mapping
from fnmatch import fnmatchcase
from itertools import product
from typing import Any

import pytest
import torch
import torch.nn.functional as F

from detachlint.analysis import analyse
from detachlint.facts import (
    UNCERTAIN,
    OpFacts,
    factory_facts,
    function_facts,
    in_place_functions,
    layer_facts,
    method_facts,
    operator_facts,
    optimizer_facts,
    releases,
    torch_version,
)
from detachlint.facts.coverage import coverage, figures
from detachlint.facts.generate import entries, libraries, measured_layers_data, measured_operators
from detachlint.facts.stored import COVERAGE, LAYERS, LIBRARIES, OPERATORS, load
from detachlint.facts.unmeasured import REASONS
from detachlint.facts.versions import measured_release
from detachlint.interpret import tensor_calls
from detachlint.rules.dtl101_saved_tensor_modified import SavedTensorModified
from detachlint.shadow.tri import Tri

NO, UNKNOWN, YES = Tri.NO, Tri.UNKNOWN, Tri.YES


@pytest.fixture(autouse=True)
def quiet() -> Any:
    torch.set_num_threads(1)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


@pytest.fixture
def measured_version() -> None:
    version = torch.__version__.split("+")[0]
    if load(OPERATORS)["torch"] != version:
        pytest.skip(f"the facts are of another torch than {version}")


def differences(shipped: Mapping[str, Any], measured: Mapping[str, Any]) -> list[str]:
    """Names of the entries that are not the same, with both."""
    names = sorted(shipped.keys() | measured.keys())
    return [
        f"{name}:\n  shipped  {shipped.get(name)}\n  measured {measured.get(name)}"
        for name in names
        if shipped.get(name) != measured.get(name)
    ]


@pytest.mark.parametrize(
    ("file", "measure"),
    [(OPERATORS, measured_operators), (LAYERS, measured_layers_data), (LIBRARIES, libraries)],
    ids=["operators", "layers", "libraries"],
)
@pytest.mark.usefixtures("measured_version")
def test_what_is_shipped_is_what_torch_does(file: str, measure: Callable[[], dict[str, Any]]) -> None:
    shipped, measured = entries(load(file)), entries(measure())
    assert len(shipped) > 70
    assert not differences(shipped, measured)


def test_facts_are_read_without_torch() -> None:
    code = "import sys, detachlint.facts as f; f.function_facts('torch.add'); print('torch' in sys.modules)"
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert result.stdout.strip() == "False"


# -- what is saved, seen once more from outside the generator -------------------------------------------------------

Call = Callable[..., torch.Tensor]
CALLS: dict[str, tuple[OpFacts | None, Call, int]] = {
    **{name: (method_facts(name), getattr(torch.Tensor, name), 1) for name in ("exp", "sigmoid", "relu", "sin", "neg")},
    **{name: (method_facts(name), getattr(torch.Tensor, name), 1) for name in ("sum", "mean", "std", "clone", "log")},
    **{name: (method_facts(name), getattr(torch.Tensor, name), 2) for name in ("mul", "add", "div", "pow", "atan2")},
    **{name: (method_facts(name), getattr(torch.Tensor, name), 2) for name in ("maximum", "matmul", "sub", "hypot")},
    **{name: (function_facts(f"torch.{name}"), getattr(torch, name), 3) for name in ("addcmul", "addcdiv", "lerp")},
    "linear": (function_facts("torch.nn.functional.linear"), lambda x, w, b: F.linear(x, w, b[0]), 3),
    "mse_loss": (function_facts("torch.nn.functional.mse_loss"), F.mse_loss, 2),
    "*": (operator_facts("*"), lambda x, y: x * y, 2),
    "/": (operator_facts("/"), lambda x, y: x / y, 2),
    "@": (operator_facts("@"), lambda x, y: x @ y, 2),
}
CASES = [
    (name, flags) for name, (_, _, size) in CALLS.items() for flags in product((False, True), repeat=size) if any(flags)
]


def raises_when_written(call: Call, flags: tuple[bool, ...], written: int | None) -> bool:
    """Write to one of the inputs (or to the result) after the call; does backward raise?"""
    torch.manual_seed(0)
    inputs = [(torch.rand(3, 3) + 0.1).requires_grad_(flag) for flag in flags]
    result = call(*inputs)
    with torch.no_grad():
        (result if written is None else inputs[written]).mul_(1)
    try:
        result.sum().backward()  # type: ignore[no-untyped-call]
    except RuntimeError as error:
        assert "modified by an inplace operation" in str(error)
        return True
    return False


@pytest.mark.parametrize(("name", "flags"), CASES)
def test_writing_what_is_saved_raises(name: str, flags: tuple[bool, ...]) -> None:
    facts, call, size = CALLS[name]
    assert facts is not None
    requires, is_tensor = tuple(Tri.of(flag) for flag in flags), (True,) * size
    seen = tuple(Tri.of(raises_when_written(call, flags, index)) for index in range(size))
    assert facts.saved_inputs(requires, is_tensor) == seen
    assert facts.saves_output(requires, is_tensor) is Tri.of(raises_when_written(call, flags, None))
    assert facts.result_requires_grad(requires, is_tensor) is YES


# -- questions to the facts ------------------------------------------------------------------------------------------


def op(facts: OpFacts | None) -> OpFacts:
    assert facts is not None
    return facts


def test_a_factor_is_saved_for_the_other() -> None:
    times = op(operator_facts("*"))
    assert times.saved_inputs((YES, NO), (True, True)) == (NO, YES)
    assert times.saved_inputs((NO, YES), (True, True)) == (YES, NO)
    assert times.saved_inputs((YES, UNKNOWN), (True, True)) == (UNKNOWN, YES)
    assert times.saved_inputs((YES, NO), (True, False)) == (NO, NO)
    assert times.saved_inputs((NO, NO), (True, True)) == (NO, NO)


def test_an_exponent_that_is_a_number_saves_only_the_base() -> None:
    power = op(operator_facts("**"))
    assert power.saved_inputs((YES, NO), (True, False)) == (YES, NO)
    assert power.saves_output((YES, NO), (True, False)) is NO
    assert power.saves_output((YES, NO), (True, True)) is YES


def test_a_longer_list_is_like_a_list_of_two() -> None:
    assert op(function_facts("torch.cat")).saved_inputs((YES, NO, YES), (True,) * 3) == (NO, NO, NO)
    assert op(function_facts("torch.cat")).result_requires_grad((NO, NO, YES), (True,) * 3) is YES


def test_options_decide() -> None:
    dropout = op(function_facts("torch.nn.functional.dropout"))
    assert (dropout.view, dropout.saves_anything((YES,), (True,))) == ("no", YES)
    assert dropout.with_options({"training": False}).view == "alias"
    assert dropout.with_options({"training": UNCERTAIN}).view == "maybe"
    maximum = op(method_facts("max"))
    assert (maximum.numel, maximum.outputs, maximum.saves_output((YES,), (True,))) == ("one", 1, YES)
    assert maximum.with_options({"dim": 1}).outputs == 2
    assert maximum.saves_output((YES, NO), (True, False)) is NO
    assert maximum.with_options({}, (True, True)).numel == "broadcast"


@pytest.mark.parametrize(
    ("name", "view"),
    [
        ("t", "view"),
        ("expand", "expand"),
        ("unbind", "multi"),
        ("reshape", "maybe"),
        ("clone", "no"),
        ("mul_", "alias"),
    ],
)
def test_views(name: str, view: str) -> None:
    assert op(method_facts(name)).view == view


@pytest.mark.parametrize(
    ("name", "grad", "dtype", "numel"),
    [
        ("sigmoid", "yes", "float", "same"),
        ("round", "zero", "same", "same"),
        ("argmax", "no", "int", "one"),
        ("gt", "no", "bool", "broadcast"),
        ("sum", "yes", "same", "one"),
        ("mul", "yes", "promote", "broadcast"),
    ],
)
def test_what_kind_of_result(name: str, grad: str, dtype: str, numel: str) -> None:
    facts = op(method_facts(name))
    assert (facts.grad, facts.dtype, facts.numel) == (grad, dtype, numel)


def test_a_sum_over_a_dimension_has_more_elements() -> None:
    assert op(method_facts("sum")).numel_with_dim == "unknown"


def test_batch_norm_changes_statistics_without_notice() -> None:
    norm = op(function_facts("torch.nn.functional.batch_norm"))
    assert norm.quiet_writes == ()
    assert norm.with_options({"training": True}).quiet_writes == (1, 2)
    layer = layer_facts("torch.nn.BatchNorm2d")
    assert layer is not None
    assert layer.buffers_written_in_training == ("running_mean", "running_var", "num_batches_tracked")
    assert layer.buffers_counted == ("num_batches_tracked",)


def test_layers() -> None:
    linear, lstm, dropout = (layer_facts(f"torch.nn.{name}") for name in ("Linear", "LSTM", "Dropout"))
    assert linear is not None and lstm is not None and dropout is not None
    assert (linear.parameters, linear.saves_input, linear.saves_output) == (("weight", "bias"), YES, NO)
    assert linear.functional_arguments == ("input 0", "weight", "bias")
    assert lstm.outputs == "(tensor, (tensor, tensor))"
    assert dropout.eval_is_identity and not dropout.has_parameters
    assert dropout.call.with_options({"inplace": True}).writes == (0,)
    assert dropout.call.with_options({"inplace": True, "training": False}).writes == ()
    assert layer_facts("torch.nn.modules.linear.Linear") == linear
    assert layer_facts("torch.nn.Sequential") is None


def test_libraries() -> None:
    lbfgs, tensor, full = (
        optimizer_facts("torch.optim.LBFGS"),
        factory_facts("torch.tensor"),
        factory_facts("torch.full"),
    )
    assert lbfgs is not None and tensor is not None and full is not None
    assert lbfgs.needs_closure and lbfgs.zero_grad_sets_to_none and lbfgs.counter_moves
    assert (tensor.of_tensor, tensor.keeps_graph) == ("copy", False)
    assert (full.dtype_of(["int"]), full.dtype_of(["int", "float"])) == ("int", "float")
    written = in_place_functions()
    assert written["torch.nn.init.normal_"].allowed_on_leaf and not written["torch.Tensor.normal_"].allowed_on_leaf
    assert written["torch.nn.utils.clip_grad_norm_"].writes == "grad"
    assert written["torch.nn.utils.vector_to_parameters"].writes == "data"


# -- how much there is ----------


def test_nearly_all_of_torch_is_covered() -> None:
    for item in coverage():
        assert item.share >= 0.95, item.missing
        assert len(item.measured) > 0.75 * item.total


@pytest.mark.usefixtures("measured_version")
def test_the_figures_that_are_shipped_are_those_of_torch() -> None:
    assert load(COVERAGE) == figures()


def test_every_reason_is_needed() -> None:
    reasoned = [name for item in coverage() for name in item.reasoned]
    patterns = [pattern for patterns in REASONS.values() for pattern in patterns]
    assert [item for item in patterns if not any(fnmatchcase(name, item) for name in reasoned)] == []


# -- other releases ---------------------------------------------------------------------------------------------------


def test_the_release_that_is_asked_about_counts() -> None:
    with torch_version("2.2"):
        assert function_facts("torch.rms_norm") is None
        assert layer_facts("torch.nn.RMSNorm") is None
        assert optimizer_facts("torch.optim.Muon") is None
        old = factory_facts("torch.asarray")
    new = factory_facts("torch.asarray")
    assert old is not None and new is not None
    assert (old.keeps_graph, new.keeps_graph) == (False, True)
    assert function_facts("torch.rms_norm") is not None


@pytest.mark.parametrize(("wanted", "found"), [("2.2", 0), ("1.13", 0), ("2.2.1+cpu", 0), ("2.13", -1), ("9.0", -1)])
def test_the_newest_release_that_is_not_newer_answers(wanted: str, found: int) -> None:
    answer = measured_release(wanted)
    assert answer == (None if found else releases()[0])


def test_all_that_differs_in_another_release_is_known_in_the_newest() -> None:
    for release in releases()[:-1]:
        changed = load(f"torch-{release}.json")
        for file in (OPERATORS, LAYERS):
            assert changed[file]["spellings"].keys() <= load(file)["spellings"].keys()
            assert changed[file]["spellings"]


@pytest.mark.parametrize("symbol", [*tensor_calls.NAMES, "~", "&"])
def test_what_python_s_operators_do_depends_on_the_release(symbol: str) -> None:
    now = tensor_calls.symbol_facts(symbol)
    for release in releases()[:-1]:
        with torch_version(release):
            assert tensor_calls.symbol_facts(symbol) is not now
            assert op(tensor_calls.symbol_facts(symbol)).grad == op(operator_facts(symbol)).grad


EXPONENT_CHANGED = """
import torch

w = torch.randn(3, requires_grad=True)
exponent = torch.rand(3)
y = torch.ldexp(w * 1.0, exponent)
exponent.add_(1)
y.sum().backward()
"""


@pytest.mark.parametrize(("release", "found"), [("2.2", []), ("", ["DTL101"])])
def test_what_is_reported_depends_on_the_release(release: str, found: list[str]) -> None:
    findings = analyse(EXPONENT_CHANGED, "train.py", [SavedTensorModified], torch_version=release)
    assert [finding.code for finding in findings] == found
