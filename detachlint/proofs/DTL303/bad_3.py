# symptom: raises unexpected keyword argument 'require_grad'
import torch
from torch import nn


class Scale(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.factor = nn.Parameter(torch.ones(size), require_grad=False)  # DTL303 misspelt keyword

    def forward(self, x):
        return x * self.factor


print(Scale(3)(torch.ones(2, 3)))
