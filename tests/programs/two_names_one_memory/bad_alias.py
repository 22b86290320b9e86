# symptom: stale
import torch
from torch import nn

torch.manual_seed(0)
online, target = nn.Linear(3, 1), nn.Linear(3, 1)
optimizer = torch.optim.SGD(online.parameters(), lr=0.1)
source = online.weight.data
target.weight.data = source  # DTL114 one memory from here on
start = online.weight.detach().clone()
online(torch.randn(4, 3)).sum().backward()
optimizer.step()

evidence = {"kept": torch.equal(target.weight, start)}
