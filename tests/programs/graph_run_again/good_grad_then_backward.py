import torch
from torch import autograd, nn

torch.manual_seed(0)
net = nn.Sequential(nn.Linear(3, 8), nn.Softplus(), nn.Linear(8, 1))
x = torch.randn(16, 3, requires_grad=True)
energy = net(x).sum()
forces = -autograd.grad(energy, x, create_graph=True)[0]
loss = energy.pow(2) + (forces.detach() ** 2).mean()
loss.backward()
