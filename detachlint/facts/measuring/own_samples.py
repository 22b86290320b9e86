"""Our own samples: the plain calls people write, and operators torch's test suite has none for.

They come before torch's own, so that the facts of a call without options are those of the everyday call.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import torch

from detachlint.facts.measuring.sample import Sample, call


def positive(*shape: int) -> torch.Tensor:
    """Numbers between 0.1 and 0.9, where nearly every function is defined."""
    return torch.rand(*shape) * 0.8 + 0.1


@dataclass(frozen=True)
class Material:
    """The tensors samples are made of."""

    x: torch.Tensor
    y: torch.Tensor
    w: torch.Tensor
    row: torch.Tensor
    scalar: torch.Tensor
    square: torch.Tensor
    spd: torch.Tensor
    vector: torch.Tensor
    batch: torch.Tensor
    index: torch.Tensor
    rows: torch.Tensor
    mask: torch.Tensor
    integers: torch.Tensor
    image: torch.Tensor
    signal: torch.Tensor
    volume: torch.Tensor
    signs: torch.Tensor
    wavy: torch.Tensor
    complex: torch.Tensor


def material() -> Material:
    """The same tensors each time."""
    torch.manual_seed(7)
    square = positive(4, 4)
    return Material(
        x=positive(3, 4),
        y=positive(3, 4),
        w=positive(5, 4),
        row=positive(4),
        scalar=positive(1).squeeze(),
        square=square,
        spd=square @ square.mT + torch.eye(4),
        vector=positive(4),
        batch=positive(2, 3, 4),
        index=torch.tensor([[0, 1, 2, 0], [1, 2, 0, 1], [2, 0, 1, 2]]),
        rows=torch.tensor([0, 2]),
        mask=torch.tensor([[True, False, True, False]] * 3),
        integers=torch.tensor([3, 0, 1]),
        image=positive(2, 4, 8, 8),
        signal=positive(2, 4, 8),
        volume=positive(2, 4, 8, 8, 8),
        signs=torch.tensor([1.0, -1.0, 1.0]),
        wavy=torch.randn(3, 4) * 2,
        complex=torch.randn(3, 4, dtype=torch.complex64),
    )


Table = dict[str, list[Sample]]


def words(text: str) -> list[str]:
    """A list of names, written as they are read."""
    return text.split()


UNARY = words("""
abs absolute acos arccos acosh arccosh asin arcsin asinh arcsinh atan arctan atanh arctanh ceil clone cos cosh
deg2rad digamma erf erfc erfinv exp exp2 expm1 floor frac i0 lgamma log log10 log1p log2 logit nan_to_num neg
negative positive rad2deg reciprocal relu relu6 round rsqrt selu sigmoid sign sgn silu sin sinc sinh softsign sqrt
square tan tanh tanhshrink trunc fix elu gelu celu hardsigmoid hardswish hardtanh hardshrink softshrink leaky_relu
logsigmoid mish softplus rrelu isnan isinf isfinite isposinf isneginf logical_not signbit special.expit special.psi
detach detach_copy contiguous zeros_like ones_like rand_like randn_like empty_like t T mT ravel flatten squeeze
alias_copy cpu float double half bfloat16 long int short char byte bool angle real conj nn.functional.normalize
bernoulli poisson dropout alpha_dropout feature_dropout nn.functional.dropout1d feature_alpha_dropout type nonzero
argwhere unique tolist item
""")
BINARY = words("""
add sub subtract mul multiply div divide true_divide floor_divide remainder fmod pow maximum minimum fmax fmin atan2
arctan2 hypot copysign logaddexp logaddexp2 xlogy special.xlog1py eq ne lt le gt ge greater less greater_equal
less_equal not_equal isclose float_power ldexp nextafter heaviside rsub
""")
LOGICAL = words("logical_and logical_or logical_xor bitwise_and bitwise_or bitwise_xor")
SHIFTS = words("bitwise_left_shift bitwise_right_shift gcd lcm")
REDUCTIONS = words("""
sum mean prod std var amax amin logsumexp nansum nanmean norm any all argmax argmin count_nonzero std_mean var_mean
aminmax max min median nanmedian mode nn.functional.normalize linalg.norm linalg.vector_norm
""")
ALONG = words("""
softmax log_softmax cumsum cumprod logcumsumexp cummax cummin sort argsort unbind flip softmin
nn.functional.gumbel_softmax nn.functional.glu special.softmax special.log_softmax renorm msort squeeze unsqueeze
""")
LOSSES = words("""
mse_loss l1_loss smooth_l1_loss huber_loss binary_cross_entropy binary_cross_entropy_with_logits soft_margin_loss
poisson_nll_loss kl_div
""")
QUERIES = words("""
dim data_ptr const_data_ptr dense_dim dim_order element_size get_device is_coalesced is_complex is_conj is_contiguous
is_distributed is_floating_point is_inference is_neg is_pinned is_shared is_signed ndimension nelement numel numpy
size sparse_dim storage storage_offset storage_type stride untyped_storage is_tensor is_storage typename
share_memory_ to_dense to_sparse_coo __len__ item tolist is_nonzero to_dlpack type __bool__
""")
INITIALISERS = words("""
normal_ uniform_ trunc_normal_ ones_ zeros_ eye_ xavier_uniform_ xavier_normal_ kaiming_uniform_ kaiming_normal_
orthogonal_ normal uniform eye xavier_uniform xavier_normal kaiming_uniform kaiming_normal orthogonal
""")
IN_PLACE_FILLS = words(
    "normal_ uniform_ bernoulli_ random_ exponential_ cauchy_ log_normal_ geometric_ zero_ requires_grad_ detach_"
)


def own_samples() -> Table:
    """By name, as in ``softmax`` or ``nn.functional.softmax``; the longer name wins."""
    m = material()
    table: Table = {}
    for names, make in (
        (UNARY, lambda: [call(m.x), call(m.wavy), call(m.scalar)]),
        (BINARY, lambda: _binary(m)),
        (LOGICAL, lambda: [call(m.mask, ~m.mask), call(m.mask, True), call(m.index, m.index + 1)]),
        (SHIFTS, lambda: [call(m.index, m.index), call(m.index, 1)]),
        (REDUCTIONS, lambda: _reductions(m)),
        (ALONG, lambda: [call(m.x, dim=1), call(m.x, 1), call(m.x, dim=-1), call(m.x)]),
        ([f"nn.functional.{name}" for name in LOSSES], lambda: _losses(m.x, m.y)),
        (QUERIES, lambda: [call(m.x), call(m.scalar)]),
        (words("is_same_size is_set_to allclose equal result_type"), lambda: [call(m.x, m.y)]),
        (IN_PLACE_FILLS, lambda: [call(m.x), call(m.scalar)]),
        ([f"nn.init.{name}" for name in INITIALISERS], lambda: [call(m.x)]),
        ([f"nn.init.{name}" for name in words("constant_ constant sparse_ sparse")], lambda: [call(m.x, 0.5)]),
        ([f"nn.init.{name}" for name in words("dirac_ dirac")], lambda: [call(m.signal)]),
    ):
        _add(table, names, make)
    for part in (
        _arithmetic,
        _matrices,
        _shapes,
        _indexing,
        _building,
        _activations,
        _losses_of_classes,
        _layers,
        _pooling,
        _rare,
    ):
        for name, samples in part(m).items():
            table.setdefault(name, []).extend(samples)
    return table


def _add(table: Table, names: Iterable[str], make: Callable[[], list[Sample]]) -> None:
    for name in names:
        table.setdefault(name, []).extend(make())


def _binary(m: Material) -> list[Sample]:
    return [
        call(m.x, m.y),
        call(m.x, m.row),
        call(m.x, m.scalar),
        call(m.x, 2.0),
        call(m.x, 2),
        call(m.x, 0.5),
        call(2.0, m.x),
    ]


def _reductions(m: Material) -> list[Sample]:
    return [
        call(m.x),
        call(m.batch),
        call(m.scalar),
        call(m.x, dim=1),
        call(m.x, 1),
        call(m.batch, dim=-1),
        call(m.x, dim=1, keepdim=True),
        call(m.x, 1, True),
        call(m.batch, dim=(0, 1)),
    ]


def _losses(x: torch.Tensor, y: torch.Tensor) -> list[Sample]:
    return [
        call(x, y),
        call(x, y, reduction="sum"),
        call(x, y, reduction="mean"),
        call(x, y, reduction="none"),
    ]


def _arithmetic(m: Material) -> Table:
    three = [call(m.x, m.y, m.x + 1), call(m.x, m.y, m.row)]
    return {
        "addcmul": three,
        "addcdiv": three,
        "lerp": [call(m.x, m.y, 0.5), call(m.x, m.y, m.x / 2), call(m.x, m.y, m.scalar)],
        "clamp": [
            call(m.x, 0.2, 0.7),
            call(m.x, 0.2),
            call(m.x, min=0.2),
            call(m.x, max=0.7),
            call(m.x, min=0.2, max=0.7),
        ],
        "clip": [call(m.x, 0.2, 0.7), call(m.x, 0.2), call(m.x, min=0.2), call(m.x, max=0.7), call(m.x, m.y, m.y + 1)],
        "clamp_min": [call(m.x, 0.2), call(m.x, m.y)],
        "clamp_max": [call(m.x, 0.7), call(m.x, m.y)],
        "where": [
            call(m.mask, m.x, m.y),
            call(m.mask, m.x, 0.0),
            call(m.mask, 0.0, m.x),
            call(m.mask, m.x, m.scalar),
            call(m.mask),
        ],
        "Tensor.where": [call(m.x, m.mask, m.y), call(m.x, m.mask, 0.0)],
        "norm": [
            call(m.x, 2),
            call(m.x, p=2),
            call(m.x, p=1),
            call(m.x, p=1, dim=1),
            call(m.x, p=2, dim=-1, keepdim=True),
        ],
        "dist": [call(m.x, m.y), call(m.x, m.y, 1)],
        "cdist": [call(m.x, m.w), call(m.x, m.w, p=1.0)],
        "polygamma": [call(1, m.x)],
        "special.polygamma": [call(1, m.x)],
        "Tensor.polygamma": [call(m.x, 1)],
        "mvlgamma": [call(m.x + 2, 2)],
        "special.multigammaln": [call(m.x + 2, 2)],
        "special.gammainc": [call(m.x, m.y)],
        "special.gammaincc": [call(m.x, m.y)],
        "quantile": [call(m.x, 0.5), call(m.x, 0.5, dim=1), call(m.x, torch.tensor([0.2, 0.5]), dim=1)],
        "std": [call(m.x, unbiased=False), call(m.x, dim=1, unbiased=False)],
        "var": [call(m.x, unbiased=False), call(m.x, dim=1, unbiased=False)],
        "copy_": [call(m.x, m.y), call(m.x, m.row), call(m.x, m.scalar)],
        "fill_": [call(m.x, 0.5), call(m.x, m.scalar)],
        "nn.functional.cosine_similarity": [call(m.x, m.y), call(m.x, m.y, dim=-1), call(m.x, m.y, 1)],
        "cosine_similarity": [call(m.x, m.y), call(m.x, m.y, dim=-1), call(m.x, m.y, 1)],
        "pairwise_distance": [call(m.x, m.y), call(m.x, m.y, p=1.0)],
        "prelu": [call(m.x, m.scalar.reshape(1)), call(m.wavy, m.scalar.reshape(1)), call(m.x, m.row)],
        "threshold": [call(m.x, 0.5, 0.0)],
        "normal": [call(m.x, m.y), call(m.x, 1.0), call(0.0, m.x)],
        "binomial": [call(m.x * 10, m.y)],
        "fake_quantize_per_tensor_affine": [call(m.x, 0.1, 0, 0, 255)],
        "fake_quantize_per_channel_affine": [
            call(m.x, torch.full((3,), 0.1), torch.zeros(3, dtype=torch.int32), 0, 0, 255)
        ],
        "complex": [call(m.x, m.y)],
        "polar": [call(m.x, m.y)],
        "view_as_real": [call(m.complex)],
        "view_as_real_copy": [call(m.complex)],
        "view_as_complex": [call(m.batch[..., :2].clone())],
        "view_as_complex_copy": [call(m.batch[..., :2].clone())],
        "imag": [call(m.complex)],
        "vander": [call(m.vector)],
        "float_power_": [call(m.x.double(), 2.0), call(m.x.double(), m.y.double())],
        "fill_diagonal_": [call(m.square, 0.0)],
    }


def _matrices(m: Material) -> Table:
    return {
        "matmul": [call(m.x, m.w.T), call(m.x, m.row), call(m.batch, m.w.T), call(m.batch, m.batch.mT)],
        "mm": [call(m.x, m.w.T)],
        "spmm": [call(m.x, m.w.T)],
        "bmm": [call(m.batch, m.batch.mT)],
        "mv": [call(m.x, m.row)],
        "dot": [call(m.row, m.vector)],
        "vdot": [call(m.row, m.vector)],
        "inner": [call(m.row, m.vector), call(m.x, m.w)],
        "outer": [call(m.row, m.vector)],
        "ger": [call(m.row, m.vector)],
        "chain_matmul": [call(m.x, m.w.T, m.w)],
        "linalg.multi_dot": [call([m.x, m.w.T]), call([m.x, m.w.T, m.w])],
        "einsum": [
            call("ij,kj->ik", m.x, m.w),
            call("bij,bkj->bik", m.batch, m.batch + 1),
            call("ij->i", m.x),
            call("ij,ij->", m.x, m.y),
        ],
        "tensordot": [call(m.x, m.w, dims=([1], [1])), call(m.x, m.y, dims=2)],
        "svd_lowrank": [call(m.square, 2)],
        "pca_lowrank": [call(m.square, 2)],
        "slogdet": [call(m.spd)],
        "nuclear_norm": [call(m.square)],
        "frobenius_norm": [call(m.square, 1)],
        "lobpcg": [call(m.spd.double(), 1)],
        "norm_except_dim": [call(m.x, 2, 0)],
        "cov": [call(m.x)],
        "kron": [call(m.x, m.square)],
    }


def _shapes(m: Material) -> Table:
    return {
        "view": [call(m.x, -1), call(m.x, 4, 3), call(m.x, (12,)), call(m.x, torch.int32)],
        "reshape": [call(m.x, -1), call(m.x, 4, 3), call(m.x, (12,)), call(m.x.T, (12,)), call(m.x.T, -1)],
        "flatten": [call(m.batch, 1), call(m.batch, start_dim=1), call(m.batch.mT, 1), call(m.x.T)],
        "unflatten": [call(m.x, 1, (2, 2))],
        "expand": [call(m.row, 3, 4), call(m.row, (3, 4)), call(m.row, 3, -1)],
        "expand_as": [call(m.row, m.x), call(m.y, m.x)],
        "broadcast_to": [call(m.row, (3, 4))],
        "permute": [call(m.batch, 2, 0, 1), call(m.batch, (2, 0, 1))],
        "transpose": [call(m.x, 0, 1)],
        "unsqueeze": [call(m.x, 0)],
        "squeeze": [call(m.x[:1], 0), call(m.x[:1].clone())],
        "narrow": [call(m.x, 0, 0, 2)],
        "select": [call(m.x, 0, 1)],
        "chunk": [call(m.x, 3), call(m.x, 2, dim=1)],
        "split": [call(m.x, 1), call(m.x, [1, 2]), call(m.x, 2, dim=1)],
        "split_with_sizes": [call(m.x, [1, 2])],
        "split_with_sizes_copy": [call(m.x, [1, 2])],
        "unsafe_split_with_sizes": [call(m.x, [1, 2])],
        "split_copy": [call(m.x, 1)],
        "tensor_split": [call(m.x, 3)],
        "unbind": [call(m.x), call(m.x, 1)],
        "repeat": [call(m.x, 2, 1)],
        "tile": [call(m.x, (2, 1))],
        "repeat_interleave": [call(m.x, 2), call(m.x, 2, dim=0), call(m.x, m.integers, dim=0)],
        "roll": [call(m.x, 1), call(m.x, 1, 0)],
        "to": [
            call(m.x, torch.float64),
            call(m.x, torch.float32),
            call(m.x, "cpu"),
            call(m.x, torch.device("cpu")),
            call(m.x, dtype=torch.float64),
            call(m.x, device="cpu"),
            call(m.x, m.y),
            call(m.x, m.y.double()),
        ],
        "type_as": [call(m.x, m.y), call(m.x, m.y.double())],
        "type": [call(m.x, torch.float64), call(m.x, torch.float32)],
        "view_as": [call(m.x, m.y)],
        "reshape_as": [call(m.x, m.y), call(m.x.T, m.square[:, :3].clone())],
        "unfold": [call(m.x, 1, 2, 1)],
        "nn.functional.unfold": [call(m.image, 2), call(m.image, kernel_size=3)],
        "nn.functional.fold": [call(positive(2, 12, 9), (6, 6), 2, stride=2)],
        "pad": [call(m.image, (1, 1, 1, 1)), call(m.image, (1, 1, 1, 1), mode="reflect")],
        "resize_as_": [call(m.x, m.y)],
        "select_copy": [call(m.x, 0, 1)],
        "slice_copy": [call(m.x, 0, 0, 2)],
        "as_strided": [call(m.x, (3, 4), (4, 1))],
        "as_strided_": [call(m.x, (3, 4), (4, 1))],
        "swapaxes_": [call(m.x, 0, 1)],
        "swapdims_": [call(m.x, 0, 1)],
        "channel_shuffle": [call(m.image, 2)],
        "native_channel_shuffle": [call(m.image, 2)],
        "pixel_shuffle": [call(m.image, 2)],
        "pixel_unshuffle": [call(m.image, 2)],
        "sum_to_size": [call(m.x, 1, 4)],
        "dequantize": [call(torch.quantize_per_tensor(m.x, 0.1, 0, torch.quint8))],
    }


def _indexing(m: Material) -> Table:
    source = positive(3, 4)
    return {
        "gather": [call(m.x, 0, m.index), call(m.x, 1, m.index % 3), call(m.x, dim=1, index=m.index)],
        "index_select": [call(m.x, 0, m.rows), call(m.x, dim=0, index=m.rows)],
        "take": [call(m.x, m.index)],
        "masked_fill": [call(m.x, m.mask, 0.0), call(m.x, m.mask, m.scalar), call(m.x, m.mask, float("-inf"))],
        "masked_select": [call(m.x, m.mask)],
        "masked_scatter": [call(m.x, m.mask, source)],
        "scatter": [call(m.x, 0, m.index, source), call(m.x, 0, m.index, 0.5), call(m.x, 0, m.index, src=source)],
        "scatter_add": [call(m.x, 0, m.index, source)],
        "index_add": [call(m.x, 0, m.rows, source[:2])],
        "index_copy": [call(m.x, 0, m.rows, source[:2])],
        "index_fill": [call(m.x, 0, m.rows, 0.5), call(m.x, 0, m.rows, m.scalar)],
        "index_put": [call(m.x, (m.rows,), source[:2]), call(m.x, (m.rows,), source[:2], accumulate=True)],
        "put": [call(m.x, m.index, source)],
        "nn.functional.embedding": [call(m.index, m.w), call(m.index, m.w, padding_idx=0)],
        "embedding": [call(m.w, m.index)],
        "embedding_bag": [call(m.w, m.index.flatten(), torch.tensor([0]))],
        "nn.functional.embedding_bag": [call(m.index, m.w), call(m.index, m.w, mode="sum")],
        "embedding_renorm_": [call(m.w, m.rows, 1.0, 2.0)],
        "nn.functional.one_hot": [call(m.integers, 4), call(m.integers, num_classes=4)],
        "topk": [call(m.x, 2), call(m.x, k=2), call(m.x, 2, dim=1)],
        "kthvalue": [call(m.x, 2)],
        "segment_reduce": [call(m.vector, "sum", lengths=torch.tensor([2, 2]))],
    }


def _building(m: Material) -> Table:
    lists = [call([m.x, m.y]), call([m.x, m.y], 1), call([m.x, m.y], dim=1), call((m.x, m.y, m.x + 1))]
    joined = dict.fromkeys(words("cat concat concatenate stack"), lists)
    stacks = {name: [call([m.x, m.y])] for name in words("hstack vstack dstack column_stack row_stack")}
    return {
        **joined,
        **stacks,
        "block_diag": [call(m.x, m.y)],
        "cartesian_prod": [call(m.row, m.vector)],
        "combinations": [call(m.row)],
        "meshgrid": [call(m.row, m.vector, indexing="ij")],
        "broadcast_tensors": [call(m.row, m.x), call(m.x, m.y)],
        "atleast_1d": [call(m.scalar), call(m.x)],
        "full_like": [call(m.x, 0.5)],
        "as_tensor": [call(m.x)],
        "asarray": [call(m.x)],
        "nn.utils.rnn.pad_sequence": [call([m.row, m.vector]), call([m.row, m.vector], batch_first=True)],
        "nn.utils.rnn.unpad_sequence": [call(m.x.T.clone(), torch.tensor([4, 2, 1]))],
    }


def _activations(m: Material) -> Table:
    softly = [call(m.x), call(m.wavy)]
    return {
        "nn.functional.threshold_": [call(m.x, 0.5, 0.0)],
        "nn.functional.dropout": [
            call(m.x),
            call(m.x, 0.5),
            call(m.x, p=0.5),
            call(m.x, training=False),
            call(m.x, 0.5, False),
            call(m.x, 0.5, True),
        ],
        **{
            f"nn.functional.{name}": [call(m.image), call(m.image, 0.5), call(m.image, training=False)]
            for name in words("dropout2d alpha_dropout feature_alpha_dropout")
        },
        "nn.functional.dropout1d": [call(m.signal), call(m.signal, 0.5), call(m.signal, training=False)],
        "nn.functional.dropout3d": [call(m.volume), call(m.volume, 0.5), call(m.volume, training=False)],
        **{name: [call(m.x, 0.5, True), call(m.x, 0.5, False)] for name in words("dropout alpha_dropout")},
        **{
            name: [call(m.image, 0.5, True), call(m.image, 0.5, False)]
            for name in words("feature_dropout feature_alpha_dropout")
        },
        "native_dropout": [call(m.x, 0.5, True), call(m.x, 0.5, False)],
        "gelu": [call(m.x, approximate="tanh")],
        "nn.functional.gelu": [*softly, call(m.x, approximate="tanh")],
        "nn.functional.softmax": [call(m.x, dim=1), call(m.x, -1), call(m.x, dim=1, dtype=torch.float64)],
        "nn.functional.log_softmax": [call(m.x, dim=1), call(m.x, -1)],
        "nn.functional.normalize": [call(m.x, dim=1), call(m.x, p=1.0, dim=1)],
    }


def _losses_of_classes(m: Material) -> Table:
    reductions: tuple[dict[str, Any], ...] = ({}, {"reduction": "sum"}, {"reduction": "mean"}, {"reduction": "none"})

    def each(*args: Any) -> list[Sample]:
        return [call(*args, **options) for options in reductions]

    weight = positive(4)
    log_probabilities = m.x.log_softmax(1)
    return {
        "nn.functional.cross_entropy": [
            *each(m.x, m.integers),
            call(m.x, m.integers, weight),
            call(m.x, m.integers, label_smoothing=0.1),
            call(m.x, m.y.softmax(1)),
        ],
        "nn.functional.nll_loss": [*each(log_probabilities, m.integers), call(log_probabilities, m.integers, weight)],
        "nn.functional.binary_cross_entropy": [call(m.x, m.y, weight)],
        "nn.functional.binary_cross_entropy_with_logits": [call(m.x, m.y, weight), call(m.x, m.y, pos_weight=weight)],
        "binary_cross_entropy_with_logits": [call(m.x, m.y)],
        "nn.functional.kl_div": [call(m.x, m.y, reduction="batchmean"), call(m.x, m.y, log_target=True)],
        "kl_div": [call(m.x, m.y)],
        "nn.functional.gaussian_nll_loss": each(m.x, m.y, m.x + 1),
        "nn.functional.margin_ranking_loss": each(m.x[:, 0].clone(), m.y[:, 0].clone(), m.signs),
        "margin_ranking_loss": [call(m.x[:, 0].clone(), m.y[:, 0].clone(), m.signs)],
        "nn.functional.hinge_embedding_loss": each(m.x[:, 0].clone(), m.signs),
        "hinge_embedding_loss": [call(m.x[:, 0].clone(), m.signs)],
        "nn.functional.soft_margin_loss": each(m.x[:, 0].clone(), m.signs),
        "nn.functional.cosine_embedding_loss": each(m.x, m.y, m.signs),
        "cosine_embedding_loss": [call(m.x, m.y, m.signs)],
        "nn.functional.triplet_margin_loss": each(m.x, m.y, m.x + 1),
        "triplet_margin_loss": [call(m.x, m.y, m.x + 1)],
        "nn.functional.triplet_margin_with_distance_loss": each(m.x, m.y, m.x + 1),
        "nn.functional.multi_margin_loss": each(m.x, m.integers),
        "nn.functional.multilabel_margin_loss": each(m.x, m.index),
        "nn.functional.multilabel_soft_margin_loss": each(m.x, m.mask.float()),
        "poisson_nll_loss": [call(m.x, m.y, True, False, 1e-8, 1)],
        "nn.functional.ctc_loss": each(
            positive(6, 2, 5).log_softmax(2), torch.tensor([[1, 2], [3, 4]]), torch.tensor([6, 6]), torch.tensor([2, 2])
        ),
        "ctc_loss": [
            call(
                positive(6, 2, 5).log_softmax(2),
                torch.tensor([[1, 2], [3, 4]]),
                torch.tensor([6, 6]),
                torch.tensor([2, 2]),
            )
        ],
    }


def _layers(m: Material) -> Table:
    channels = positive(4)
    return {
        "nn.functional.linear": [
            call(m.x, m.w),
            call(m.x, m.w, positive(5)),
            call(m.batch, m.w, positive(5)),
            call(m.batch, m.w),
        ],
        "nn.functional.bilinear": [call(m.x, m.y, positive(2, 4, 4), positive(2))],
        "bilinear": [call(m.x, m.y, positive(2, 4, 4), positive(2))],
        **{
            name: [call(m.signal, positive(5, 4, 3)), call(m.signal, positive(5, 4, 3), positive(5))]
            for name in ("conv1d", "nn.functional.conv1d")
        },
        **{
            name: [
                call(m.image, positive(5, 4, 3, 3)),
                call(m.image, positive(5, 4, 3, 3), positive(5)),
                call(m.image, positive(5, 4, 3, 3), positive(5), stride=2, padding=1),
            ]
            for name in ("conv2d", "nn.functional.conv2d")
        },
        "conv_tbc": [call(positive(6, 2, 3), positive(3, 3, 5), positive(5))],
        "convolution": [call(m.signal, positive(5, 4, 3), positive(5), [1], [0], [1], False, [0], 1)],
        "nn.functional.batch_norm": [
            call(m.image, channels.clone(), channels.clone(), channels, channels),
            call(m.image, channels.clone(), channels.clone(), channels, channels, training=True),
            call(m.image, channels.clone(), channels.clone(), channels, channels, True),
            call(m.image, channels.clone(), channels.clone()),
            call(m.image, None, None, channels, channels, training=True),
        ],
        "batch_norm": [
            call(m.image, channels, channels, channels.clone(), channels.clone(), True, 0.1, 1e-5, False),
            call(m.image, channels, channels, channels.clone(), channels.clone(), False, 0.1, 1e-5, False),
        ],
        "nn.functional.layer_norm": [
            call(m.x, (4,)),
            call(m.x, (4,), m.row, m.vector),
            call(m.x, [4], weight=m.row, bias=m.vector),
        ],
        "nn.functional.group_norm": [call(m.image, 2), call(m.image, 2, channels, channels.clone())],
        "nn.functional.instance_norm": [call(m.image), call(m.image, None, None, channels, channels.clone())],
        "instance_norm": [call(m.image, channels, channels.clone(), None, None, True, 0.1, 1e-5, False)],
        "nn.functional.rms_norm": [call(m.x, (4,)), call(m.x, (4,), m.row)],
        "nn.functional.scaled_dot_product_attention": [
            call(m.batch, m.batch + 1, m.batch * 2),
            call(m.batch, m.batch + 1, m.batch * 2, is_causal=True),
            call(m.batch, m.batch + 1, m.batch * 2, attn_mask=torch.ones(3, 3, dtype=torch.bool)),
        ],
        "nn.functional.affine_grid": [call(positive(2, 2, 3), (2, 4, 8, 8), align_corners=False)],
        "affine_grid_generator": [call(positive(2, 2, 3), (2, 4, 8, 8), False)],
        "nn.functional.grid_sample": [call(m.image, positive(2, 5, 5, 2), align_corners=False)],
        "grid_sampler": [call(m.image, positive(2, 5, 5, 2), 0, 0, False)],
        "nn.functional.interpolate": [
            call(m.image, scale_factor=2),
            call(m.image, scale_factor=2, mode="bilinear"),
            call(m.image, size=(4, 4)),
        ],
        "nn.functional.upsample": [call(m.image, scale_factor=2)],
        **_recurrent(m),
    }


def _recurrent(m: Material) -> Table:
    state = positive(3, 5)
    weights = (positive(20, 4), positive(20, 5), positive(20), positive(20))
    gates = (positive(15, 4), positive(15, 5), positive(15), positive(15))
    plain = (positive(5, 4), positive(5, 5), positive(5), positive(5))
    sequence, first = positive(6, 3, 4), positive(1, 3, 5)
    options = (True, 1, 0.0, True, False, False)
    return {
        "lstm_cell": [call(m.x, (state, state.clone()), *weights)],
        "gru_cell": [call(m.x, state, *gates)],
        "rnn_tanh_cell": [call(m.x, state, *plain)],
        "rnn_relu_cell": [call(m.x, state, *plain)],
        "lstm": [call(sequence, (first, first.clone()), weights, *options)],
        "gru": [call(sequence, first, gates, *options)],
        "rnn_tanh": [call(sequence, first, plain, *options)],
        "rnn_relu": [call(sequence, first, plain, *options)],
    }


def _pooling(m: Material) -> Table:
    made: Table = {}
    for size, tensor in enumerate((m.signal, m.image, m.volume), 1):
        for kind in ("max_pool", "avg_pool", "lp_pool"):
            arguments: tuple[Any, ...] = (2.0, 2) if kind == "lp_pool" else (2,)
            samples = [call(tensor, *arguments), call(tensor, *arguments, stride=1)]
            made[f"nn.functional.{kind}{size}d"] = samples
            made[f"{kind}{size}d"] = samples
        for kind in ("max_pool", "adaptive_max_pool"):
            made[f"nn.functional.{kind}{size}d_with_indices"] = [call(tensor, 2)]
            made[f"{kind}{size}d_with_indices"] = [call(tensor, 2)]
        for kind in ("adaptive_max_pool", "adaptive_avg_pool"):
            made[f"nn.functional.{kind}{size}d"] = [call(tensor, 2)]
            made[f"{kind}{size}d"] = [call(tensor, 2)]
        if size > 1:
            made[f"nn.functional.fractional_max_pool{size}d_with_indices"] = [call(tensor, 2, output_size=3)]
    return made


def _rare(m: Material) -> Table:
    """What is seldom called, or only on sparse and quantized tensors."""
    coo = m.x.to_sparse()
    quantized = torch.quantize_per_tensor(m.x, 0.1, 0, torch.quint8)
    each = torch.quantize_per_channel(m.x, torch.full((3,), 0.1), torch.zeros(3, dtype=torch.int64), 0, torch.quint8)
    compressed = {"crow_indices": m.x.to_sparse_csr(), "col_indices": m.x.to_sparse_csr()}
    by_column = {"ccol_indices": m.x.to_sparse_csc(), "row_indices": m.x.to_sparse_csc()}
    layouts = {**compressed, **by_column, "values": coo.coalesce(), "indices": coo.coalesce()}
    return {
        **{name: [call(tensor)] for name, tensor in layouts.items()},
        **{f"{name}_copy": [call(tensor)] for name, tensor in layouts.items()},
        **{f"q_{name}": [call(quantized)] for name in words("scale zero_point")},
        **{f"q_per_channel_{name}": [call(each)] for name in words("axis scales zero_points")},
        **{name: [call(quantized)] for name in words("int_repr dequantize qscheme")},
        "quantize_per_tensor": [call(m.x, 0.1, 0, torch.quint8)],
        "quantize_per_tensor_dynamic": [call(m.x, torch.quint8, False)],
        "quantize_per_channel": [call(m.x, torch.full((3,), 0.1), torch.zeros(3, dtype=torch.int64), 0, torch.quint8)],
        **{f"to_sparse_{name}": [call(m.x)] for name in words("csr csc")},
        **{f"to_sparse_{name}": [call(m.square, (2, 2))] for name in words("bsr bsc")},
        "coalesce": [call(coo)],
        "is_coalesced": [call(coo)],
        "hsmm": [call(coo, m.square)],
        "smm": [call(coo, m.square)],
        "hspmm": [call(coo, m.square)],
        "dsmm": [call(m.x, m.square)],
        "sspaddmm": [call(coo, m.spd[:3, :3].to_sparse(), m.y)],
        "sparse_mask": [call(m.x, coo.coalesce())],
        "sparse_resize_": [call(coo, (3, 5), 2, 0)],
        "sparse_resize_and_clear_": [call(coo, (3, 5), 2, 0)],
        "resize_as_sparse_": [call(coo, (m.w.to_sparse()))],
        "to_mkldnn": [call(m.x)],
        "resize_": [call(m.x, (4, 3)), call(m.x, 2, 2)],
        "resize_as_": [call(m.x, m.y), call(m.x, m.w)],
        "set_": [call(m.x, m.y), call(m.x)],
        "as_subclass": [call(m.x, torch.Tensor)],
        "new": [call(m.x, (2, 3)), call(m.x, [1.0, 2.0])],
        "new_tensor": [call(m.x, [1.0, 2.0])],
        "apply_": [call(m.x, abs)],
        "map_": [call(m.x, m.y, max)],
        "map2_": [call(m.x, m.y, m.x + 1, lambda first, second, third: first + second * third)],
        "index": [call(m.x, (m.rows,))],
        "nn.functional.grouped_mm": [call(positive(2, 16, 16), positive(2, 16, 16))],
        "resize": [call(m.x, 4, 3)],
        "resize_as": [call(m.x, m.y)],
        "can_cast": [call(torch.int64, torch.float32)],
        "promote_types": [call(torch.int64, torch.float32)],
        "sym_float": [call(1)],
        "sym_int": [call(1.0)],
        "sym_not": [call(True)],
        "sym_sqrt": [call(4.0)],
        "sym_max": [call(1, 2)],
        "sym_min": [call(1, 2)],
        "sym_sum": [call([1, 2])],
        "sym_ite": [call(True, 1, 2)],
    }
