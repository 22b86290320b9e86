import torch
from torch import nn

torch.manual_seed(0)
net = nn.Sequential(nn.Linear(1, 8), nn.Tanh(), nn.Linear(8, 1))
t = torch.rand(6, 1, requires_grad=True)
u = net(t)
(du,) = torch.autograd.grad(u, t, torch.ones_like(u), create_graph=True)
residual = (du + u).pow(2).mean()
residual.backward()
