# symptom: stale
import torch
from torch import nn

torch.manual_seed(0)
net = nn.Linear(3, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
before = net.weight.detach()  # DTL110 the same memory
optimizer.zero_grad()
net(torch.randn(4, 3)).sum().backward()
optimizer.step()
moved = (net.weight - before).abs().sum()

evidence = {"moved": moved}
