"""A pasted error of torch's, taken apart: what tensor it is about, and which lines of the user's it passed."""

from __future__ import annotations

import re
from dataclasses import dataclass

from detachlint.torch_errors import Kind, cleaned, recognise
from detachlint.traceback_frames import Frame, frames


@dataclass(frozen=True)
class TorchError:
    """An error of torch's, taken apart."""

    kind: Kind
    quote: str
    dtype: str = ""
    """``float``, ``long``, ``bool`` …: the type of the tensor in the message."""
    shape: tuple[int, ...] | None = None
    operator: str = ""
    """What made that tensor, as users spell it: ``sigmoid``."""
    version: int | None = None
    expected: int | None = None
    word: str = ""
    """A name out of the user's code that the message holds: of a function, an argument, an attribute."""
    frames: tuple[Frame, ...] = ()
    """Lines of the user's files that the traceback names, the outermost first."""

    @property
    def codes(self) -> tuple[str, ...]:
        """Rules that are about it, the most likely first."""
        return self.kind.codes

    @property
    def raised_at(self) -> Frame | None:
        """The innermost line of the user's own."""
        return next((frame for frame in reversed(self.frames) if not frame.forward), None)


def explain_error(text: str) -> TorchError | None:
    """What a pasted error says, if any rule is about it; the text may be a whole traceback."""
    text = cleaned(text)
    said = recognise(text)
    if said is None:
        return None
    details = said.details
    shape = details.get("shape")
    return TorchError(
        said.kind,
        said.quote,
        dtype=_dtype(details.get("type", "")),
        shape=None if shape is None else tuple(int(size) for size in re.findall(r"\d+", shape)),
        operator=_operator(details.get("maker", "")),
        version=_number(details.get("version")),
        expected=_number(details.get("expected")),
        word=details.get("word", ""),
        frames=tuple(frames(text)),
    )


def _number(text: str | None) -> int | None:
    return None if text is None else int(text)


def _dtype(kind: str) -> str:
    """``torch.cuda.FloatTensor`` and ``CUDAFloatType`` are both ``float``."""
    last = kind.rpartition(".")[2]
    return re.sub(r"^(?:CPU|CUDA|XPU|MPS|XLA)(?=[A-Z])|(?:Tensor|Type)$", "", last).lower()


def _operator(node: str) -> str:
    """``AsStridedBackward0``, and what releases before and after call it, is ``as_strided``."""
    name = re.sub(r"Backwards?\d*$", "", node.rpartition("::")[2])
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()
