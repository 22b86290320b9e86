"""Nothing that a file contains or is breaks the program, and nothing that a user owns is lost."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from detachlint import Settings, lint_source
from tests.cli.support import BROKEN, CLEAN, DROPPED, clean_environment, detachlint, lint, process, write
from tests.cli.test_cache import HELPER, USER

HEAD = "import torch\nx = torch.randn(3)\n"
FINDING = HEAD + "x.detach()\n"


@pytest.mark.parametrize(
    "data",
    [
        FINDING.encode(),
        b"\xef\xbb\xbf" + FINDING.encode(),
        FINDING.replace("\n", "\r\n").encode(),
        FINDING.replace("\n", "\r").encode(),
        FINDING.rstrip("\n").encode(),
        ("# coding: latin-1\n" + FINDING).encode() + b"# caf\xe9\n",
        ("#!/usr/bin/python\n# -*- coding: cp1252 -*-\n" + FINDING).encode() + b"# \x80\n",
        ("# vim: set fileencoding=gbk :\n" + FINDING).encode() + "# \u4e2d\n".encode("gbk"),
        b"\xef\xbb\xbf# coding: utf-8\n" + FINDING.encode(),
        b"# coding: utf-7\n" + FINDING.encode("utf-7"),
        (HEAD + "\f\nx.detach()\n").encode(),
        (HEAD + '"\u2028\x0c"; x.detach()\n').encode(),
        (HEAD + "if True:\n\tx.detach()\n").encode(),
    ],
)
def test_any_encoding_and_line_end(tmp_path: Path, data: bytes) -> None:
    found = lint(cwd=write(tmp_path, {"a.py": data})).json
    assert [item["code"] for item in found] == ["DTL203"]
    assert found[0]["message"].startswith("`detach`")


def test_rows_and_columns_after_a_byte_order_mark(tmp_path: Path) -> None:
    data = b"\xef\xbb\xbfimport torch; x = torch.randn(3); x.detach()\n"
    found = lint(cwd=write(tmp_path, {"a.py": data})).json
    assert found[0]["location"] == {"row": 1, "column": 35}


@pytest.mark.parametrize(
    ("data", "row", "column", "words"),
    [
        (b"import torch\nx = '\xff'\n", 2, 6, "byte 0xff cannot be decoded"),
        (b"# coding: nonsense\nimport torch\n", 1, 11, "'nonsense' is not known"),
        (b"# coding: rot13\nimport torch\n", 1, 11, "not a text encoding"),
        (b"\xef\xbb\xbf# coding: latin-1\nimport torch\n", 1, 11, "byte order mark"),
        (b"import torch\nx = '\0'\n", 2, 6, "NUL"),
        (b"# coding: ascii\r\n\xc3\xa9\r\n", 2, 1, "byte 0xc3"),
        (FINDING.encode("utf-16"), 1, 1, "byte 0xff"),
        (b"print 'python 2'\n", 1, 1, "syntax error"),
        (b"exec code in ns\n", 1, 1, "syntax error"),
        (b"<<<<<<< HEAD\nimport torch\n=======\n", 1, 1, "syntax error"),
        (b"import torch\nx = (\n", 2, 5, "never closed"),
        (b"import torch\nif x:\n", 2, 6, "syntax error"),
        (b"import torch\n\tx = 1\n  y = 2\n", 2, 1, "indent"),
        ("x = '\u202e'; \u202e = 3\n".encode(), 1, 10, "syntax error"),
    ],
)
def test_what_cannot_be_read_is_reported_where_it_is(
    tmp_path: Path, data: bytes, row: int, column: int, words: str
) -> None:
    found = lint(cwd=write(tmp_path, {"a.py": data})).json
    assert [item["code"] for item in found] == ["DTL002"]
    assert words in found[0]["message"]
    assert found[0]["location"]["row"] == row
    if words != "syntax error":
        assert abs(found[0]["location"]["column"] - column) <= 1


@pytest.mark.parametrize("text", ["", "\n", "\r", "\f", "#", "\ufeff", "   ", "'''\n'''", "x"])
def test_next_to_nothing(text: str) -> None:
    assert lint_source(text, "a.py", Settings(select=("ALL",))) == []


@pytest.mark.parametrize("text", ["\ud800", "x = '\udcff'\n", "import torch\n# \udfff\n", "\0", "import torch\0"])
def test_text_that_no_file_could_hold(text: str) -> None:
    assert [finding.code for finding in lint_source(text, "a.py")] == ["DTL002"]


DEEP = {
    "parentheses": "x = " + "(" * 10_000 + "1" + ")" * 10_000,
    "lists": "x = " + "[" * 10_000 + "]" * 10_000,
    "blocks": "".join(" " * depth + "if x:\n" for depth in range(5_000)) + " " * 5_000 + "pass",
    "lambdas": "f = " + "lambda: " * 5_000 + "1",
    "minus": "y = " + "-" * 20_000 + "1",
    "not": "y = " + "not " * 20_000 + "x",
    "power": "y = " + "**".join(["x"] * 20_000),
    "calls": "y = x" + "()" * 20_000,
    "attributes": "y = x" + ".a" * 20_000,
    "conditions": "y = " + "x if x else " * 10_000 + "x",
    "f-strings": "y = " + "f'{" * 300 + "x" + "}'" * 300,
    "decorators": "@x\n" * 20_000 + "def f(): pass",
}
WIDE = {
    "sum": "y = " + " + ".join(["x"] * 900),
    "comparison": "y = " + " < ".join(["x"] * 3_000),
    "list": "y = [" + "0, " * 20_000 + "]",
    "branches": "def f(a):\n" + "".join(f"    if a == {n}:\n        x.clone()\n" for n in range(1_000)),
    "elif": "if x:\n    pass\n" + "".join(f"elif x == {n}:\n    pass\n" for n in range(900)),
    "classes": "class A0: pass\n" + "".join(f"class A{n + 1}(A{n}): pass\n" for n in range(200)),
    "recursion": "class A(A): pass\n\n\ndef f(a):\n    return f(f(a))\n\n\nf(x)",
    "self-containing": "y = []\ny.append(y)\nz = {}\nz[0] = z\nx.requires_grad_()",
    "names": "".join(f"{name} = x\n" for name in ("é", "名前", "имя", "اسم", "𝓍", "ª", "_" * 5_000)),
    "long line": "y = '" + "a" * 1_000_000 + "'",
    "many statements": "y = x.abs()\n" * 2_000,
}


@pytest.mark.parametrize("name", DEEP)
def test_deep_nesting_is_said_and_harms_nothing(tmp_path: Path, name: str) -> None:
    write(tmp_path, {"deep.py": HEAD + DEEP[name] + "\n", "a.py": DROPPED})
    ran = process("--output-format", "json", "--no-cache", cwd=tmp_path)
    assert ran.status == 1
    found = {(item["filename"], item["code"]) for item in ran.json}
    assert ("a.py", "DTL203") in found
    assert {code for filename, code in found if filename == "deep.py"} <= {"DTL002", "DTL003"}
    assert "Traceback" not in ran.err


@pytest.mark.parametrize("name", WIDE)
def test_wide_and_odd_files_are_analysed(tmp_path: Path, name: str) -> None:
    write(tmp_path, {"wide.py": HEAD + WIDE[name] + "\nx.detach()\n"})
    ran = process("--output-format", "json", "--no-cache", "--select", "DTL203,DTL003", cwd=tmp_path)
    assert ran.status == 1
    assert "Traceback" not in ran.err
    assert {"DTL203", "DTL003"} & set(ran.codes)


def test_file_of_ten_megabytes_is_reported_rather_than_analysed(tmp_path: Path) -> None:
    write(tmp_path, {"big.py": HEAD + "x.detach()\n" * 1_000_000})
    found = lint(cwd=tmp_path).json
    assert [item["code"] for item in found] == ["DTL003"]
    assert "longer than" in found[0]["message"]


@pytest.mark.parametrize(
    "text",
    [
        "match x:\n    case [a, *b] if a: pass\n    case {'k': v, **rest}: pass\n    case A(b=1) | 3: pass\n",
        "with (open('a') as f, open('b') as g): pass\n",
        "def f(a, /, b, *, c): ...\n",
        "if (n := 3) > 2: pass\n",
        "async def f():\n    async with a as b: [x async for x in y]\n    return await z\n",
        "try: pass\nexcept* ValueError: pass\n",
        "type A[T] = list[T]\ndef f[T: int, *Ts, **P](x: T) -> T: ...\nclass C[T = int]: ...\n",
        'f"{x[\'a\']}{f"{y!r:>{w}}"}"\n',
        "t = t'{x}'\n",
        "x: int\ny: list[int] = []\n",
        "lambda *a, **k: (yield)\n",
        "x = 0_1\n",
        "x[*a] = 1\n",
        "global y\nnonlocal z\n",
        "return 1\n",
        "await x\n",
        "from __future__ import annotations, barry_as_FLUFL\n",
        "from . import a\nfrom .. import *\nimport a.b.c as d\n",
        "del x, (y, z), w[0], v.a\n",
        "x = yield\n",
        "print >>f, 'x'\n",
    ],
)
def test_syntax_of_every_python_goes_through(text: str) -> None:
    found = lint_source(HEAD + text, "a.py", Settings(select=("DTL203", "DTL002")))
    assert {finding.code for finding in found} <= {"DTL002"}


# ------------------------------------------------------------------------------------------------ the file system


def test_file_name_of_any_bytes(tmp_path: Path) -> None:
    write(tmp_path, {"plain.py": DROPPED})
    name = os.fsdecode(b"caf\xe9\x1b[31m\n::error::x.py")
    (tmp_path / name).write_text(DROPPED)
    for output_format in ("full", "concise", "grouped", "json", "sarif", "github", "gitlab", "junit", "pylint"):
        ran = detachlint("--output-format", output_format, "--no-cache", cwd=tmp_path)
        assert ran.status == 1
        assert ran.out.count("DTL203") >= 2
        assert "\x1b" not in ran.out
        assert "\n::error::x" not in ran.out


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become somebody else")
def test_unreadable_files_and_folders(tmp_path: Path) -> None:
    write(tmp_path, {"secret.py": DROPPED, "folder/b.py": DROPPED, "a.py": DROPPED})
    (tmp_path / "secret.py").chmod(0)
    (tmp_path / "folder").chmod(0)
    for path in [tmp_path, *tmp_path.parents]:
        if path.stat().st_uid == 0 and path.is_relative_to("/tmp/pytest-of-root"):
            path.chmod(0o755)

    assert lint(cwd=tmp_path).status == 1
    os.seteuid(65534)
    try:
        ran = detachlint("--no-cache", "--output-format", "concise", cwd=tmp_path)
        named = [detachlint(name, cwd=tmp_path) for name in ("folder", "secret.py")]
    finally:
        os.seteuid(0)
    assert ran.status == 1
    assert "a.py:4:1: DTL203" in ran.out
    assert "secret.py:1:1: DTL002 the file cannot be read: Permission denied" in ran.out
    assert "folder: Permission denied" in ran.err
    assert [each.status for each in named] == [2, 2]
    assert all("Permission denied" in each.err for each in named)


def test_file_that_vanishes(tmp_path: Path) -> None:
    from detachlint.discovery import Target
    from detachlint.run import run

    write(tmp_path, {"a.py": DROPPED})
    targets = [Target(str(tmp_path / name), Settings(root=str(tmp_path))) for name in ("a.py", "gone.py")]
    outcome = run(targets, cache=False)
    assert [finding.code for finding in outcome.findings] == ["DTL203"]
    assert outcome.warnings == [f"{tmp_path / 'gone.py'}: vanished while the program ran"]


def test_nothing_outside_the_project_is_read_through_links(tmp_path: Path) -> None:
    folder = write(tmp_path, {"secret/helper.py": HELPER, "project/user.py": USER}) / "project"
    (folder / "helper.py").symlink_to(tmp_path / "secret/helper.py")
    assert lint("user.py", cwd=folder).json == []
    (folder / "helper.py").unlink()
    write(folder, {"helper.py": HELPER})
    assert lint("user.py", cwd=folder).codes == ["DTL203"]


AUDIT = """
import sys
project = sys.argv.pop(1)
seen = []

def hook(event, arguments):
    if event == "open":
        seen.append(("open", str(arguments[0])))
    elif event in ("exec", "import", "compile", "os.system", "subprocess.Popen", "socket.connect", "os.exec"):
        seen.append((event, str(arguments[:2])))

sys.addaudithook(hook)
from detachlint.cli import main
try:
    main()
except SystemExit:
    pass
bad = []
for event, what in seen:
    if event in ("os.system", "subprocess.Popen", "socket.connect", "os.exec"):
        bad.append((event, what))
    if event == "import" and ("evil" in what or "hazard" in what or "'torch" in what):
        bad.append((event, what))
    if event == "exec" and project in what:
        bad.append((event, what))
print("BAD", bad, file=sys.stderr)
print("OPENED", [what for event, what in seen if event == "open" and "evil" in what], file=sys.stderr)
"""


def test_linted_code_is_never_imported_or_run(tmp_path: Path) -> None:
    trap = "import torch, os\nos.makedirs('trap')\nraise SystemExit('was run')\n"
    write(
        tmp_path,
        {
            "hazard.py": trap + DROPPED,
            "evil.py": "import hazard\nfrom hazard import x\n" + trap + DROPPED,
            "conftest.py": trap,
            "setup.py": trap,
            "random.py": trap,
            "sitecustomize.py": trap,
        },
    )
    done = subprocess.run(
        [sys.executable, "-c", AUDIT, str(tmp_path), "--no-cache", "-j", "1", str(tmp_path)],
        cwd=tmp_path.parent,
        env=clean_environment(),
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert "BAD []" in done.stderr
    assert "evil.py" in done.stderr.split("OPENED", 1)[1]
    assert not (tmp_path / "trap").exists()


def test_modules_in_the_working_folder_are_not_taken_for_pythons_own(tmp_path: Path) -> None:
    trap = "open('trap', 'w')\n" + CLEAN
    names = ("typing", "random", "copy", "click", "libcst", "pathspec", "json", "tempfile", "multiprocessing", "bisect")
    write(tmp_path, {f"{name}.py": trap for name in names})
    ran = process("--no-cache", "--output-format", "json", cwd=tmp_path)
    assert (ran.status, ran.json) == (0, [])
    assert not (tmp_path / "trap").exists()


# ------------------------------------------------------------------------------------------------ ends of a run


def start(*arguments: str, cwd: Path) -> subprocess.Popen[bytes]:
    """Start the program and leave it running."""
    return subprocess.Popen(
        [sys.executable, "-m", "detachlint", *arguments],
        cwd=cwd,
        env=clean_environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )


def test_reader_that_goes_away(tmp_path: Path) -> None:
    write(tmp_path, {f"m{number}.py": HEAD + "x.detach()\n" * 400 for number in range(6)})
    running = start("--output-format", "json", "--no-cache", cwd=tmp_path)
    assert running.stdout is not None
    assert running.stderr is not None
    running.stdout.read(10)
    running.stdout.close()
    assert running.wait(timeout=240) == 1
    assert running.stderr.read() == b""


def test_interrupt_ends_with_130_and_leaves_no_worker(tmp_path: Path) -> None:
    many = "def f():\n    return torch.randn(3).abs()\n" * 3_000
    write(tmp_path, {f"m{number}.py": HEAD + many for number in range(40)})
    running = start("-v", "--no-cache", "-j", "2", cwd=tmp_path)
    children = wait_for_children(running.pid, 2)
    os.kill(running.pid, signal.SIGINT)
    _, err = running.communicate(timeout=120)
    assert running.returncode == 130
    assert b"Traceback" not in err
    assert not [child for child in children if alive(child)]


def wait_for_children(parent: int, count: int) -> list[int]:
    """The process ids of so many children, once they are there."""
    while True:
        path = Path(f"/proc/{parent}/task/{parent}/children")
        found = [int(word) for word in path.read_text().split()]
        if len(found) >= count:
            return found


def alive(pid: int) -> bool:
    """Whether a process runs."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] not in ("Z", "X")
    except (FileNotFoundError, ProcessLookupError):
        return False


def test_workers_end_when_their_parent_is_killed(tmp_path: Path) -> None:
    many = "def f():\n    return torch.randn(3).abs()\n" * 3_000
    write(tmp_path, {f"m{number}.py": HEAD + many for number in range(40)})
    running = start("--no-cache", "-j", "2", cwd=tmp_path)
    children = wait_for_children(running.pid, 2)
    running.kill()
    running.communicate(timeout=120)
    for _ in range(100_000):
        if not [child for child in children if alive(child)]:
            break
        os.sched_yield()
    else:
        for child in children:
            subprocess.run(["tail", f"--pid={child}", "-f", "/dev/null"], check=False, timeout=120)
    assert not [child for child in children if alive(child)]


def test_output_to_a_full_disk_is_an_error(tmp_path: Path) -> None:
    write(tmp_path, {"a.py": DROPPED})
    ran = detachlint("--no-cache", "--output-format", "json", "-o", "/dev/full", cwd=tmp_path)
    assert ran.status == 2
    assert "No space left" in ran.err


def test_standard_output_to_a_full_disk_is_an_error(tmp_path: Path) -> None:
    write(tmp_path, {"a.py": DROPPED})
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "detachlint", "--no-cache", "--output-format", "json"],
            cwd=tmp_path,
            env=clean_environment(),
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
            timeout=120,
        )
    assert done.returncode == 2
    assert b"No space left" in done.stderr
    assert b"Traceback" not in done.stderr


def test_broken_files_do_not_stop_the_others(tmp_path: Path) -> None:
    write(tmp_path, {"a.py": BROKEN, "b.py": b"\xff", "c.py": DROPPED, "d.ipynb": "{"})
    assert lint(cwd=tmp_path).codes == ["DTL002", "DTL002", "DTL203", "DTL002"]
