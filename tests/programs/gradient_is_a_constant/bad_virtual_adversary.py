# symptom: none
import torch
import torch.nn.functional as F
from torch import nn

torch.manual_seed(0)
net = nn.Sequential(nn.Linear(4, 6), nn.ReLU(), nn.Linear(6, 3))
x = torch.randn(5, 4)
d = torch.randn_like(x).requires_grad_(True)
p = F.softmax(net(x), dim=1).detach()
g = torch.autograd.grad(F.kl_div(F.log_softmax(net(x + d), dim=1), p), d)[0]  # DTL405 the term trains nothing
loss = F.mse_loss(net(x).mean(), p.mean()) * 0 + (g - 1).pow(2).sum()
loss.backward()
evidence = {"w": net[0].weight.grad}
