# symptom: stale
import torch
from torch import nn


def flat(model):
    return [p.data for p in model.parameters()]  # DTL110 the live memory of every parameter


torch.manual_seed(0)
net = nn.Linear(3, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
before = flat(net)
net(torch.randn(4, 3)).sum().backward()
optimizer.step()
moved = sum((old - new).abs().sum() for old, new in zip(before, net.parameters()))

evidence = {"moved": moved}
