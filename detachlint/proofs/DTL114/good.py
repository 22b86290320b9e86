import torch
from torch import nn

torch.manual_seed(0)
online, target = nn.Linear(2, 1), nn.Linear(2, 1)
with torch.no_grad():
    for t, o in zip(target.parameters(), online.parameters()):
        t.copy_(o)
before = target.weight.detach().clone()
optimizer = torch.optim.SGD(online.parameters(), lr=0.1)
online(torch.ones(1, 2)).sum().backward()
optimizer.step()
evidence = {"target stays": torch.equal(before, target.weight)}
