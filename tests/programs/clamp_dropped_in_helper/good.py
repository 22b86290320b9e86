import torch
from torch import nn


def stabilise(logvar, low=-4.0, high=4.0):
    logvar = logvar.clamp(low, high)
    return logvar


torch.manual_seed(0)
net = nn.Linear(3, 2)
logvar = stabilise(30 * net(torch.randn(5, 3)))

evidence = {"within bounds": bool(logvar.abs().max() <= 4)}
