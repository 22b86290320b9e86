"""Jupyter notebooks: linted, reported and written back by cell."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from detachlint.finding import Applicability, Edit, FailureMode, Finding, Fix, Level, Location, Place
from detachlint.fixes import fix_text
from detachlint.magics import to_python
from detachlint.notebook import code_cells, replace_cells
from detachlint.settings import OUTPUT_FORMATS, Settings
from tests.cli.notebooks import FINDING, SETUP, TYPICAL, code_cell, markdown_cell, notebook, old_notebook
from tests.cli.support import detachlint, lint, write


@pytest.mark.parametrize(
    "text",
    [
        TYPICAL,
        notebook(markdown_cell("#"), code_cell(SETUP, as_list=False), code_cell(FINDING, as_list=False), minor=2),
        notebook(markdown_cell("#"), code_cell(SETUP), code_cell(FINDING), indent=None),
        "\ufeff" + TYPICAL,
        TYPICAL.replace("\n", "\r\n"),
        old_notebook("# first", SETUP, FINDING),
    ],
)
def test_findings_are_placed_by_cell(tmp_path: Path, text: str) -> None:
    found = lint("a.ipynb", cwd=write(tmp_path, {"a.ipynb": text})).json
    assert [(item["code"], item["cell"], item["location"]) for item in found] == [
        ("DTL203", 3, {"row": 2, "column": 1})
    ]
    assert found[0]["noqa_row"] == 2


def test_notebooks_are_what_nbformat_takes_for_valid() -> None:
    nbformat = pytest.importorskip("nbformat")
    nbformat.validate(nbformat.reads(notebook(code_cell(SETUP), minor=4), as_version=nbformat.NO_CONVERT))
    nbformat.validate(nbformat.reads(old_notebook(SETUP), as_version=nbformat.NO_CONVERT))


@pytest.mark.parametrize("name", OUTPUT_FORMATS)
def test_the_cell_is_in_every_format(tmp_path: Path, name: str) -> None:
    write(tmp_path, {"a.ipynb": TYPICAL})
    out = detachlint("--output-format", name, cwd=tmp_path).out
    assert "cell 3" in out or '"cell": 3' in out or '"cell":3' in out


def test_full_shows_the_line_of_the_cell(tmp_path: Path) -> None:
    out = detachlint(cwd=write(tmp_path, {"a.ipynb": TYPICAL})).out
    assert out.startswith("a.ipynb:cell 3:2:1: DTL203 ")
    assert "    2 | x.detach()\n      | ^^^^^^^^^^" in out


def test_names_carry_over_from_cell_to_cell(tmp_path: Path) -> None:
    text = notebook(code_cell("import torch\nx = torch.randn(3)"), code_cell("%%bash\nls"), code_cell("x.clone()"))
    assert [item["cell"] for item in lint(cwd=write(tmp_path, {"a.ipynb": text})).json] == [3]


def test_other_languages_are_left_alone(tmp_path: Path) -> None:
    text = notebook(code_cell("library(torch)\nx <- 1 +\n"), language="R")
    assert lint(cwd=write(tmp_path, {"a.ipynb": text})).json == []


def test_broken_cell_is_reported_and_the_others_are_linted(tmp_path: Path) -> None:
    text = notebook(code_cell(SETUP), code_cell("y = (1,\nprint("), code_cell(FINDING))
    found = lint(cwd=write(tmp_path, {"a.ipynb": text})).json
    assert [(item["code"], item["cell"]) for item in found] == [("DTL002", 2), ("DTL203", 3)]


@pytest.mark.parametrize(
    "text",
    ["", "{", "[]", '"torch"', '{"cells": 3}', "torch\n", '{"cells": [}', "[" * 200000, '{"a": "\\ud800"'],
)
def test_what_is_no_notebook_is_reported(tmp_path: Path, text: str) -> None:
    assert lint(cwd=write(tmp_path, {"a.ipynb": text})).codes == ["DTL002"]


def test_odd_cells_are_tolerated(tmp_path: Path) -> None:
    cells: list[Any] = [None, 3, {}, {"cell_type": "code"}, {"cell_type": "code", "source": [1]}, code_cell("")]
    text = notebook(*cells, code_cell(SETUP), code_cell(FINDING))
    assert [item["cell"] for item in lint(cwd=write(tmp_path, {"a.ipynb": text})).json] == [8]


def test_suppression_in_a_cell(tmp_path: Path) -> None:
    text = notebook(code_cell(SETUP), code_cell("x.detach()  # noqa: DTL203\nx.clone()"))
    found = lint("--extend-select", "DTL001", cwd=write(tmp_path, {"a.ipynb": text})).json
    assert [(item["cell"], item["location"]["row"]) for item in found] == [(2, 2)]


def test_ignore_file_in_the_first_cell(tmp_path: Path) -> None:
    text = notebook(markdown_cell("#"), code_cell("# detachlint: ignore-file\n" + SETUP), code_cell(FINDING))
    assert lint(cwd=write(tmp_path, {"a.ipynb": text})).json == []


# ------------------------------------------------------------------------------------------------ magics


@pytest.mark.parametrize(
    ("cell", "python"),
    [
        ("%matplotlib inline\nx = 1\n", "pass\nx = 1\n"),
        ("!pip install torch\n", "pass\n"),
        ("!pip install \\\n    torch\nx = 1\n", "pass\n\nx = 1\n"),
        ("for i in y:\n    !echo {i}\n", "for i in y:\n    pass\n"),
        ("files = !ls *.py\n", "files = get_ipython()\n"),
        ("a, b = %time f()\n", "a, b = get_ipython()\n"),
        ("torch.randn?\n", "pass\n"),
        ("?torch\n", "pass\n"),
        ("torch??\n", "pass\n"),
        ("%time loss.backward()\n", "if 1: loss.backward()\n"),
        ("%timeit loss.backward()\n", "if 1:   loss.backward()\n"),
        ("%timeit -n 10 loss.backward()\n", "pass\n"),
        ("%%time\nx = 1\n!ls\n", "\nx = 1\npass\n"),
        ("\n%%capture out\nx = 1\n", "\n\nx = 1\n"),
        ("%%bash\nrm -rf x\n", "\n\n"),
        ("%%writefile a.py\nx = (\n", "\n\n"),
        ("x = (1\n % 2)\n", "x = (1\n % 2)\n"),
        ("x = 1 \\\n % 2\n", "x = 1 \\\n % 2\n"),
        ('s = """\n%no magic\n!none\n"""\n', 's = """\n%no magic\n!none\n"""\n'),
        ("s = '''a\\'''\n%x\n'''\n", "s = '''a\\'''\n%x\n'''\n"),
        ("x = {\n# }\n'a': 1\n % 3}\n", "x = {\n# }\n'a': 1\n % 3}\n"),
        ("x %= 3\n", "x %= 3\n"),
        ("y = x != 3\n", "y = x != 3\n"),
        ("y = a if b else c  # what?\n", "y = a if b else c  # what?\n"),
        ("x = 1;\n", "x = 1;\n"),
    ],
)
def test_magics_become_python_of_the_same_rows(cell: str, python: str) -> None:
    assert to_python(cell)[0] == python


def test_magics_are_what_ipython_takes_for_magics() -> None:
    transformers = pytest.importorskip("IPython.core.inputtransformer2")
    cells = [
        "%matplotlib inline\n",
        "!ls\n",
        "f = !ls\n",
        "torch?\n",
        "x = (1\n % 2)\n",
        's = """\n%no\n"""\n',
        "x %= 3\n",
        "for i in y:\n    !echo\n",
        "y = x != 3\n",
    ]
    for cell in cells:
        theirs = "get_ipython()" in transformers.TransformerManager().transform_cell(cell)
        assert theirs == bool(to_python(cell)[1]), cell


def test_top_level_await_is_python_in_a_notebook(tmp_path: Path) -> None:
    text = notebook(code_cell(SETUP), code_cell("await f()\nasync for y in z:\n    pass\nx.detach()"))
    assert lint(cwd=write(tmp_path, {"a.ipynb": text})).codes == ["DTL203"]


# ------------------------------------------------------------------------------------------------ writing back


def test_add_noqa_changes_the_cell_only(tmp_path: Path) -> None:
    write(tmp_path, {"a.ipynb": TYPICAL})
    detachlint("--add-noqa", cwd=tmp_path)
    after = (tmp_path / "a.ipynb").read_text(encoding="utf-8")
    assert after == TYPICAL.replace('"x.detach()\\n"', '"x.detach()  # noqa: DTL203\\n"')
    assert lint(cwd=tmp_path).json == []


ODD = (
    '{"metadata":{ "x" :[1.50,1e3,true,null,"\\u00e9\\/" ]}, "nbformat":4,\t"nbformat_minor":4,\n\n'
    ' "cells" : [ {"cell_type":"code","source":["a = 1\\n" ,\n"b = \\"\\u00e9\\""],"outputs":[{"text":"x"}]},'
    '{"cell_type":"markdown","source":"b"}, {"source":"c = 2","cell_type":"code"} ] }'
)


@pytest.mark.parametrize(
    ("changed", "old", "new"),
    [
        ({1: 'a = 2\nb = "é"'}, '"a = 1\\n"', '"a = 2\\n"'),
        ({1: 'a = 1\nx\nb = "é"'}, '"a = 1\\n" ,\n"b = \\"\\u00e9\\""', '"a = 1\\n" ,\n"x\\n" ,\n"b = \\"\\u00e9\\""'),
        ({1: "a = 1\n"}, '["a = 1\\n" ,\n"b = \\"\\u00e9\\""]', '["a = 1\\n"]'),
        ({3: "c = 3\nü"}, '"c = 2"', '"c = 3\\n\\u00fc"'),
        ({1: 'a = 1\nb = "é"'}, "x", "x"),
        ({2: "markdown is no code"}, "x", "x"),
    ],
)
def test_cells_are_replaced_to_the_byte(changed: dict[int, str], old: str, new: str) -> None:
    after = replace_cells(ODD, {number: source for number, source in changed.items() if number != 2})
    assert after == ODD.replace(old, new, 1)
    sources = {cell.number: cell.source for cell in code_cells(after)}
    assert all(sources[number] == source for number, source in changed.items() if number != 2)
    assert json.loads(after)["metadata"] == json.loads(ODD)["metadata"]


def renaming(text: str) -> list[Finding]:
    """A fix for each ``old`` in a notebook: it becomes ``new``."""
    found = []
    for cell in code_cells(text):
        for row, line in enumerate(cell.source.splitlines(), start=1):
            column = line.find("old") + 1
            if column:
                start, end = Location(row, column), Location(row, column + 3)
                fix = Fix(Applicability.SAFE, "rename", (Edit("new", start, end),))
                place = Place("a.ipynb", start, end, cell.number)
                found.append(
                    Finding("DTL203", "result-discarded", Level.ERROR, FailureMode.NO_OP, "m", place, (), fix, row)
                )
    return found


def test_fixes_are_written_back_to_their_cells_only() -> None:
    text = notebook(markdown_cell("old"), code_cell("old = 1\n%magic old\n"), code_cell("é = [old, old]"))
    fixed = fix_text(text, "a.ipynb", Settings(), renaming)
    assert fixed.text == text.replace('"old = 1', '"new = 1').replace("[old, old]", "[new, new]").replace(
        "%magic old", "%magic new"
    )
    assert len(fixed.applied) == 4
    assert fix_text(fixed.text, "a.ipynb", Settings(), renaming).text == fixed.text
