"""Runs proof scripts under torch, one after the other, and prints what each did as one line of JSON.

It is run as a script by another interpreter, which needs torch but not detachlint.
"""

from __future__ import annotations

import contextlib
import io
import json
import runpy
import sys
import warnings
from typing import Any

NO_TORCH = 3
SHOWN = 160


def main(scripts: list[str]) -> int:
    """Run the scripts; 3 when there is no torch."""
    try:
        import torch
    except ImportError:
        return NO_TORCH
    torch.set_num_threads(1)
    results = {script: _run(torch, script) for script in scripts}
    print(json.dumps({"torch": torch.__version__, "scripts": results}))
    return 0


def _run(torch: Any, script: str) -> dict[str, Any]:
    torch.manual_seed(0)
    torch.set_grad_enabled(True)
    torch.set_default_dtype(torch.float32)
    error: str | None = None
    evidence: dict[str, str] = {}
    quiet = io.StringIO()
    with warnings.catch_warnings(), contextlib.redirect_stdout(quiet), contextlib.redirect_stderr(quiet):
        warnings.simplefilter("ignore")
        try:
            left = runpy.run_path(script, run_name="__main__")
            evidence = {str(name): _shown(torch, value) for name, value in left.get("evidence", {}).items()}
        except Exception as raised:  # noqa: BLE001 - whatever the script raises is the result
            error = f"{type(raised).__name__}: {raised}"
    torch.set_grad_enabled(True)
    return {"error": error, "evidence": evidence}


def _shown(torch: Any, value: Any) -> str:
    if isinstance(value, torch.Tensor):
        value = [round(number, 4) for number in value.detach().flatten().double().tolist()]
    return str(value)[:SHOWN]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
