# symptom: n/a
import torch
from torch import nn

torch.manual_seed(0)
net = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 2))
out = net(torch.randn(1, 3))[0]
rows = []
for i in range(2):
    net.zero_grad()
    out[i].backward(retain_graph=True)
    rows.append(net[0].weight.grad.clone())
(net(torch.randn(1, 3)) ** 2).sum().backward(retain_graph=True)  # DTL406 nobody needs it again
