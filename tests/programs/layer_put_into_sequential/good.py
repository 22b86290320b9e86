import torch
from torch import nn

torch.manual_seed(0)
net = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 10))
opt = torch.optim.Adam(net.parameters(), lr=1e-2)
net[2] = nn.Linear(8, 2)
opt = torch.optim.Adam(net.parameters(), lr=1e-2)
w = net[2].weight.detach().clone()
for _ in range(3):
    opt.zero_grad()
    net(torch.randn(5, 4)).pow(2).mean().backward()
    opt.step()
evidence = {"moved": net[2].weight.detach() - w}
