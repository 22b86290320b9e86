import torch
from torch import nn

torch.manual_seed(0)
net = nn.Linear(2, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
old = net.weight.detach().clone()
net(torch.ones(1, 2)).sum().backward()
optimizer.step()
moved = (net.weight - old).abs().sum()
evidence = {"moved": moved > 0}
