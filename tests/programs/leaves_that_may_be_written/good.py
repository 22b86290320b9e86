import copy

import torch
from torch import nn

torch.manual_seed(0)
layer = nn.Linear(3, 2)
with torch.no_grad():
    layer.weight.mul_(0.5)
    layer.bias[0] = 1.0
layer.weight.data.mul_(0.5)
layer.weight.detach().mul_(0.5)
nn.init.zeros_(layer.bias)

average = copy.deepcopy(layer).requires_grad_(False)
for old, new in zip(average.parameters(), layer.parameters()):
    old.mul_(0.9).add_(new.detach(), alpha=0.1)


@torch.no_grad()
def descend(parameters, lr):
    for p in parameters:
        p -= lr * p.grad
        p.grad.zero_()


layer(torch.randn(4, 3)).pow(2).mean().backward()
descend(layer.parameters(), 0.1)

running = torch.zeros(2)
for _ in range(3):
    running += layer(torch.randn(4, 3)).detach().mean(0)
running[0] = 0.0
frozen = nn.Parameter(torch.ones(3), requires_grad=False)
frozen.div_(2)
print(frozen, running)
