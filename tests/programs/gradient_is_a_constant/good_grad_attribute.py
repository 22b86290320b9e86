import torch
from torch import nn

torch.manual_seed(0)
net = nn.Sequential(nn.Linear(3, 6), nn.Tanh(), nn.Linear(6, 1))
x = torch.randn(5, 3, requires_grad=True)
fit = net(x).pow(2).mean()
(gx,) = torch.autograd.grad(fit, x, create_graph=True)
smooth = gx.pow(2).sum()
net.zero_grad()
before = [p.detach().clone() for p in net.parameters()]
loss = 0.0 * fit + smooth
loss.backward()
evidence = {"gradient": net[0].weight.grad}
