import torch
from torch import nn


class Scale(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.factor = nn.Parameter(torch.ones(size), requires_grad=False)

    def forward(self, x):
        return x * self.factor


print(Scale(3)(torch.ones(2, 3)))
