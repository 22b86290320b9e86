import copy

import torch
from torch import nn

torch.manual_seed(0)
model = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 1))
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
backup = copy.deepcopy(model)
w = model[0].weight.detach().clone()
for _ in range(3):
    optimizer.zero_grad()
    model(torch.randn(5, 3)).pow(2).mean().backward()
    optimizer.step()
evidence = {"moved": model[0].weight.detach() - w}
