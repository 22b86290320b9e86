# symptom: wrong
import torch
from torch import nn


class Layer(nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(4))
        self.hidden = None

    def forward(self):
        self.hidden = torch.tanh(self.weight * 2)
        return (self.hidden * self.hidden).sum()

    def prune(self):
        self.hidden.data.clamp_(min=0)  # DTL103 before backward


torch.manual_seed(0)
layer = Layer()
loss = layer()
layer.prune()
loss.backward()

evidence = {"w": layer.weight.grad}
