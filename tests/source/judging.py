"""What torch says of a program: clean, silently wrong, or which of its errors at which line."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import torch

FILENAME = "program.py"
CLEAN, WRONG, OTHER = "clean", "wrong", "other"
ERRORS = {
    "modified by an inplace operation": "modified",
    "is a view and is being modified inplace": "view written",
    "a view of a leaf Variable that requires grad is being used": "leaf written",
    "a leaf Variable that requires grad is being used": "leaf written",
    "a second time": "twice",
    "does not require grad and does not have a grad_fn": "no graph",
    "Can't detach views": "view detached",
    "can't optimize a non-leaf": "non-leaf optimized",
    "A view was created in no_grad mode and is being modified inplace with grad mode enabled": "no-grad view written",
}


@dataclass(frozen=True)
class Verdict:
    """How a program ran, and the row it stopped at."""

    kind: str
    row: int = 0
    rows: frozenset[int] = frozenset()


class _Watch:
    """Sees whether what backward unpacks is what forward packed."""

    def __init__(self) -> None:
        self.changed = False

    def pack(self, tensor: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        return tensor, tensor.detach().clone()

    def unpack(self, packed: tuple[torch.Tensor, torch.Tensor]) -> torch.Tensor:
        tensor, before = packed
        if not torch.equal(tensor.detach(), before):
            self.changed = True
        return tensor


def judge(text: str) -> Verdict:
    """Run a program."""
    code = compile(text, FILENAME, "exec")
    stopped = _run(code)
    if stopped is not None:
        return stopped
    watch = _Watch()
    with torch.autograd.graph.saved_tensors_hooks(watch.pack, watch.unpack):
        again = _run(code)
    return Verdict(OTHER) if again is not None else Verdict(WRONG if watch.changed else CLEAN)


def _run(code: Any) -> Verdict | None:
    try:
        exec(code, {"__name__": "__main__"})
    except (RuntimeError, TypeError, ValueError, NameError, LookupError, AttributeError) as error:
        rows = _rows(error)
        found = [kind for words, kind in ERRORS.items() if words in str(error)]
        return Verdict(found[0] if found else OTHER, rows[-1] if rows else 0, frozenset(rows))
    finally:
        torch.set_grad_enabled(True)
    return None


def _rows(error: BaseException) -> list[int]:
    rows, frame = [], error.__traceback__
    while frame is not None:
        if frame.tb_frame.f_code.co_filename == FILENAME:
            rows.append(frame.tb_lineno)
        frame = frame.tb_next
    return rows
