# symptom: none
import torch
from torch import nn


class Scales(nn.Module):
    def __init__(self):
        super().__init__()
        self.bias = nn.Parameter(torch.zeros(3))
        for i in range(2):
            setattr(self, f"scale{i}", torch.ones(3, requires_grad=True))  # DTL308 plain tensors

    def forward(self, x):
        return x * self.scale0 * self.scale1 + self.bias


torch.manual_seed(0)
model = Scales()
names = [name for name, _ in model.named_parameters()]

evidence = {"moved": "scale0" in names}
