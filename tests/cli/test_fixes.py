"""Applying fixes: as wholes, in rounds, to the byte, and never to what does not parse."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from detachlint.finding import Applicability, Edit, FailureMode, Finding, Fix, Level, Location, Place
from detachlint.fixes import fix_text
from detachlint.settings import Settings
from detachlint.source import decode, row_and_column
from detachlint.writing import NotWritten, replace_file
from tests.cli.support import clean_environment, write

Edits = list[tuple[int, int, str]]


def made(text: str, edits: Edits, applicability: Applicability = Applicability.SAFE, code: str = "DTL203") -> Finding:
    """A finding at its first edit, whose fix makes some edits given by offsets."""
    found = tuple(Edit(new, at(text, start), at(text, end)) for start, end, new in edits)
    place = Place("a.py", found[0].start, found[0].end)
    return Finding(code, "n", Level.ERROR, FailureMode.WRONG, "m", place, (), Fix(applicability, "do it", found), 1)


def at(text: str, offset: int) -> Location:
    """An offset as a location."""
    return Location(*row_and_column(text, offset))


def replacing(old: str, new: str, **options: object) -> Callable[[str], list[Finding]]:
    """Reports every occurrence of a word, with a fix that replaces it."""

    def lint(text: str) -> list[Finding]:
        found = []
        start = text.find(old)
        while start >= 0:
            found.append(made(text, [(start, start + len(old), new)], **options))  # type: ignore[arg-type]
            start = text.find(old, start + len(old))
        return found

    return lint


def fixed(
    text: str, lint: Callable[[str], list[Finding]], settings: Settings | None = None, unsafe: bool = False
) -> str:
    """A text after its fixes, which are the same when they are made twice."""
    once = fix_text(text, "a.py", settings or Settings(), lint, unsafe=unsafe)
    assert fix_text(once.text, "a.py", settings or Settings(), lint, unsafe=unsafe).text == once.text
    return once.text


def test_every_fix_is_applied() -> None:
    assert fixed("a = old\nb = [old, old]\n", replacing("old", "new")) == "a = new\nb = [new, new]\n"


@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r"])
def test_everything_else_is_kept(ending: str) -> None:
    lines = ["# é comment ", "\tif_ = {  'a' :old,", "", "  }  # tail\t", "x\f = 'old'"]
    text = ending.join(lines)
    text = text.replace("\tif_", "if_")
    assert fixed(text, replacing("old,", "new,")) == text.replace("old,", "new,")


def test_inserted_lines_take_the_line_ends_of_the_file() -> None:
    text = "import os\r\nx = old\r\n"
    assert fixed(text, replacing("old", "(1,\n     2)")) == "import os\r\nx = (1,\r\n     2)\r\n"


def test_fixes_that_overlap_are_made_in_rounds() -> None:
    def lint(text: str) -> list[Finding]:
        found = []
        inner, outer = text.find("inner"), text.find("f(")
        if outer >= 0:
            found.append(made(text, [(outer, text.index(")", outer) + 1, "g(inner)")]))
        if inner >= 0:
            found.append(made(text, [(inner, inner + 5, "done")]))
        return found

    assert fixed("x = f(inner)\n", lint) == "x = g(done)\n"


def test_two_insertions_at_one_point_are_made_one_after_the_other() -> None:
    def lint(text: str) -> list[Finding]:
        return [
            made(text, [(0, 0, line), (text.index(word), text.index(word) + 1, word.upper())])
            for word, line in (("a", "import p\n"), ("b", "import q\n"))
            if word in text.replace("import", "")
        ]

    assert fixed("x = a\ny = b\n", lint) == "import q\nimport p\nx = A\ny = B\n"


def test_a_fix_is_made_as_a_whole_or_not_at_all() -> None:
    def lint(text: str) -> list[Finding]:
        if "one" not in text:
            return []
        spans = [(text.index(word), text.index(word) + 3, word.upper()) for word in ("one", "two")]
        bad = made(text, [*spans, (text.index("two"), text.index("two") + 1, "")])
        return [bad]

    assert fixed("one = two\n", lint) == "one = two\n"


def test_a_fix_that_would_not_parse_is_left_out_and_the_others_made() -> None:
    def lint(text: str) -> list[Finding]:
        words = {"old": "new", "bad": "((", "odd": "even"}
        return [
            made(text, [(text.index(word), text.index(word) + 3, new)]) for word, new in words.items() if word in text
        ]

    assert fixed("x = old\ny = bad\nz = odd\n", lint) == "x = new\ny = bad\nz = even\n"


def test_text_that_does_not_parse_is_left_alone() -> None:
    assert fixed("x = old\ny = (\n", replacing("old", "new")) == "x = old\ny = (\n"


def test_fixes_that_undo_each_other_change_nothing() -> None:
    def lint(text: str) -> list[Finding]:
        return [*replacing("ping", "pong")(text), *replacing("pong", "ping")(text)]

    assert fixed("x = ping\n", lint) == "x = ping\n"


@pytest.mark.parametrize(
    ("applicability", "unsafe", "applied"),
    [
        (Applicability.SAFE, False, True),
        (Applicability.SAFE, True, True),
        (Applicability.UNSAFE, False, False),
        (Applicability.UNSAFE, True, True),
        (Applicability.DISPLAY, True, False),
    ],
)
def test_applicability(applicability: Applicability, unsafe: bool, applied: bool) -> None:
    after = fixed("x = old\n", replacing("old", "new", applicability=applicability), unsafe=unsafe)
    assert (after == "x = new\n") is applied


def test_fixable_and_unfixable() -> None:
    lint = replacing("old", "new")
    assert fixed("x = old\n", lint, Settings(unfixable=("DTL2",))) == "x = old\n"
    assert fixed("x = old\n", lint, Settings(fixable=("DTL1",))) == "x = old\n"
    assert fixed("x = old\n", lint, Settings(fixable=("DTL203",))) == "x = new\n"


@pytest.mark.parametrize(
    "edit",
    [
        Edit("x", Location(9, 1), Location(9, 2)),
        Edit("x", Location(1, 99), Location(1, 100)),
        Edit("x", Location(1, 3), Location(1, 1)),
        Edit("x", Location(0, 1), Location(1, 1)),
        Edit("x", Location(1, 0), Location(1, 1)),
    ],
)
def test_edits_outside_of_the_text_are_not_made(edit: Edit) -> None:
    def lint(text: str) -> list[Finding]:
        place = Place("a.py", Location(1, 1), Location(1, 2))
        fix = Fix(Applicability.SAFE, "m", (edit,))
        return [Finding("DTL203", "n", Level.ERROR, FailureMode.WRONG, "m", place, (), fix, 1)]

    assert fixed("a = 1\n", lint) == "a = 1\n"


def test_a_fix_for_another_file_is_not_made() -> None:
    lint = replacing("old", "new")
    assert fix_text("x = old\n", "b.py", Settings(), lint).text == "x = old\n"


@pytest.mark.parametrize(
    "data",
    [
        b"\xef\xbb\xbfx = old  # \xc3\xa9\r\n",
        b"# coding: latin-1\nx = old  # \xe9\n",
        b"# coding: cp1251\rx = old  # \xff\r",
    ],
)
def test_bytes_around_a_fix_are_kept(data: bytes) -> None:
    source = decode(data)
    assert source.encode(source.text) == data
    assert source.encode(fixed(source.text, replacing("old", "new"))) == data.replace(b"old", b"new")


# ------------------------------------------------------------------------------------------------ writing


def test_mode_and_links_are_kept(tmp_path: Path) -> None:
    write(tmp_path, {"real/a.py": "old"})
    path = tmp_path / "real/a.py"
    path.chmod(0o751)
    (tmp_path / "link.py").symlink_to("real/a.py")
    replace_file(str(tmp_path / "link.py"), b"old", b"new")
    assert (tmp_path / "link.py").is_symlink()
    assert path.read_bytes() == b"new"
    assert path.stat().st_mode & 0o777 == 0o751
    assert sorted(os.listdir(tmp_path / "real")) == ["a.py"]


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give files away")
def test_owner_is_kept(tmp_path: Path) -> None:
    path = write(tmp_path, {"a.py": "old"}) / "a.py"
    os.chown(path, 1234, 4321)
    replace_file(str(path), b"old", b"new")
    assert (path.stat().st_uid, path.stat().st_gid) == (1234, 4321)


def test_file_that_was_changed_meanwhile_is_not_overwritten(tmp_path: Path) -> None:
    path = write(tmp_path, {"a.py": "mine"}) / "a.py"
    with pytest.raises(NotWritten, match="changed on disk"):
        replace_file(str(path), b"old", b"new")
    assert path.read_bytes() == b"mine"


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become somebody else")
def test_read_only_file_is_left_alone(tmp_path: Path) -> None:
    path = write(tmp_path, {"a.py": "old"}) / "a.py"
    tmp_path.chmod(0o777)
    path.chmod(0o444)
    os.seteuid(65534)
    try:
        with pytest.raises(NotWritten):
            replace_file(str(path), b"old", b"new")
    finally:
        os.seteuid(0)
    assert path.read_bytes() == b"old"
    assert os.listdir(tmp_path) == ["a.py"]


WRITER = """
import sys
from detachlint.writing import replace_file
path, size = sys.argv[1], int(sys.argv[2])
one, two = b"1" * size, b"2" * size
print("ready", flush=True)
while True:
    replace_file(path, one, two)
    replace_file(path, two, one)
"""


def test_killed_at_any_moment_a_file_is_old_or_new(tmp_path: Path) -> None:
    size = 400_000
    path = tmp_path / "a.py"
    for attempt in range(12):
        path.write_bytes(b"1" * size)
        writer = subprocess.Popen(
            [sys.executable, "-c", WRITER, str(path), str(size)], stdout=subprocess.PIPE, env=clean_environment()
        )
        assert writer.stdout is not None
        assert writer.stdout.readline() == b"ready\n"
        for _ in range(attempt * 3):
            assert set(path.read_bytes()) in ({49}, {50})
        writer.send_signal(signal.SIGKILL)
        writer.communicate(timeout=60)
        data = path.read_bytes()
        assert len(data) == size
        assert set(data) in ({49}, {50})
