# symptom: raises Only Tensors of floating point and complex dtype can require gradients
import torch
from torch import nn


class Positions(nn.Module):
    def __init__(self, length):
        super().__init__()
        self.order = nn.Parameter(torch.arange(length))  # DTL304 arange of an integer is of integers

    def forward(self, x):
        return x + self.order


Positions(3)(torch.zeros(2, 3)).sum().backward()
