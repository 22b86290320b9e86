# symptom: wrong
import torch
from torch import nn


def temperature_(t, value):
    t.data.div_(value)  # DTL104 of what the caller computed
    return t


torch.manual_seed(0)
net = nn.Linear(3, 2)
temperature_(net(torch.randn(4, 3)), 0.5).sum().backward()

evidence = {"bias": net.bias.grad}
