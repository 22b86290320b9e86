# symptom: stale
import torch
from torch import nn

torch.manual_seed(0)
online, target = nn.Linear(3, 1), nn.Linear(3, 1)
optimizer = torch.optim.SGD(online.parameters(), lr=0.1)
start = None
for step in range(3):
    if step == 0:
        target.weight.data = online.weight.data  # DTL114 from the first step on
        start = online.weight.detach().clone()
    goal = target(torch.ones(3)).detach()
    optimizer.zero_grad()
    (online(torch.randn(4, 3)) - goal).pow(2).mean().backward()
    optimizer.step()

evidence = {"kept": torch.equal(target.weight, start)}
