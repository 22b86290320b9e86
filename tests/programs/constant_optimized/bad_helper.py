# symptom: none
import torch
from torch import nn


def make_optimizer(net, extra):
    return torch.optim.SGD([*net.parameters(), extra], lr=0.1)  # DTL307 the caller's tensor requires no grad


torch.manual_seed(0)
net = nn.Linear(3, 1)
offset = torch.zeros(1)
optimizer = make_optimizer(net, offset)
(net(torch.randn(4, 3)) + offset).sum().backward()
optimizer.step()

evidence = {"offset": offset}
