import torch
from torch import nn

torch.manual_seed(0)
D = nn.Sequential(nn.Linear(2, 8), nn.Softplus(), nn.Linear(8, 1))
opt = torch.optim.Adam(D.parameters())
x = torch.randn(6, 2, requires_grad=True)
out = D(x)
grad = torch.autograd.grad(out.sum(), x, create_graph=True)[0]
r1 = 0.5 * grad.pow(2).sum(1).mean()
opt.zero_grad()
r1.backward()
opt.step()
