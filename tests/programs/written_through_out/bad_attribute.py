# symptom: raises functions with out=... arguments don't support automatic differentiation
import torch
from torch import nn


class Projection(nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(3, 3))
        self.register_buffer("scratch", torch.empty(2, 3))

    def forward(self, x):
        return torch.matmul(x, self.weight, out=self.scratch)  # DTL112 the weight requires grad


torch.manual_seed(0)
Projection()(torch.randn(2, 3))
