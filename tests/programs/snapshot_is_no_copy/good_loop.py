import torch
from torch import nn

torch.manual_seed(0)
net = nn.Linear(3, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
previous = {}
for name, p in net.named_parameters():
    previous[name] = p.detach().clone()
for _ in range(2):
    optimizer.zero_grad()
    net(torch.randn(4, 3)).sum().backward()
    optimizer.step()
moved = 0.0
for name, p in net.named_parameters():
    moved += (p.detach() - previous[name]).abs().sum().item()

evidence = {"moved": moved}
