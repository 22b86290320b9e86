import torch
from torch import nn

torch.manual_seed(0)
layer = nn.Linear(3, 4)
left, right = layer(torch.randn(2, 3)).chunk(2, dim=1)
left = left * 2.0
(left + right).sum().backward()
