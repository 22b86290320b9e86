"""Runs scripts that raise, and prints a line of JSON for each: its name, and the traceback that a user would see."""

from __future__ import annotations

import contextlib
import io
import json
import runpy
import sys
import traceback
import warnings
from concurrent.futures import ThreadPoolExecutor

import torch


def raised_by(script: str) -> str | None:
    """The traceback of a script, run in a thread of its own, where grad mode is as it is at a start."""
    torch.manual_seed(0)
    quiet = io.StringIO()
    with warnings.catch_warnings(), contextlib.redirect_stdout(quiet), contextlib.redirect_stderr(quiet):
        warnings.simplefilter("ignore")
        with ThreadPoolExecutor(1) as thread:
            error = thread.submit(runpy.run_path, script, run_name="__main__").exception()
    return None if error is None else "".join(traceback.format_exception(error))


if __name__ == "__main__":
    torch.set_num_threads(1)
    for name in sys.argv[1:]:
        print(json.dumps([name, raised_by(name)]), flush=True)
