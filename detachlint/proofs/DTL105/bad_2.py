# symptom: wrong
import numpy as np
import torch
from torch import nn


def histogram(activations):
    values = np.asarray(activations.detach())
    values.sort()  # DTL105 sorts the activations themselves
    return values[0], values[-1]


torch.manual_seed(0)
net = nn.Sequential(nn.Linear(4, 8), nn.Tanh())
head = nn.Linear(8, 1)
optimizer = torch.optim.SGD([*net.parameters(), *head.parameters()], lr=0.1)
ranges = []
for step in range(2):
    hidden = net(torch.randn(5, 4))
    loss = head(hidden).pow(2).mean()
    ranges.append(histogram(hidden))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
evidence = {"first bias.grad": net[0].bias.grad}
