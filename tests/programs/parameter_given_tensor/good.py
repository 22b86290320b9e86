import torch
import torch.nn.utils.parametrize as parametrize
from torch import nn


def set_weight(module, value):
    module.weight = nn.Parameter(value)


class Codebook(nn.Module):
    def __init__(self):
        super().__init__()
        self.codes = nn.Parameter(torch.randn(4, 3))

    def normalise(self):
        with torch.no_grad():
            self.codes.copy_(self.codes / self.codes.norm(dim=1, keepdim=True))


class Symmetric(nn.Module):
    def forward(self, weight):
        return weight.triu() + weight.triu(1).t()

    def right_inverse(self, weight):
        return weight.triu()


class Masked(nn.Module):
    """The parameter goes by another name, and the weight is an attribute computed in each call."""

    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(3, 3)
        raw = self.layer.weight
        del self.layer.weight
        self.layer.weight_raw = nn.Parameter(raw.detach())
        self.register_buffer("mask", torch.ones(3, 3).tril())

    def forward(self, x):
        self.layer.weight = self.layer.weight_raw * self.mask
        return self.layer(x)


torch.manual_seed(0)
Codebook().normalise()
net = nn.Sequential(nn.Linear(3, 4), nn.Linear(4, 1))
set_weight(net[0], torch.zeros(4, 3))
for layer in net:
    with torch.no_grad():
        layer.weight.copy_(layer.weight.clamp(-0.1, 0.1))
    layer.bias.data = layer.bias.data * 0.5
    layer.bias = None
square = nn.Linear(3, 3)
parametrize.register_parametrization(square, "weight", Symmetric())
square(torch.randn(2, 3)).sum().backward()
Masked()(torch.randn(2, 3)).sum().backward()
