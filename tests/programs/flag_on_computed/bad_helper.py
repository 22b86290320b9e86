# symptom: raises you can only change requires_grad flags of leaf variables
import torch
from torch import nn


def freeze(tensors):
    for t in tensors:
        t.requires_grad_(False)  # DTL301 among them is an output


torch.manual_seed(0)
net = nn.Linear(3, 2)
freeze([torch.randn(3), net(torch.randn(4, 3))])
