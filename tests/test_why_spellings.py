"""The names that torch gives to operators in its messages are found again in the code that calls them."""

from __future__ import annotations

import re
from typing import Any

import pytest
import torch
import torch.nn.functional as F
from torch import nn

from detachlint.error_causes import spelling
from detachlint.pasted_error import explain_error

CALLS = """\
x + y
x - y
3 - x
x * y
x / y
-x
x ** 2
x ** y
x.square()
x @ y
x @ v
seq @ seq.transpose(1, 2)
torch.einsum("bij,bkj->bik", seq, seq)
F.linear(x, x)
F.linear(x, x, v)
F.linear(seq[:, :, :4], x)
nn.Linear(4, 2)(x)
x.sigmoid()
torch.tanh(x)
F.relu(x)
x.relu()
F.leaky_relu(x)
F.elu(x)
F.gelu(x)
F.silu(x)
F.softplus(x)
F.logsigmoid(x)
F.hardtanh(x)
F.relu6(x)
F.hardswish(x)
F.mish(x)
F.selu(x)
F.softmax(x, dim=1)
F.log_softmax(x, dim=1)
F.cross_entropy(x, labels)
F.nll_loss(x, labels)
F.mse_loss(x, y)
F.l1_loss(x, y)
F.smooth_l1_loss(x, y)
F.binary_cross_entropy(x, y)
F.binary_cross_entropy_with_logits(x, y)
F.kl_div(x, y)
F.dropout(x)
nn.Dropout(0.5)(x)
F.layer_norm(x, (4,))
nn.LayerNorm(4)(x)
F.batch_norm(x, None, None, training=True)
nn.BatchNorm2d(4)(image)
nn.GroupNorm(2, 4)(image)
nn.Conv2d(4, 2, 3)(image)
F.conv2d(image, torch.rand(2, 4, 3, 3))
nn.ConvTranspose2d(4, 2, 3)(image)
nn.LSTM(6, 3)(seq)[0]
nn.GRU(6, 3)(seq)[0]
nn.RNN(6, 3)(seq)[0]
nn.Embedding(4, 3)(labels)
F.max_pool2d(image, 2)
nn.MaxPool2d(2)(image)
F.avg_pool2d(image, 2)
F.adaptive_avg_pool2d(image, 1)
F.interpolate(image, scale_factor=2)
F.interpolate(image, scale_factor=2, mode="bilinear")
F.pad(x, (1, 1))
F.scaled_dot_product_attention(seq, seq, seq)
F.normalize(x)
x.norm()
torch.linalg.norm(x)
x.exp()
x.log()
x.sqrt()
x.rsqrt()
x.abs()
x.clamp(min=0.2)
torch.clamp(x, 0, 1)
torch.where(x > 0.5, x, y)
torch.maximum(x, y)
x.max()
x.max(dim=1).values
x.mean()
x.mean(dim=1)
x.sum()
x.sum(dim=1)
x.var()
x.std()
x.prod()
x.cumsum(0)
x.view(2, 8)
x.reshape(2, 8)
x.flatten()
x.unsqueeze(0)
x.squeeze()
x[None]
x[0]
x[:, 1:3]
x[labels]
x[x > 0.5]
x[..., 0]
x.expand(2, 4, 4)
x.repeat(2, 1)
torch.cat([x, y])
torch.stack([x, y])
x.split(2)[0]
x.chunk(2)[0]
x.unbind(0)[0]
x.gather(1, labels[:, None])
x.index_select(0, labels)
x.scatter(0, labels[None], y)
x.masked_fill(x > 0.5, 0)
x.clone()
x.contiguous().clone()
x.to(torch.float64)
x.half()
x.sort().values
x.topk(2).values
x.tril()
x.roll(1)
x.flip(0)
torch.addmm(v, x, y)
torch.bmm(seq, seq.transpose(1, 2))
torch.outer(v, x[0])
torch.cdist(x, y)
x.logsumexp(0)
F.cosine_similarity(x, y)
x.sin()
x.cos()
torch.atan2(x, y)
torch.lerp(x, y, 0.5)
x.pow(3)
x.reciprocal()
1 / x
2 ** x
x.neg()
x.sign() * x
torch.fft.rfft(x).abs()
x.diagonal()
x.narrow(0, 0, 2)
x.unfold(0, 2, 1)
x.softmax(-1)
x.log1p()
x.expm1()
x.erf()
x.floor() + x
x.clone().copy_(x)
y.clone().copy_(x)
""".splitlines()


def names() -> dict[str, Any]:
    """What the calls use."""
    return {
        "torch": torch,
        "F": F,
        "nn": nn,
        "x": torch.rand(4, 4, requires_grad=True),
        "y": torch.rand(4, 4),
        "v": torch.rand(4),
        "image": torch.rand(2, 4, 8, 8, requires_grad=True),
        "seq": torch.rand(2, 4, 6, requires_grad=True),
        "labels": torch.tensor([0, 1, 2, 3]),
    }


@pytest.mark.filterwarnings("ignore:reduction")
@pytest.mark.parametrize("call", CALLS)
def test_the_call_is_found_by_the_name_of_its_node(call: str) -> None:
    node = eval(call, names()).grad_fn.name()
    error = explain_error(
        f"modified by an inplace operation: [torch.FloatTensor [4]], which is output 0 of {node}, is at"
    )
    assert error is not None
    found = spelling(error.operator)
    assert found.search(call), (node, error.operator)
    assert not found.search("other = unknown_name"), error.operator


def test_names_are_not_found_in_longer_ones() -> None:
    assert not spelling("exp").search("y = x.expand(3)")
    assert not spelling("sigmoid").search("y = logsigmoid(x)")
    assert re.search(spelling("log_sigmoid"), "y = F.logsigmoid(x)")
