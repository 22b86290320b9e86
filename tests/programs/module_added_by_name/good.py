import torch
from torch import nn

torch.manual_seed(0)
net = nn.Sequential(nn.Linear(3, 4), nn.ReLU())
optimizer = torch.optim.Adam(net.parameters(), lr=1e-2)
net.add_module("out", nn.Linear(4, 1))
optimizer = torch.optim.Adam(net.parameters(), lr=1e-2)
w = net.out.weight.detach().clone()
for _ in range(3):
    optimizer.zero_grad()
    (net(torch.randn(5, 3)) - 1).pow(2).mean().backward()
    optimizer.step()
evidence = {"moved": net.out.weight.detach() - w}
