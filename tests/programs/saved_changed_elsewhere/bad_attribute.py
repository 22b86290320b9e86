# symptom: raises modified by an inplace operation
import torch
from torch import nn


class Attention(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.query = nn.Linear(width, width)
        self.key = nn.Linear(width, width)
        self.last_weights = None

    def forward(self, x, keep):
        scores = self.query(x) @ self.key(x).transpose(-2, -1)
        self.last_weights = scores.softmax(dim=-1)
        out = self.last_weights @ x
        self._forget(keep)
        return out

    def _forget(self, keep):
        self.last_weights *= keep  # DTL101 kept by softmax


torch.manual_seed(0)
layer = Attention(4)
keep = torch.ones(3, 3).tril()
layer(torch.randn(2, 3, 4), keep).sum().backward()
