import math

import torch
from torch import nn

torch.manual_seed(0)
model = nn.Linear(3, 1)
start = model.weight.detach().clone()
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for _ in range(4):
    loss = model(torch.randn(5, 3)).pow(2).mean()
    loss.backward()
    if math.isnan(loss.item()):
        optimizer.zero_grad()
    else:
        optimizer.step()
        optimizer.zero_grad()
evidence = {"moved": (model.weight - start).detach()}
