# symptom: none
import math

import torch
from torch import nn


def barrier(x):
    return math.exp(x) - 1.0  # DTL207 math works on numbers


torch.manual_seed(0)
net, scale = nn.Linear(3, 1), nn.Parameter(torch.ones(1))
loss = barrier(net(torch.randn(4, 3)).mean()) + scale.pow(2).sum()
loss.backward()

evidence = {"net": net.weight.grad}
