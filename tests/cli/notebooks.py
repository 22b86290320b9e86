"""Notebooks as the tools of several times wrote them."""

from __future__ import annotations

import json
from typing import Any

SETUP = "import torch\n%matplotlib inline\n!pip install numpy\nx = torch.randn(3)"
FINDING = "# a comment\nx.detach()\n"


def code_cell(source: str, *, as_list: bool = True) -> dict[str, Any]:
    """A code cell of nbformat 4."""
    lines: Any = source.splitlines(keepends=True) if as_list else source
    return {"cell_type": "code", "execution_count": None, "metadata": {}, "outputs": [], "source": lines}


def markdown_cell(source: str) -> dict[str, Any]:
    """A Markdown cell."""
    return {"cell_type": "markdown", "metadata": {}, "source": [source]}


def notebook(*cells: dict[str, Any], language: str = "python", indent: int | None = 1, minor: int = 5) -> str:
    """A notebook of nbformat 4."""
    document = {
        "cells": list(cells),
        "metadata": {
            "kernelspec": {"name": "k", "display_name": "K", "language": language},
            "language_info": {"name": language},
        },
        "nbformat": 4,
        "nbformat_minor": minor,
    }
    return json.dumps(document, indent=indent, ensure_ascii=False) + "\n"


def old_notebook(*sources: str) -> str:
    """A notebook of nbformat 3, whose cells stand in worksheets."""
    cells = [
        {
            "cell_type": "code",
            "collapsed": False,
            "input": source.splitlines(keepends=True),
            "language": "python",
            "metadata": {},
            "outputs": [],
        }
        for source in sources
    ]
    document = {
        "metadata": {"name": ""},
        "nbformat": 3,
        "nbformat_minor": 0,
        "worksheets": [{"cells": cells, "metadata": {}}],
    }
    return json.dumps(document, indent=1) + "\n"


TYPICAL = notebook(markdown_cell("# Title"), code_cell(SETUP), code_cell(FINDING))
"""DTL203 in cell 3, row 2."""
