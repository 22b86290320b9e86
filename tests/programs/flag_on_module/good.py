import torch
from torch import nn


def freeze(module):
    for p in module.parameters():
        p.requires_grad = False
    return module


class Layer:
    """Not a module: its flag is its own."""

    def __init__(self):
        self.requires_grad = True


torch.manual_seed(0)
net = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 1))
freeze(net[0])
net[2].requires_grad_(False)
net[2].weight.requires_grad = True
layer = Layer()
layer.requires_grad = False

evidence = {"frozen": not net[0].weight.requires_grad}
