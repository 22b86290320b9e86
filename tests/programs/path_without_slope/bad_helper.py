# symptom: none
import torch
from torch import nn


def quantise(x, levels):
    return torch.round(x * levels) / levels  # DTL208 the slope of round is zero


torch.manual_seed(0)
net = nn.Linear(3, 4)
loss = (quantise(net(torch.randn(5, 3)), 4) - 0.2).pow(2).mean()
loss.backward()

evidence = {"net": net.weight.grad}
