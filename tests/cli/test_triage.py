"""The scan before the parser: what it turns away has nothing to report, and no parser is started for it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from detachlint import Settings, lint_source, triage
from detachlint.interpret.project import Project
from tests.cli.support import clean_environment, write
from tests.cli.test_cache import HELPER, USER

PROOFS = Path(__file__).parents[2] / "detachlint" / "proofs"
EVERYTHING = Settings(select=("ALL",), ignore=("DTL003",))


def test_every_proof_can_matter() -> None:
    proofs = sorted(PROOFS.glob("*/*.py"))
    assert proofs
    assert all(triage.can_matter(path.read_text(encoding="utf-8")) for path in proofs)


def test_standard_library_draws_the_same_reports_without_triage(monkeypatch: pytest.MonkeyPatch) -> None:
    import email as package

    texts = [path.read_text(encoding="utf-8") for path in sorted(Path(package.__file__).parent.glob("*.py"))]
    texts = sorted((text for text in texts if not triage.can_matter(text)), key=len)[:12]
    assert len(texts) == 12
    before = [lint_source(text, "a.py", EVERYTHING) for text in texts]
    monkeypatch.setattr(triage, "can_matter", lambda text, follows_imports=False: True)
    assert [lint_source(text, "a.py", EVERYTHING) for text in texts] == before


def test_torch_may_come_through_another_file() -> None:
    project = Project(("/p",), {"/p/helper.py": HELPER}.get)
    assert not triage.can_matter(USER)
    assert triage.can_matter(USER, follows_imports=True)
    assert [finding.code for finding in lint_source(USER, "/p/user.py", project=project)] == ["DTL203"]


def test_analysis_follows_imports_where_triage_expects_it() -> None:
    from detachlint import analysis

    assert analysis.TRAINS.pattern == triage.TRAINS.pattern


def test_no_parser_is_started_for_a_file_without_torch(tmp_path: Path) -> None:
    write(tmp_path, {"a.py": "import os\nprint(os.getcwd())\n"})
    program = (
        "import sys\n"
        "from detachlint.cli import main\n"
        "try:\n    main()\nexcept SystemExit:\n    pass\n"
        "print('libcst' in sys.modules, file=sys.stderr)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, "-q", "--no-cache", "a.py"],
        cwd=tmp_path,
        env=clean_environment(),
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.stderr == "False\n"
