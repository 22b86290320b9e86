# symptom: stale
import torch
from torch import nn


def hard_update(target, source):
    for t, s in zip(target.parameters(), source.parameters()):
        t.data = s.data  # DTL114 the target follows every step


torch.manual_seed(0)
online, target = nn.Linear(3, 1), nn.Linear(3, 1)
optimizer = torch.optim.SGD(online.parameters(), lr=0.1)
hard_update(target, online)
start = online.weight.detach().clone()
online(torch.randn(4, 3)).sum().backward()
optimizer.step()

evidence = {"kept": torch.equal(target.weight, start)}
