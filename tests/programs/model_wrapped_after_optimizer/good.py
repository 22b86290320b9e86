import copy

import torch
from torch import nn

torch.manual_seed(0)
model = nn.Linear(3, 1)
opt = torch.optim.SGD(model.parameters(), lr=0.1)
model = nn.DataParallel(model)
head = nn.Linear(3, 2)
model = nn.Sequential(model, nn.Flatten())
for _ in range(2):
    opt.zero_grad()
    model(torch.randn(4, 3)).pow(2).mean().backward()
    opt.step()
best = copy.deepcopy(model)
model = best
with torch.no_grad():
    print(model(torch.randn(2, 3)))
