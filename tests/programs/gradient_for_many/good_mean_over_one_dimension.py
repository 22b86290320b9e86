import torch
from torch import nn

torch.manual_seed(0)
encoder = nn.Linear(8, 4)
a, b = encoder(torch.randn(6, 8)), encoder(torch.randn(6, 8))
distance = (a - b).pow(2).sum()
distance.backward()
