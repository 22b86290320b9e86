# symptom: raises modified by an inplace operation
import torch
from torch import nn

torch.manual_seed(0)
net = nn.Linear(3, 5)
best, place = net(torch.randn(4, 3)).max(dim=1)
place += 1  # DTL101 the gradient of the maximum needs the places
best.sum().backward()
