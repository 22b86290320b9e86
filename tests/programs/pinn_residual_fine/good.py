import torch
from torch import nn

torch.manual_seed(0)
u = nn.Sequential(nn.Linear(1, 16), nn.Tanh(), nn.Linear(16, 1))
opt = torch.optim.Adam(u.parameters())
for _ in range(2):
    t = torch.rand(10, 1, requires_grad=True)
    y = u(t)
    dy, = torch.autograd.grad(y.sum(), t, create_graph=True)
    force = torch.sin(t.detach())
    residual = force + 2.0 * y - dy
    loss = residual.pow(2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
