# symptom: no-op
import torch
from torch import nn


def freeze(module):
    module.requires_grad = False  # DTL302 modules have no such switch
    return module


torch.manual_seed(0)
net = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 1))
freeze(net[0])

evidence = {"frozen": not net[0].weight.requires_grad}
