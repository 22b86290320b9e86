"""Runs scripts, and prints a line of JSON for each: its name, and the warnings and traceback that a user would see."""

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


def said_by(script: str) -> str:
    """What a script brings about, run in a thread of its own, where grad mode is as it is at a start."""
    torch.manual_seed(0)
    quiet = io.StringIO()
    with warnings.catch_warnings(), contextlib.redirect_stdout(quiet), contextlib.redirect_stderr(quiet):
        warnings.simplefilter("always")
        with ThreadPoolExecutor(1) as thread:
            error = thread.submit(runpy.run_path, script, run_name="__main__").exception()
    return quiet.getvalue() + ("" if error is None else "".join(traceback.format_exception(error)))


if __name__ == "__main__":
    torch.set_num_threads(1)
    for name in sys.argv[1:]:
        print(json.dumps([name, said_by(name)]), flush=True)
