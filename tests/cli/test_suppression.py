"""Comments that suppress findings, ``--add-noqa``, and DTL001."""

from __future__ import annotations

from pathlib import Path

import pytest

from detachlint import Settings, lint_source
from tests.cli.support import DROPPED, detachlint, lint, write

HEAD = "import torch\n\nx = torch.randn(3)\n"
ALL = Settings(select=("DTL2", "DTL001"))


def rows(body: str, settings: Settings = ALL) -> list[tuple[str, int]]:
    """Code and row of each finding in some lines that follow ``x = torch.randn(3)`` (row 3)."""
    return [(finding.code, finding.place.start.row) for finding in lint_source(HEAD + body, "a.py", settings)]


@pytest.mark.parametrize(
    "comment",
    [
        "# noqa",
        "# NoQA",
        "# noqa: DTL203",
        "# noqa:DTL203",
        "# noqa : because",
        "# noqa: E501,DTL203",
        "# noqa: E501 DTL203",
        "# noqa: dtl203",
        "# noqa: DTL2",
        "# kept on purpose  # noqa: DTL203",
        "# detachlint: ignore[DTL203]",
        "# detachlint: ignore[DTL204, DTL203]",
        "# detachlint: ignore[DTL2]",
        "# detachlint: ignore",
        "#detachlint:ignore[DTL203]",
        "# type: ignore  # detachlint: ignore[DTL203] for speed",
    ],
)
def test_comment_on_the_line_suppresses(comment: str) -> None:
    assert ("DTL203", 4) not in rows(f"x.detach()  {comment}\n")


@pytest.mark.parametrize(
    "comment",
    ["# noqa: E501", "# noqa: DTL204", "# detachlint: ignore[DTL204]", "# no qa", "# detachlint: off by one"],
)
def test_other_comments_do_not(comment: str) -> None:
    assert ("DTL203", 4) in rows(f"x.detach()  {comment}\n", Settings(select=("DTL203",))) or "off" in comment


def test_what_looks_like_a_comment_in_a_string_is_none() -> None:
    assert rows('x.detach(); y = "# noqa: DTL203"\n') == [("DTL203", 4)]


@pytest.mark.parametrize("row", [4, 6])
def test_comment_on_first_or_last_line_of_a_statement(row: int) -> None:
    lines = ["x.masked_fill(", "    x > 0,", "    0.0)"]
    lines[row - 4] += "  # noqa: DTL203"
    assert rows("\n".join(lines) + "\n") == []


def test_comment_inside_a_statement_of_several_lines_does_not_count() -> None:
    body = "x.masked_fill(\n    x > 0,  # noqa: DTL203\n    0.0)\n"
    assert ("DTL203", 4) in rows(body)


def test_comment_after_a_string_of_several_lines() -> None:
    assert rows('print("""\n""", x); x.detach()  # noqa: DTL203\n') == []


def test_comment_on_the_line_above_does_not_count() -> None:
    assert ("DTL203", 5) in rows("# noqa: DTL203\nx.detach()\n")


def test_ignore_file_in_the_first_comment_block() -> None:
    source = "#!/usr/bin/env python\n# detachlint: ignore-file\n\n" + DROPPED
    assert lint_source(source, "a.py", ALL) == []
    source = "# detachlint: ignore-file[DTL203]\n" + DROPPED
    assert lint_source(source, "a.py", ALL) == []
    source = "# flake8: noqa\n" + DROPPED
    assert lint_source(source, "a.py", ALL) == []


def test_ignore_file_further_down_does_not_count_and_is_said() -> None:
    assert rows("# detachlint: ignore-file\nx.detach()\n") == [("DTL001", 4), ("DTL203", 5)]


def test_off_and_on() -> None:
    body = "# detachlint: off\nx.detach()\nx.clone()\n# detachlint: on\nx.clone()\n"
    assert rows(body) == [("DTL203", 8)]
    body = "# detachlint: off[DTL204]\nx.detach()\n# detachlint: on\n"
    assert ("DTL203", 5) in rows(body)
    assert rows("# detachlint: off\nx.detach()\n") == []


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ("y = x  # noqa: DTL203\n", "`DTL203` is suppressed here, but nothing reports it"),
        ("y = x  # detachlint: ignore[DTL203]\n", "`DTL203` is suppressed here"),
        ("# detachlint: off[DTL203]\ny = x\n# detachlint: on\n", "`DTL203` is suppressed here"),
        ("x.detach()  # noqa: DTL203, DTL204\n", "`DTL204` is suppressed here"),
        ("y = x  # detachlint: ignore[DTL2O3]\n", "`DTL2O3` is no rule; did you mean `DTL203`?"),
        ("y = x  # detachlint: ignroe[DTL203]\n", "did you mean `ignore`?"),
        ("# detachlint: on\n", "without an `off`"),
    ],
)
def test_suppression_that_suppresses_nothing_is_reported(body: str, words: str) -> None:
    found = [finding for finding in lint_source(HEAD + body, "a.py", ALL) if finding.code == "DTL001"]
    assert len(found) == 1
    assert words in found[0].message


@pytest.mark.parametrize(
    "body", ["y = x  # noqa\n", "y = x  # noqa: E501\n", "y = x  # noqa: DTL901\n", "x.detach()  # noqa: DTL2\n"]
)
def test_suppressions_of_other_tools_and_of_rules_that_are_off_are_left_alone(body: str) -> None:
    assert rows(body) == []


def test_unused_suppression_is_off_by_default(tmp_path: Path) -> None:
    write(tmp_path, {"a.py": HEAD + "y = x  # noqa: DTL203\n"})
    assert lint(cwd=tmp_path).codes == []
    assert lint("--extend-select", "DTL001", cwd=tmp_path).codes == ["DTL001"]


def test_unused_suppression_in_a_file_without_torch(tmp_path: Path) -> None:
    write(tmp_path, {"a.py": "y = 1  # noqa: DTL203\n"})
    assert lint("--extend-select", "DTL001", cwd=tmp_path).codes == ["DTL001"]


def test_noqa_row_is_where_a_comment_counts() -> None:
    finding = lint_source(HEAD + "x.masked_fill(\n    x > 0,\n    0.0)\n", "a.py")[0]
    assert (finding.place.start.row, finding.noqa_row) == (4, 6)


# ------------------------------------------------------------------------------------------------ --add-noqa

MANY = (
    HEAD + "x.detach()\n"
    "x.masked_fill(\n"
    "    x > 0,\n"
    "    0.0)\n"
    "x.clone()  # keep  this\n"
    "x.clone()  # noqa: E501\n"
    "if True: x.clone(); x.detach()\n"
    "x.view(\\\n    3)\n"
    'print("""\n'
    '# no comment"""); x.clone()'
)


@pytest.mark.parametrize("ending", ["\n", "\r\n"])
def test_add_noqa_silences_everything_and_changes_nothing_else(tmp_path: Path, ending: str) -> None:
    before = ("\ufeff" + MANY.replace("\n", ending)).encode()
    write(tmp_path, {"a.py": before, "b.py": DROPPED})
    assert len(lint(cwd=tmp_path).codes) == 9
    ran = detachlint("--add-noqa", cwd=tmp_path)
    assert ran.status == 0
    assert lint(cwd=tmp_path).codes == []
    after = (tmp_path / "a.py").read_bytes()
    added = f"  # noqa: DTL203{ending}".encode()
    assert f"x.detach(){ending}".encode().replace(ending.encode(), added) in after
    assert b"# noqa: E501, DTL203" in after
    assert b"# keep  this  # noqa: DTL203" in after
    assert after.replace(b"  # noqa: DTL203", b"").replace(b"E501, DTL203", b"E501") == before
    assert lint("--select", "DTL2,DTL001", cwd=tmp_path).codes == []


def test_add_noqa_again_changes_nothing(tmp_path: Path) -> None:
    write(tmp_path, {"a.py": MANY})
    detachlint("--add-noqa", cwd=tmp_path)
    once = (tmp_path / "a.py").read_bytes()
    detachlint("--add-noqa", cwd=tmp_path)
    assert (tmp_path / "a.py").read_bytes() == once


def test_add_noqa_in_another_encoding(tmp_path: Path) -> None:
    source = ("# -*- coding: latin-1 -*-\n# caf\u00e9\n" + DROPPED).encode("latin-1")
    write(tmp_path, {"a.py": source})
    detachlint("--add-noqa", cwd=tmp_path)
    assert (tmp_path / "a.py").read_bytes() == source.rstrip(b"\n") + b"  # noqa: DTL203\n"


def test_add_noqa_leaves_files_that_cannot_be_parsed(tmp_path: Path) -> None:
    write(tmp_path, {"a.py": "def broken(:\n"})
    ran = detachlint("--add-noqa", cwd=tmp_path)
    assert ran.status == 0
    assert (tmp_path / "a.py").read_text() == "def broken(:\n"
