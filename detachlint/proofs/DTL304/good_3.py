import torch
from torch import nn


class Positions(nn.Module):
    def __init__(self, length):
        super().__init__()
        self.order = nn.Parameter(torch.arange(length, dtype=torch.float32))

    def forward(self, x):
        return x + self.order


Positions(3)(torch.zeros(2, 3)).sum().backward()
