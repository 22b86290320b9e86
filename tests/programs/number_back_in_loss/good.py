import math

import torch
from torch import nn


def barrier(x):
    return torch.exp(x) - 1.0


torch.manual_seed(0)
net, scale = nn.Linear(3, 1), nn.Parameter(torch.ones(1))
optimizer = torch.optim.SGD([*net.parameters(), scale], lr=0.1)
total, history = 0.0, []
for step in range(2):
    penalty = sum(p.pow(2).sum() for p in net.parameters())
    weight = math.exp(-0.1 * step)
    factor = torch.tensor(0.5).item()
    loss = barrier(net(torch.randn(4, 3)).mean()) + scale.pow(2).sum() + weight * factor * penalty
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    total += loss.item()
    history.append(float(penalty))
    print(f"{step} {total / (step + 1):.3f} {math.sqrt(history[-1]):.3f}")

evidence = {"net": net.weight.grad}
