# symptom: none
import torch
from torch import nn


def initial(n):
    return nn.Parameter(torch.ones(n)) * 0.1


class Scale(nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = initial(3)  # DTL308 a product, no Parameter
        self.bias = nn.Parameter(torch.zeros(3))

    def forward(self, x):
        return x * self.weight + self.bias


torch.manual_seed(0)
model = Scale()
names = [name for name, _ in model.named_parameters()]

evidence = {"moved": "weight" in names}
