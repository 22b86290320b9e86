import torch
from torch import nn

torch.manual_seed(0)
trunk, a, b = nn.Linear(3, 4), nn.Linear(4, 1), nn.Linear(4, 1)
params = [*trunk.parameters(), *a.parameters(), *b.parameters()]
optimizer = torch.optim.SGD(params, lr=0.1)
for x in torch.randn(2, 5, 3):
    h = torch.tanh(trunk(x))
    first, second = a(h).mean(), b(h).pow(2).mean()
    optimizer.zero_grad()
    first.backward(retain_graph=True)
    second.backward()
    optimizer.step()
