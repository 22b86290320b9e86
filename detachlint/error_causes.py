"""Which findings can have caused an error of torch's, the likeliest first."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache

from detachlint.finding import Finding, Place
from detachlint.pasted_error import TorchError
from detachlint.traceback_frames import Frame

LineOf = Callable[[Place, int], "str | None"]
"""Gives a row of the file that a place is in."""
SPELLINGS = {
    "add": r"\+|\badd",
    "sub": r"-|\bsub",
    "rsub": r"-",
    "mul": r"\*(?!\*)|\bmul|dropout|outer|1(?:\.0?)? */",
    "div": r"/|\bdiv|normalize",
    "neg": r"-|\bneg",
    "pow": r"\*\*|\bpow|square",
    "mm": r"@|mm\b|matmul|linear",
    "bmm": r"@|mm\b|matmul|einsum",
    "addmm": r"@|addmm|linear",
    "mv": r"@|\bmv|matmul|linear",
    "threshold": r"relu",
    "index": r"\[|index",
    "select": r"\[|select|\bfor\b",
    "slice": r"\[|narrow|slice",
    "unbind": r"unbind|\bfor\b",
    "split": r"split|chunk",
    "copy_slices": r"\]\s*[-+*/]?=|_\(",
    "mkldnn_rnn_layer": r"lstm|gru|rnn",
    "cudnn_rnn": r"lstm|gru|rnn",
    "native_batch_norm": r"batch_?norm|\bbn",
    "cudnn_batch_norm": r"batch_?norm|\bbn",
    "convolution": r"conv",
    "cudnn_convolution": r"conv",
    "mkldnn_convolution": r"conv",
    "thnn_conv2_d": r"conv",
    "log_softmax": r"log_?softmax|cross_?entropy",
    "leaky_relu": r"leaky_?relu",
    "unsafe_view": r"@|matmul|linear|einsum|attention",
    "view": r"view|reshape|flatten|einsum",
    "unsqueeze": r"unsqueeze|\[.*\bNone\b",
    "stack": r"stack|gru|rnn",
    "sum": r"\bsum|cosine_?similarity",
    "mean": r"\bmean|loss|kl_?div|avg_?pool",
    "linalg_vector_norm": r"norm",
    "nll_loss": r"nll_?loss|cross_?entropy",
    "hardtanh": r"hardtanh|relu6",
    "elu": r"(?<![a-z])[sc]?elu(?![a-z])",
    "native_layer_norm": r"layer_?norm|\bln|norm\d?\(",
    "native_group_norm": r"group_?norm|\bgn|norm\d?\(",
    "native_dropout": r"dropout",
    "max_pool2_dwith_indices": r"max_?pool",
    "upsample_nearest2_d": r"interpolate|upsample",
    "upsample_bilinear2_d": r"interpolate|upsample",
    "constant_pad_nd": r"pad",
    "to_copy": r"\bto\(|half|float|double|type|cpu|cuda",
    "copy": r"copy_|\bto\(",
}
OF_PARAMETERS = frozenset({"", "as_strided", "t", "transpose", "permute"})
"""What a changed parameter is said to come from: nothing, or the view of it that a layer saved."""
TYPE_HINTS = {
    "long": r"long|int|arange|argmax|argsort|topk|index|\bidx|label|target|multinomial",
    "int": r"int|arange",
    "bool": r"[<>]|==|!=|bool|mask|isnan|logical",
    "byte": r"[<>]|==|!=|byte|uint8|mask",
    "double": r"double|float64",
    "half": r"half|float16|autocast",
    "bfloat16": r"bfloat16|autocast",
}
COMMENT = re.compile(r"(?:^|\s)#.*$", re.MULTILINE)
STEPS = "DTL113"
"""The rule about parameters that are updated between a forward pass and its backward pass."""


@dataclass(frozen=True)
class Cause:
    """A line that can have caused the error, with what speaks for it."""

    finding: Finding
    score: float
    reasons: tuple[str, ...]


def rank(findings: Iterable[Finding], error: TorchError, line_of: LineOf) -> list[Cause]:
    """Findings that can have caused the error, the likeliest first."""
    causes = [_judged(finding, error, line_of) for finding in findings if finding.code in error.codes]
    return sorted(causes, key=lambda cause: (-cause.score, cause.finding.sort_key))


def _judged(finding: Finding, error: TorchError, line_of: LineOf) -> Cause:
    story = _Story(finding, line_of)
    points = [
        *_by_frames(story, error),
        *_by_operator(story, error),
        *_by_tensor(story, error),
        *_by_versions(story, error),
        *_by_words(story, error),
    ]
    earlier = error.codes.index(finding.code)
    score = sum(point for point, _ in points) + 1 - earlier / len(error.codes)
    return Cause(finding, score, tuple(dict.fromkeys(reason for _, reason in points)))


Points = Iterable[tuple[float, str]]


class _Story:
    """A finding with the lines that it is told by."""

    def __init__(self, finding: Finding, line_of: LineOf) -> None:
        self.finding = finding
        self._line_of = line_of
        self.steps = [(step.place, step.message) for step in finding.trace]
        self.code = [
            (place.start.row, COMMENT.sub("", self.text_of(place)))
            for place in [finding.place, *(place for place, _ in self.steps)]
        ]
        """Row and code of all its lines, the statement's own first."""

    def met(self, frame: Frame, place: Place) -> int | None:
        """The row at which a frame and a place are the same line; in a file that was edited since, by its text."""
        inside = place.start.row <= frame.row <= place.end.row
        known = frame.source in filter(None, map(str.strip, self.text_of(place).splitlines()))
        if frame.in_notebook:
            return place.start.row if known and (inside or place.cell is None) else None
        if not _same_file(frame.file, place.filename):
            return None
        if not frame.source:
            return frame.row if inside else None
        edited = (self._line_of(place, frame.row) or "").strip() != frame.source
        return place.start.row if known and (inside or edited) else None

    def text_of(self, place: Place) -> str:
        """The lines that a place is in."""
        rows = range(place.start.row, place.end.row + 1)
        return "\n".join(self._line_of(place, row) or "" for row in rows)

    @property
    def files(self) -> set[str]:
        """Names of the files that its lines are in."""
        return {self.finding.place.filename, *(place.filename for place, _ in self.steps)}

    @property
    def in_loop(self) -> bool:
        """Whether its statement stands in a loop, by indentation."""
        place = self.finding.place
        indent = _indent(self._line_of(place, place.start.row) or "")
        for row in range(place.start.row - 1, 0, -1):
            line = self._line_of(place, row) or ""
            if line.strip() and _indent(line) < indent:
                indent = _indent(line)
                if re.match(r"\s*(?:async )?(?:for|while)\b", line):
                    return True
        return False


def _indent(text: str) -> int:
    return len(text) - len(text.lstrip())


def _by_frames(story: _Story, error: TorchError) -> Points:
    """Lines that the traceback names: the misuse's own where torch raises at once, else one that its story passes."""
    innermost = error.raised_at
    passed = {frame.file for frame in error.frames if not frame.in_notebook}
    if any(_same_file(file, name) for file in passed for name in story.files):
        yield 3.0, "the traceback passes its file"
    for frame in error.frames:
        row = story.met(frame, story.finding.place)
        if row is not None:
            here = 10.0 if frame is innermost and not error.kind.late else 4.0
            yield here, f"torch raised at line {row}" if frame is innermost else f"the traceback passes line {row}"
        for place, _ in story.steps:
            row = story.met(frame, place)
            if row is None:
                continue
            if frame.forward:
                yield 5.0, f"the failing operation was called at line {row}"
            else:
                yield (3.0 if frame is innermost else 1.0), f"the traceback passes line {row}"


def _same_file(one: str, other: str) -> bool:
    """Whether two names can be of one file, seen from different folders or machines."""
    first, second = (re.split(r"[/\\]", name.lstrip("./~")) for name in (one, other))
    shared = min(len(first), len(second))
    return first[-1] == second[-1] and (shared == 1 or first[-2] == second[-2])


def _by_operator(story: _Story, error: TorchError) -> Points:
    """The tensor's maker is met on one of the lines, or named by the finding."""
    if error.operator in OF_PARAMETERS:
        return
    called = spelling(error.operator)
    for row, text in story.code[1:] or story.code:
        if called.search(text):
            yield 3.0, f"{error.operator} is called at line {row}"
            break
    words = " ".join([story.finding.message, *(message for _, message in story.steps)])
    if re.search(rf"\b{re.escape(error.operator)}\b", words):
        yield 2.0, f"it is about a result of {error.operator}"


@cache
def spelling(operator: str) -> re.Pattern[str]:
    """Matches the code that calls an operator."""
    return re.compile(SPELLINGS.get(operator, _loose(operator)), re.IGNORECASE)


def _loose(operator: str) -> str:
    """``log_sigmoid``, ``logsigmoid`` and ``LogSigmoid`` alike, but not ``exp`` in ``expand``."""
    return rf"(?<![a-z]){'_?'.join(re.escape(part) for part in operator.split('_'))}(?![a-z])"


def _by_tensor(story: _Story, error: TorchError) -> Points:
    """Sizes and types that show on the lines."""
    everything = "\n".join(text for _, text in story.code)
    hint = TYPE_HINTS.get(error.dtype)
    if hint is not None and re.search(hint, everything, re.IGNORECASE):
        yield 1.5, f"its lines are about {error.dtype} tensors"
    sizes = {size for size in error.shape or () if size > 1}
    shown = sizes & {int(number) for number in re.findall(r"(?<![\w.])\d{1,9}(?![\w.])", everything)}
    if shown:
        yield len(shown) / len(sizes), f"its lines name the size{'s' * (len(shown) > 1)} {_listed(shown)}"


def _by_versions(story: _Story, error: TorchError) -> Points:
    """Parameters have no maker; a tensor written before it was saved, or more than once after, is met in loops."""
    if error.version is None or error.expected is None:
        return
    if story.finding.code == STEPS and error.operator in OF_PARAMETERS:
        yield 2.0, "the tensor can be a parameter"
    if (error.expected > 0 or error.version - error.expected > 1) and story.in_loop:
        yield 0.5, f"it is in a loop, and the tensor was written {error.version} times"


def _by_words(story: _Story, error: TorchError) -> Points:
    """A name from the message is in the statement or in what is said of it."""
    if not error.word:
        return
    name = re.compile(rf"(?<!\w){re.escape(error.word)}(?!\w)")
    if name.search(story.code[0][1]) or name.search(story.finding.message):
        yield 3.0, f"`{error.word}` is named there"
    elif any(name.search(text) for _, text in story.code):
        yield 1.0, f"`{error.word}` is named on the way"


def _listed(numbers: Iterable[int]) -> str:
    return ", ".join(map(str, sorted(numbers)))
