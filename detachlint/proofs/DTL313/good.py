import torch
from torch import nn

layer = nn.Linear(3, 2)
mask = torch.ones(2, 3)
with torch.no_grad():
    layer.weight.mul_(mask)
