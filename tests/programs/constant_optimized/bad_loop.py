# symptom: none
import torch
from torch import nn

torch.manual_seed(0)
net = nn.Linear(3, 1)
offsets = []
for _ in range(3):
    offsets.append(torch.zeros(1))
optimizer = torch.optim.SGD([*net.parameters(), *offsets], lr=0.1)  # DTL307 plain tensors
for x, offset in zip(torch.randn(3, 4, 3), offsets):
    (net(x) + offset).sum().backward()
optimizer.step()

evidence = {"offset": offsets[0]}
