# symptom: no-op
import torch
from torch import nn


class Frozen(nn.Module):
    def __init__(self, inner):
        super().__init__()
        self.inner = inner
        self.inner.requires_grad = False  # DTL302 the layer's parameters do not hear of it

    def forward(self, x):
        return self.inner(x)


wrapped = Frozen(nn.Linear(2, 2))
evidence = {"trainable": sum(p.numel() for p in wrapped.parameters() if p.requires_grad)}
