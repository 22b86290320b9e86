# symptom: n/a
import torch
import torch.utils.checkpoint
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = nn.Linear(3, 3)
        self.block = nn.Linear(3, 3)

    def forward(self, x):
        return torch.utils.checkpoint.checkpoint(self.block, self.first(x))  # DTL219 no mode


torch.manual_seed(0)
Net()(torch.randn(5, 3)).sum().backward()
