"""How to build each layer of ``torch.nn`` small, in which forms, and what to give it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import torch
from torch import nn

from detachlint.facts.measuring.own_samples import Material, material, positive, words

Options = dict[str, Any]


@dataclass(frozen=True, eq=False)
class LayerSample:
    """One layer: its constructor's positional arguments, several sets of keywords, the inputs of a call."""

    name: str
    args: tuple[Any, ...]
    variants: tuple[Options, ...]
    inputs: tuple[Any, ...]


PLAIN: tuple[Options, ...] = ({}, {"training": False})
INPLACE: tuple[Options, ...] = ({}, {"inplace": True}, {"training": False}, {"inplace": True, "training": False})
REDUCTION: tuple[Options, ...] = ({}, {"reduction": "sum"}, {"reduction": "mean"}, {"reduction": "none"})
BIAS: tuple[Options, ...] = (*PLAIN, {"bias": False})
AFFINE: tuple[Options, ...] = (*PLAIN, {"affine": True}, {"affine": False}, {"track_running_stats": False})

ACTIVATIONS = words("GELU GLU Hardshrink LogSigmoid Sigmoid Softplus Softshrink Softsign Tanh Tanhshrink Identity")
SOFTMAXES = words("Softmax LogSoftmax Softmin")
IN_PLACE_ACTIVATIONS = words(
    "CELU ELU Hardsigmoid Hardswish Hardtanh LeakyReLU Mish RReLU ReLU ReLU6 SELU SiLU Dropout AlphaDropout"
)
PAIR_LOSSES = words("BCELoss BCEWithLogitsLoss HuberLoss KLDivLoss L1Loss MSELoss PoissonNLLLoss SmoothL1Loss")


def layer_samples() -> list[LayerSample]:
    """All that can be built and called on a CPU."""
    m = material()
    return [
        *(LayerSample(name, (), PLAIN, (m.x,)) for name in ACTIVATIONS),
        *(LayerSample(name, (1,), PLAIN, (m.x,)) for name in SOFTMAXES),
        *(LayerSample(name, (), INPLACE, (m.wavy,)) for name in IN_PLACE_ACTIVATIONS),
        LayerSample("Threshold", (0.5, 0.0), INPLACE, (m.x,)),
        LayerSample("PReLU", (), PLAIN, (m.wavy,)),
        LayerSample("Softmax2d", (), PLAIN, (m.image,)),
        *_losses(m),
        *_by_dimension(m),
        *_linear(m),
        *_recurrent(m),
        *_attention(),
        *_shapes(m),
    ]


def _losses(m: Material) -> list[LayerSample]:
    column, other = m.x[:, 0].clone(), m.y[:, 0].clone()
    labels = m.mask.float()
    paths = (
        positive(6, 2, 5).log_softmax(2),
        torch.tensor([[1, 2], [3, 4]]),
        torch.tensor([6, 6]),
        torch.tensor([2, 2]),
    )
    return [
        *(LayerSample(name, (), REDUCTION, (m.x, m.y)) for name in PAIR_LOSSES),
        LayerSample("CrossEntropyLoss", (), (*REDUCTION, {"label_smoothing": 0.1}), (m.x, m.integers)),
        LayerSample("NLLLoss", (), REDUCTION, (m.x.log_softmax(1), m.integers)),
        LayerSample("NLLLoss2d", (), REDUCTION, (m.image.log_softmax(1), torch.zeros(2, 8, 8, dtype=torch.int64))),
        LayerSample("MultiMarginLoss", (), REDUCTION, (m.x, m.integers)),
        LayerSample("MultiLabelMarginLoss", (), REDUCTION, (m.x, m.index)),
        LayerSample("MultiLabelSoftMarginLoss", (), REDUCTION, (m.x, labels)),
        LayerSample("SoftMarginLoss", (), REDUCTION, (column, m.signs)),
        LayerSample("HingeEmbeddingLoss", (), REDUCTION, (column, m.signs)),
        LayerSample("CosineEmbeddingLoss", (), REDUCTION, (m.x, m.y, m.signs)),
        LayerSample("MarginRankingLoss", (), REDUCTION, (column, other, m.signs)),
        LayerSample("TripletMarginLoss", (), REDUCTION, (m.x, m.y, m.x + 1)),
        LayerSample("TripletMarginWithDistanceLoss", (), REDUCTION, (m.x, m.y, m.x + 1)),
        LayerSample("GaussianNLLLoss", (), REDUCTION, (m.x, m.y, m.x + 1)),
        LayerSample("CTCLoss", (), REDUCTION, paths),
        LayerSample("AdaptiveLogSoftmaxWithLoss", (4, 6, [2, 4]), PLAIN, (m.x, m.integers)),
        LayerSample("LinearCrossEntropyLoss", (4, 6), PLAIN, (m.x, m.integers)),
        LayerSample("CosineSimilarity", (), PLAIN, (m.x, m.y)),
        LayerSample("PairwiseDistance", (), PLAIN, (m.x, m.y)),
    ]


def _by_dimension(m: Material) -> list[LayerSample]:
    made: list[LayerSample] = []
    for size, tensor in enumerate((m.signal, m.image, m.volume), 1):
        end = f"{size}d"
        half = tuple(max(length // 2, 1) for length in tensor.shape[2:])
        pooled, indices = getattr(nn, f"MaxPool{end}")(2, return_indices=True)(tensor)
        made += [
            LayerSample(f"Conv{end}", (4, 6, 3), BIAS, (tensor,)),
            LayerSample(f"LazyConv{end}", (6, 3), BIAS, (tensor,)),
            LayerSample(f"ConvTranspose{end}", (4, 6, 3), BIAS, (tensor,)),
            LayerSample(f"LazyConvTranspose{end}", (6, 3), BIAS, (tensor,)),
            LayerSample(f"BatchNorm{end}", (4,), AFFINE, (tensor,)),
            LayerSample(f"LazyBatchNorm{end}", (), AFFINE, (tensor,)),
            LayerSample(f"InstanceNorm{end}", (4,), (*AFFINE, {"track_running_stats": True}), (tensor,)),
            LayerSample(f"LazyInstanceNorm{end}", (), AFFINE, (tensor,)),
            LayerSample(f"MaxPool{end}", (2,), (*PLAIN, {"return_indices": True}), (tensor,)),
            LayerSample(f"AvgPool{end}", (2,), PLAIN, (tensor,)),
            LayerSample(f"LPPool{end}", (2.0, 2), PLAIN, (tensor,)),
            LayerSample(f"AdaptiveAvgPool{end}", (2,), PLAIN, (tensor,)),
            LayerSample(f"AdaptiveMaxPool{end}", (2,), (*PLAIN, {"return_indices": True}), (tensor,)),
            LayerSample(f"MaxUnpool{end}", (2,), PLAIN, (pooled, indices)),
            LayerSample(f"Dropout{end}", (), INPLACE, (tensor,)),
            LayerSample(f"ConstantPad{end}", (1, 0.0), PLAIN, (tensor,)),
            *(LayerSample(f"{kind}Pad{end}", (1,), PLAIN, (tensor,)) for kind in words("Circular Reflection")),
            *(LayerSample(f"{kind}Pad{end}", (1,), PLAIN, (tensor,)) for kind in words("Replication Zero")),
        ]
        if size > 1:
            made.append(LayerSample(f"FractionalMaxPool{end}", (2, half), PLAIN, (tensor,)))
    return made


def _linear(m: Material) -> list[LayerSample]:
    return [
        LayerSample("Linear", (4, 5), BIAS, (m.x,)),
        LayerSample("LazyLinear", (5,), BIAS, (m.x,)),
        LayerSample("Bilinear", (4, 4, 2), BIAS, (m.x, m.y)),
        LayerSample("Embedding", (6, 4), PLAIN, (m.index,)),
        LayerSample("EmbeddingBag", (6, 4), (*PLAIN, {"mode": "sum"}), (m.index,)),
        LayerSample("LayerNorm", (4,), (*BIAS, {"elementwise_affine": False}), (m.x,)),
        LayerSample("RMSNorm", (4,), (*PLAIN, {"elementwise_affine": False}), (m.x,)),
        LayerSample("GroupNorm", (2, 4), (*PLAIN, {"affine": False}), (m.image,)),
        LayerSample("SyncBatchNorm", (4,), PLAIN, (m.image,)),
        LayerSample("LocalResponseNorm", (2,), PLAIN, (m.image,)),
        LayerSample("CrossMapLRN2d", (2,), PLAIN, (m.image,)),
        LayerSample("FeatureAlphaDropout", (), INPLACE, (m.image,)),
    ]


def _recurrent(m: Material) -> list[LayerSample]:
    sequence = positive(6, 3, 4)
    made = [LayerSample(name, (4, 5), BIAS, (m.x,)) for name in words("RNNCell LSTMCell GRUCell")]
    return [*made, *(LayerSample(name, (4, 5), BIAS, (sequence,)) for name in words("RNN LSTM GRU"))]


def _attention() -> list[LayerSample]:
    source, target = positive(5, 2, 4), positive(3, 2, 4)
    small: Options = {"dim_feedforward": 8}

    def each(options: Options) -> tuple[Options, ...]:
        return ({**options}, {**options, "training": False})

    encoder = nn.TransformerEncoderLayer(4, 2, **small)
    decoder = nn.TransformerDecoderLayer(4, 2, **small)
    layers: Options = {"num_encoder_layers": 1, "num_decoder_layers": 1}
    return [
        LayerSample("MultiheadAttention", (4, 2), PLAIN, (source, source.clone(), source.clone())),
        LayerSample("TransformerEncoderLayer", (4, 2), each(small), (source,)),
        LayerSample("TransformerDecoderLayer", (4, 2), each(small), (target, source)),
        LayerSample("TransformerEncoder", (encoder, 1), PLAIN, (source,)),
        LayerSample("TransformerDecoder", (decoder, 1), PLAIN, (target, source)),
        LayerSample("Transformer", (4, 2), each({**small, **layers}), (source, target)),
    ]


def _shapes(m: Material) -> list[LayerSample]:
    return [
        LayerSample("Flatten", (), PLAIN, (m.batch,)),
        LayerSample("Flatten", (), PLAIN, (m.batch.mT,)),
        LayerSample("Unflatten", (1, (2, 2)), PLAIN, (m.x,)),
        LayerSample("Fold", ((6, 6), 2), PLAIN, (positive(2, 12, 25),)),
        LayerSample("Unfold", (2,), PLAIN, (m.image,)),
        LayerSample("PixelShuffle", (2,), PLAIN, (m.image,)),
        LayerSample("PixelUnshuffle", (2,), PLAIN, (m.image,)),
        LayerSample("ChannelShuffle", (2,), PLAIN, (m.image,)),
        LayerSample("Upsample", (), ({"scale_factor": 2}, {"scale_factor": 2, "mode": "bilinear"}), (m.image,)),
        LayerSample("UpsamplingNearest2d", (), ({"scale_factor": 2},), (m.image,)),
        LayerSample("UpsamplingBilinear2d", (), ({"scale_factor": 2},), (m.image,)),
    ]
