# symptom: no-op
import torch
from torch import nn

torch.manual_seed(0)
net = nn.Linear(3, 1)
start = net.weight.detach().clone()
params = list(net.parameters())
net(torch.randn(4, 3)).pow(2).mean().backward()
with torch.no_grad():
    for p in params:
        p = p - 0.1 * p.grad  # DTL214 only the name changes

evidence = {"moved": not torch.equal(net.weight, start)}
