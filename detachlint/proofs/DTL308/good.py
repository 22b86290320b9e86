import torch
from torch import nn


class Gate(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.alpha = nn.Parameter(torch.zeros(width) + 0.5)
        self.mix = nn.Linear(width, width)

    def forward(self, x):
        return self.mix(x) * self.alpha


torch.manual_seed(0)
gate = Gate(3)
evidence = {"alpha is trained": any(p is gate.alpha for p in gate.parameters())}
