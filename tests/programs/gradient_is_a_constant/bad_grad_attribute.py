# symptom: none
import torch
from torch import nn

torch.manual_seed(0)
net = nn.Sequential(nn.Linear(3, 6), nn.Tanh(), nn.Linear(6, 1))
x = torch.randn(5, 3, requires_grad=True)
fit = net(x).pow(2).mean()
fit.backward(retain_graph=True)
smooth = x.grad.pow(2).sum()  # DTL405 made by a first-order pass
net.zero_grad()
before = [p.detach().clone() for p in net.parameters()]
loss = 0.0 * fit + smooth
loss.backward()
evidence = {"gradient": net[0].weight.grad}
