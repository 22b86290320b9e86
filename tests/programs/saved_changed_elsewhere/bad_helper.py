# symptom: raises modified by an inplace operation
import torch
from torch import nn


def hide_future_(weights, keep):
    weights.mul_(keep)  # DTL101 the caller hands over what softmax kept
    return weights


class Attention(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.query = nn.Linear(width, width)
        self.key = nn.Linear(width, width)

    def forward(self, x, keep):
        scores = self.query(x) @ self.key(x).transpose(-2, -1)
        return hide_future_(scores.softmax(dim=-1), keep) @ x


torch.manual_seed(0)
layer = Attention(4)
keep = torch.ones(3, 3).tril()
layer(torch.randn(2, 3, 4), keep).sum().backward()
