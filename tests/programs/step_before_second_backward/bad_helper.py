# symptom: raises modified by an inplace operation
import torch
from torch import nn


def update(optimizer, loss):
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()  # DTL113 the second loss was computed with the old weights


torch.manual_seed(0)
shared = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 4))
heads = nn.ModuleList([nn.Linear(4, 1), nn.Linear(4, 1)])
optimizer = torch.optim.SGD([*shared.parameters(), *heads.parameters()], lr=0.1)
x = torch.randn(5, 3)
first = heads[0](shared(x)).pow(2).mean()
second = heads[1](shared(x)).pow(2).mean()
update(optimizer, first)
update(optimizer, second)
