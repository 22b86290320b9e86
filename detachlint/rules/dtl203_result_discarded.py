"""DTL203: result-discarded."""

from __future__ import annotations

from typing import ClassVar

from detachlint.finding import Applicability, FailureMode, Level
from detachlint.interpret import rewriting
from detachlint.interpret.events import StatementEvaluated
from detachlint.rules.base import Rule
from detachlint.rules.context import label
from detachlint.shadow.tensor import Tensor


class ResultDiscarded(Rule):
    """`x.detach()`, `x.clone()`, `x.to(device)`, `x.masked_fill(m, v)`, `x.unsqueeze(0)`, `x.clamp(0, 1)` and their
    like return a new tensor and leave `x` alone. As a statement of its own such a call does nothing, so the mask is
    not applied, the value is not clamped, the state is not detached. Training goes on with the old tensor and
    nothing is raised.

    ## What torch does
    Methods of `Tensor` whose name has no trailing underscore do not change the tensor (`requires_grad_`, `zero_`,
    `copy_` and other names with an underscore do; `backward`, `retain_grad` and `register_hook` are the exceptions
    by nature). Modules are different: `module.to(device)`, `module.cuda()`, `module.half()` change the module in
    place and return it, which is where the habit comes from. A bare `x.requires_grad` only reads the flag.

    ## How to fix
    Keep the result, `x = x.detach()`, or use the method that works in place, `x.clamp_(0, 1)`. Mind that the
    in-place form changes a value that autograd may have saved.

    ## When to suppress
    When the call is there for its error or its time alone, as in a benchmark or in a test that expects an
    exception.
    """

    code: ClassVar[str] = "DTL203"
    name: ClassVar[str] = "result-discarded"
    level: ClassVar[Level] = Level.ERROR
    failure_mode: ClassVar[FailureMode] = FailureMode.NO_OP
    summary: ClassVar[str] = "The result of a method that changes nothing in place is thrown away"
    related: ClassVar[tuple[str, ...]] = ("DTL407", "DTL213")
    references: ClassVar[tuple[str, ...]] = (
        "https://docs.pytorch.org/docs/stable/tensors.html",
        "https://docs.pytorch.org/docs/stable/generated/torch.Tensor.detach.html",
    )

    def on_statement_evaluated(self, event: StatementEvaluated) -> None:
        """A result that nobody takes."""
        receiver = self.context.machine.narrow(event.receiver)
        if not isinstance(receiver, Tensor) or not receiver.known:
            return
        kind, _, method = event.name.rpartition(".")
        flag = event.name == ".requires_grad"
        if not flag and (kind != "Tensor" or method not in PURE):
            return
        name = label(receiver)
        words = (
            "reading `requires_grad` changes nothing"
            if flag
            else f"`{method}` returns a new tensor and leaves {name} as it is"
        )
        cure = (
            f"set it: `{name.strip('`')}.requires_grad_()`"
            if flag
            else f"take the result: `{name.strip('`')} = {event.site.text}`"
        )
        self.context.report(
            self,
            event.site,
            f"{words}; the result is dropped",
            [(event.site, "dropped here")],
            cure,
            rewriting.keep_result(event.site),
            Applicability.UNSAFE,
        )
        if method == "detach":
            self.context.forgive(receiver)


PURE = frozenset(
    [
        "detach",
        "clone",
        "to",
        "cpu",
        "cuda",
        "float",
        "double",
        "half",
        "long",
        "int",
        "bool",
        "bfloat16",
        "contiguous",
        "masked_fill",
        "masked_scatter",
        "unsqueeze",
        "squeeze",
        "clamp",
        "clip",
        "view",
        "reshape",
        "permute",
        "transpose",
        "t",
        "flatten",
        "expand",
        "expand_as",
        "repeat",
        "sigmoid",
        "tanh",
        "relu",
        "softmax",
        "log_softmax",
        "exp",
        "log",
        "sqrt",
        "abs",
        "neg",
        "add",
        "sub",
        "mul",
        "div",
        "pow",
        "sum",
        "mean",
        "norm",
        "type",
        "scatter",
        "scatter_add",
        "index_fill",
        "index_copy",
        "index_add",
        "fill_diagonal",
        "round",
        "floor",
        "ceil",
        "requires_grad",
        "type_as",
        "cos",
        "sin",
        "tril",
        "triu",
        "flip",
        "roll",
        "narrow",
        "select",
        "detach",
        "chunk",
        "split",
        "unbind",
        "gather",
        "matmul",
        "mm",
        "bmm",
        "addmm",
        "where",
        "nan_to_num",
        "absolute",
        "acos",
        "acosh",
        "addbmm",
        "addcdiv",
        "addcmul",
        "addmv",
        "addr",
        "arccos",
        "arccosh",
        "arcsin",
        "arcsinh",
        "arctan",
        "arctan2",
        "arctanh",
        "as_strided",
        "asin",
        "asinh",
        "atan",
        "atan2",
        "atanh",
        "baddbmm",
        "bernoulli",
        "bitwise_and",
        "bitwise_left_shift",
        "bitwise_not",
        "bitwise_or",
        "bitwise_right_shift",
        "bitwise_xor",
        "clamp_max",
        "clamp_min",
        "conj_physical",
        "copysign",
        "cosh",
        "cumprod",
        "cumsum",
        "deg2rad",
        "digamma",
        "divide",
        "eq",
        "erf",
        "erfc",
        "erfinv",
        "exp2",
        "expm1",
        "fix",
        "float_power",
        "floor_divide",
        "fmod",
        "frac",
        "gcd",
        "ge",
        "greater",
        "greater_equal",
        "gt",
        "heaviside",
        "hypot",
        "i0",
        "igamma",
        "igammac",
        "index_put",
        "index_reduce",
        "lcm",
        "ldexp",
        "le",
        "lerp",
        "less",
        "less_equal",
        "lgamma",
        "log10",
        "log1p",
        "log2",
        "logical_and",
        "logical_not",
        "logical_or",
        "logical_xor",
        "logit",
        "lt",
        "multiply",
        "mvlgamma",
        "ne",
        "negative",
        "nextafter",
        "not_equal",
        "polygamma",
        "put",
        "rad2deg",
        "reciprocal",
        "remainder",
        "renorm",
        "resize",
        "resize_as",
        "rsqrt",
        "scatter_reduce",
        "sgn",
        "sign",
        "sinc",
        "sinh",
        "square",
        "subtract",
        "swapaxes",
        "swapdims",
        "tan",
        "true_divide",
        "trunc",
        "xlogy",
    ]
)
