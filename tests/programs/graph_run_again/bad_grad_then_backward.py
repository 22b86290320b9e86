# symptom: raises backward through the graph a second time
import torch
from torch import autograd, nn

torch.manual_seed(0)
net = nn.Sequential(nn.Linear(3, 8), nn.Softplus(), nn.Linear(8, 1))
x = torch.randn(16, 3, requires_grad=True)
energy = net(x).sum()
forces = -autograd.grad(energy, x)[0]
loss = energy.pow(2) + (forces.detach() ** 2).mean()
loss.backward()  # DTL401 grad has freed the energy's graph
