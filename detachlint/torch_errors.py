"""What torch says when autograd is misused, in the wordings of its releases, and which rules are about it.

Errors, and those warnings that tell of a misuse. Wordings are regular expressions. Neither white space nor case
counts, so that text that was wrapped on its way here (by a terminal, a log, an issue) is still known.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

ANSI = re.compile(r"\x1b\[[0-9;?]*[ -/]*[@-~]")
QUOTES = str.maketrans({"\u2018": "'", "\u2019": "'", "\u201c": '"', "\u201d": '"', "`": "'"})
LONGEST = 100_000
"""Characters of a text that are looked at, from its end."""
NOTHING = r"'(?:NoneType|float|int|Tensor|Parameter|numpy\.ndarray)'"
TENSOR_ATTRIBUTES = (
    "abs|abs_|add_|clamp_|clone|copy_|cpu|data|detach|detach_|device|div_|dtype|flatten|item|layout|max|mean|min|mul|mul_|"
    "norm|numel|numpy|pow|reshape|shape|size|square|sum|tolist|view|zero_"
)
MISSPELT = r"(?:require[sd]?|requries|reqires)_?(?:grad|gard)(?:ient)?s?_?"


def compiled(wording: str) -> re.Pattern[str]:
    """A wording as it is looked for: in text without white space."""
    return re.compile(re.sub(r"\s+", "", wording), re.IGNORECASE)


@dataclass(frozen=True)
class Kind:
    """One thing that torch complains about."""

    name: str
    codes: tuple[str, ...]
    """Rules whose misuse ends in it, the most likely first."""
    meaning: str
    """What is behind it, as a sentence."""
    late: bool
    """Whether it is raised by a backward pass, away from the line to blame."""
    wordings: tuple[re.Pattern[str], ...] = field(repr=False)


def kind(name: str, codes: str, meaning: str, *wordings: str, late: bool = False) -> Kind:
    """A row of the table below."""
    return Kind(name, tuple(codes.split()), meaning, late, tuple(map(compiled, wordings)))


GAP = r"[\W_]{0,20}"
"""Punctuation, or what people put where they left something out."""
DETAILS = (
    rf"(?:{GAP}\[(?P<type>[\w.]{{1,80}}) (?P<shape>\[(?:\d{{1,18}}(?:,\d{{1,18}}){{0,63}})?\])\])?"
    rf"(?:{GAP}(?:which is )?output \d{{1,9}} of (?P<maker>[\w:]{{1,120}}?)(?=[,.;]|is at|$))?"
    rf"(?:{GAP}is at version (?P<version>\d{{1,9}}))?"
    rf"(?:{GAP}expected version (?P<expected>\d{{1,9}})(?: instead)?)?"
)

KINDS = (
    kind(
        "saved-tensor-modified",
        "DTL101 DTL102 DTL113 DTL603",
        "An operation saved a tensor for its backward pass, and the tensor was written in place before that pass ran.",
        r"(?:one of the variables needed for gradient computation has been )?modified by an in-?place operation"
        + DETAILS,
        late=True,
    ),
    kind(
        "leaf-modified",
        "DTL106 DTL603",
        "A leaf that requires grad, such as a parameter, or a view of one, was written in place with grad mode on.",
        r"leaf variable that requires grad (?:is being|has been) used in an in-?place operation",
        r"leaf variable was used in an in-?place operation",
        r"leaf variable has been moved into the graph interior",
    ),
    kind(
        "multi-view-modified",
        "DTL107",
        "A tensor that `split`, `chunk`, `unbind` or iteration returned together with others was written in place.",
        r"output \d{1,9} of (?P<maker>[\w:]{1,120}?) is a view and (?:is being|its base or another view "
        r"of its base has been) modified in-?place\. this view is (?:the|an) output of a function that returns "
        r"multiple views",
    ),
    kind(
        "expanded-tensor-modified",
        "DTL108",
        "A tensor whose elements share memory, the result of `expand` or broadcasting, was written in place.",
        r"more than one element of the written-to tensor refers to a single memory location",
    ),
    kind(
        "no-grad-view-modified",
        "DTL109",
        "A view was made under `no_grad` or `inference_mode`, and written in place with grad mode on.",
        r"view was created in (?:the )?(?:no_grad|inference) mode and (?:is being|its base or another view of its base "
        r"has been) modified in-?place",
    ),
    kind(
        "inference-tensor-used",
        "DTL111",
        "A tensor that was made under `inference_mode` is used outside of it where autograd has to follow.",
        r"inference tensors cannot be saved for backward",
        r"in-?place update to inference tensor outside inferencemode is not allowed",
        r"setting requires_grad=true on inference tensor outside inferencemode is not allowed",
        r"inference tensors do not track version counter",
    ),
    kind(
        "out-argument-with-grad",
        "DTL112",
        "A function writes its result into `out=`, and one of its arguments requires grad.",
        r"(?P<word>\w{1,80})\(\): functions with out=\.\.\. arguments don't support automatic differentiation",
        r"functions with out=\.\.\. arguments don't support automatic differentiation",
    ),
    kind(
        "view-detached-in-place",
        "DTL202",
        "`detach_()` was called on a view.",
        r"can't detach views in-?place",
    ),
    kind(
        "nothing-to-differentiate",
        "DTL204 DTL201 DTL205 DTL217 DTL211 DTL405 DTL216 DTL208",
        "The value that is differentiated does not reach anything that requires grad: the graph was cut on the way, or "
        "grad mode was off.",
        r"element \d+ of (?:tensors|variables)(?: tuple)? (?:does not require grad and does not have a grad_fn|is "
        r"volatile)",
        r"there are no graph nodes that require computing gradients",
        r"calling backward on a (?:volatile variable|variable that doesn't require gradient)",
        r"'(?:float|int|bool|numpy\.\w+)' object has no attribute 'backward'",
        r"^\W{0,9}(?:\w{1,20}error:)?(?:tensor )?does not require grad\W{0,9}$",
        late=True,
    ),
    kind(
        "unused-input",
        "DTL408 DTL204",
        "`autograd.grad` was asked for the gradient of a tensor that the result does not depend on.",
        r"(?:one of the differentiated (?:tensors|variables)|the differentiated (?:tensor|variable) at index \d+) "
        r"(?:appears to not have been used in the graph|does not require grad)",
        late=True,
    ),
    kind(
        "numpy-of-grad",
        "DTL209",
        "A tensor that requires grad was handed to NumPy.",
        r"can't call numpy\(\) on (?:tensor|variable) that requires grad",
    ),
    kind(
        "gradient-is-none",
        "DTL211 DTL305 DTL407 DTL214",
        "If the None is a `.grad`: the tensor is no leaf any more, or no backward pass has reached it.",
        rf"unsupported operand type\(s\) for [^:]{{1,8}}: (?:'NoneType' and {NOTHING}|{NOTHING} and 'NoneType')",
        rf"'NoneType' object has no attribute '(?P<word>{TENSOR_ATTRIBUTES})'",
        r"argument '\w+' \(position \d+\) must be tensor, not NoneType",
        r"bad operand type for unary -: 'NoneType'",
    ),
    kind(
        "grad-mode-not-called",
        "DTL212",
        "If the manager is `torch.no_grad` or one like it: it was given to `with` without being called.",
        r"'type' object does not support the (?:asynchronous )?context manager protocol",
        r"attributeerror: (?:type object '\w+' has no attribute '?)?__(?:enter|exit)__",
    ),
    kind(
        "flag-on-non-leaf",
        "DTL301 DTL312",
        "`requires_grad` was changed on a computed tensor.",
        r"you can only change requires_grad flags of leaf (?:variables|tensors)",
    ),
    kind(
        "flag-misspelt",
        "DTL303",
        "`requires_grad` is misspelt.",
        rf"unexpected keyword argument '(?P<word>(?!requires_grad'){MISSPELT})'",
        rf"'(?P<word>(?!requires_grad'){MISSPELT})' is an invalid keyword argument",
        rf"invalid combination of arguments - got \([^()]*?(?<!\w)(?P<word>(?!requires_grad=){MISSPELT})=",
        rf"object has no attribute '(?P<word>(?!requires_grad_?'){MISSPELT})'",
    ),
    kind(
        "flag-on-integer",
        "DTL304",
        "`requires_grad` was set on a tensor of integers or booleans.",
        r"only (?:tensors|variables) of floating point (?:and complex )?d?types? can require gradients",
    ),
    kind(
        "non-leaf-optimized",
        "DTL306",
        "An optimizer was given a computed tensor.",
        r"can't optimize a non-leaf (?:tensor|variable)",
    ),
    kind(
        "frozen-tensor-optimized",
        "DTL307",
        "An optimizer was given a tensor that does not require grad; torch before 1.0 refused that.",
        r"optimizing a parameter that doesn't require gradients",
    ),
    kind(
        "nothing-to-optimize",
        "DTL309 DTL308 DTL506",
        "The optimizer was given no parameters: they are not registered on the module, or the iterator was used up.",
        r"optimizer got an empty parameter list",
    ),
    kind(
        "non-leaf-copied",
        "DTL311 DTL410",
        "`deepcopy` met a computed tensor, perhaps one that a module keeps.",
        r"only (?:tensors|variables) created explicitly by the user \(graph leaves\) support the deepcopy protocol",
    ),
    kind(
        "parameter-replaced",
        "DTL313 DTL308",
        "An attribute that holds a Parameter was assigned something else.",
        r"cannot assign '[\w.]+' (?:object )?(?:as|to) parameter '(?P<word>\w+)' \(torch\.nn\.parameter or none",
    ),
    kind(
        "backward-twice",
        "DTL401 DTL402 DTL410 DTL203",
        "A backward pass freed what the graph had saved, and the same part of the graph was run backward again.",
        r"backward through the graph (?:a )?second time",
        r"^\W{0,9}(?:\w{1,20}error:)?(?:a )?second time\W{0,9}$",
        late=True,
    ),
    kind(
        "backward-of-non-scalar",
        "DTL404",
        "`backward` or `autograd.grad` was called on a tensor of several elements without saying how to weigh them.",
        r"grad(?:_outputs?)? can be implicitly created only for scalar",
        r"backward should be called only on a scalar",
    ),
    kind(
        "scaler-bypassed",
        "DTL507",
        "The GradScaler was asked to step though no loss was scaled by it and run backward.",
        r"no inf checks were recorded (?:for this optimizer|prior to update)",
        r"attempted (?:step|unscale_|update) but _scale is none",
    ),
    kind(
        "gradient-count",
        "DTL601",
        "`backward` of a custom function does not return one value for each argument of `forward`.",
        r"function (?P<word>\w{1,80}?)(?:backward)? returned an incorrect number of gradients",
        r"function (?P<word>\w{1,80}?)(?:backward)? returned a gradient different than none at position \d+",
        r"returned an incorrect number of gradients",
        late=True,
    ),
    kind(
        "legacy-function",
        "DTL604 DTL605",
        "A custom function is used in the old way: through an instance, or with methods that are not static.",
        r"legacy autograd function with non-static forward method is deprecated",
        r"'(?P<word>\w{1,80}?)backward' object has no attribute",
        r"should not be instantiated\. methods on autograd functions are all static",
        r"'NoneType' object has no attribute '(?:save_for_backward|mark_dirty|mark_non_differentiable)'",
    ),
    kind(
        "function-without-backward",
        "DTL611",
        "A custom function that has no `backward` was met by a backward pass.",
        r"you must implement (?:either )?the backward (?:or vjp method|function) for (?:your )?custom",
        late=True,
    ),
    kind(
        "hook-without-gradient",
        "DTL608",
        "A hook was registered on a tensor that requires no grad, and so will have no gradient.",
        r"cannot register a hook on a (?:tensor|variable) that doesn't require gradient",
        r"can't retain_grad on (?:tensor|variable) that has requires_grad=false",
    ),
    kind(
        "zero-dim-indexed",
        "DTL906",
        "A tensor without dimensions was indexed; `.item()` gives its number.",
        r"invalid index of a 0-dim tensor",
        r"slice\(\) cannot be applied to a 0-dim tensor",
    ),
    kind(
        "nan-gradient",
        "DTL701 DTL702 DTL703",
        "The gradient became NaN: a function with an infinite slope was met at the edge of its domain.",
        r"function '(?P<maker>\w+)' returned nan values in its \d+(?:th|st|nd|rd) output",
        late=True,
    ),
    kind(
        "grad-of-non-leaf",
        "DTL305 DTL211",
        "The `.grad` of a computed tensor was read; a backward pass fills it for leaves only.",
        r"the \.grad attribute of a tensor that is not a leaf tensor is being accessed",
    ),
    kind(
        "tensor-copies-tensor",
        "DTL205",
        "`torch.tensor` was given a tensor: it copies the values and leaves the graph behind.",
        r"to copy construct from a tensor, it is recommended to use sourcetensor\.",
    ),
    kind(
        "number-of-grad",
        "DTL207 DTL205",
        "A number was taken out of a tensor that requires grad; whatever is computed from it has no history.",
        r"converting a tensor with requires_grad=true to a scalar may lead to unexpected behavior",
    ),
    kind(
        "checkpoint-without-grad",
        "DTL216",
        "No input of a reentrant checkpoint requires grad, so that nothing inside of it gets a gradient.",
        r"none of the inputs have requires_grad=true\. gradients will be none",
    ),
    kind(
        "checkpoint-mode-unstated",
        "DTL219",
        "`checkpoint` was called without saying which of its two ways to work is meant.",
        r"the use_reentrant parameter should be passed explicitly",
    ),
    kind(
        "module-backward-hook",
        "DTL606",
        "`register_backward_hook` sees the gradients of the last operation of a module, not of the module.",
        r"using (?:a )?non-full backward hooks? (?:when|on)",
    ),
    kind(
        "volatile-argument",
        "DTL902",
        "`volatile` does nothing any more.",
        r"volatile was removed",
    ),
    kind(
        "out-of-memory",
        "DTL403 DTL410 DTL409 DTL406",
        "If it comes after a number of steps, and not at once: graphs are kept alive from step to step.",
        r"(?:CUDA|HIP|XPU|MPS backend)(?: error:)? out of memory",
        r"outofmemoryerror",
        late=True,
    ),
)


@dataclass(frozen=True)
class Said:
    """What was recognised in a text."""

    kind: Kind
    quote: str
    """Torch's words, on one line."""
    details: dict[str, str]
    """Named parts of the message: ``type``, ``shape``, ``maker``, ``version``, ``expected``, ``word``."""


def cleaned(text: str) -> str:
    """The end of a text, where an error is, without the codes that coloured it."""
    return ANSI.sub("", text[-LONGEST:])


def recognise(text: str) -> Said | None:
    """The last error in a text that a rule is about, since a traceback ends with the one that stopped the program."""
    plain = text.translate(QUOTES)
    kept = [position for position, character in enumerate(plain) if not character.isspace()]
    squeezed = "".join(plain[position] for position in kept)
    found = [(match, kind) for kind in KINDS for wording in kind.wordings for match in wording.finditer(squeezed)]
    if not found:
        return None
    match, said = max(found, key=lambda item: (item[0].end(), len(item[0][0])))
    quote = " ".join(plain[kept[match.start()] : kept[match.end() - 1] + 1].split())
    return Said(said, quote, {name: part for name, part in match.groupdict().items() if part is not None})
