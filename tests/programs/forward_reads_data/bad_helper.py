# symptom: none
import torch
from torch import nn


def unit(t):
    values = t.data  # DTL220 the result depends on `.data` alone
    return values / values.norm()


torch.manual_seed(0)
net, head = nn.Linear(3, 4), nn.Linear(4, 1)
head(unit(net(torch.randn(5, 3)))).pow(2).mean().backward()

evidence = {"net": net.weight.grad}
