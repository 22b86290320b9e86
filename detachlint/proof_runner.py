"""Runs proof scripts under torch, one after the other in one process, and prints a line of JSON for each.

It is run as a script by the user's interpreter, which needs torch but not detachlint. The first line tells torch's
version; each further line is one script's outcome, printed as soon as it is known, so that a script that takes the
process down does not take the others' outcomes along.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import random
import runpy
import sys
import warnings
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TextIO

NO_TORCH = 3


def main(scripts: list[str]) -> int:
    """Run the scripts; ``NO_TORCH`` when there is no torch."""
    try:
        import torch
    except ImportError as missing:
        print(missing, file=sys.stderr)
        return NO_TORCH
    with os.fdopen(os.dup(1), "w", encoding="utf-8") as answers:
        _tell(answers, {"torch": torch.__version__})
        for script in scripts:
            _tell(answers, {"script": script, **_outcome(torch, script)})
    return 0


def _tell(answers: TextIO, answer: dict[str, Any]) -> None:
    print(json.dumps(answer), file=answers, flush=True)


def _outcome(torch: Any, script: str) -> dict[str, Any]:
    """What one script does, apart from the others: a new thread has grad mode of its own, as it is at a start."""
    _reset(torch)
    quiet = io.StringIO()
    with warnings.catch_warnings(), contextlib.redirect_stdout(quiet), contextlib.redirect_stderr(quiet):
        warnings.simplefilter("always")
        with ThreadPoolExecutor(1) as thread:
            running = thread.submit(_evidence, torch, script)
        raised = running.exception()
    if raised is not None:
        return {"error": f"{type(raised).__name__}: {raised}", "evidence": {}}
    return {"error": None, "evidence": running.result()}


def _reset(torch: Any) -> None:
    """Put back what belongs to the whole process and a script may have set."""
    torch.set_num_threads(1)
    torch.set_default_dtype(torch.float32)
    torch.autograd.set_detect_anomaly(False)
    torch.manual_seed(0)
    random.seed(0)
    numpy = sys.modules.get("numpy")
    if numpy is not None:
        numpy.random.seed(0)


def _evidence(torch: Any, script: str) -> dict[str, Any]:
    left = runpy.run_path(script, run_name="__main__").get("evidence", {})
    return {str(name): _plain(torch, value) for name, value in left.items()}


def _plain(torch: Any, value: Any) -> Any:
    """Tensors as nested lists; None, booleans and numbers as they are."""
    if isinstance(value, torch.Tensor):
        return value.detach().tolist()
    if isinstance(value, (list, tuple)):
        return [_plain(torch, item) for item in value]
    if value is None or isinstance(value, (bool, int, float)):
        return value
    raise TypeError(f"evidence has to be a tensor, a number, a boolean or None, not {type(value).__name__}")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
