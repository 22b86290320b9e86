# symptom: raises modified by an inplace operation
import torch
from torch import nn

torch.manual_seed(0)
net = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 1))
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
losses = []
for _ in range(3):
    losses.append(net(torch.randn(5, 3)).pow(2).mean())
for loss in losses:
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()  # DTL113 the other losses were computed before
