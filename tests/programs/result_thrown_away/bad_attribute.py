# symptom: no-op
import torch
from torch import nn


class Attention(nn.Module):
    def __init__(self):
        super().__init__()
        self.scale = nn.Parameter(torch.ones(3))
        self.scores = None

    def forward(self, x, keep):
        self.scores = x * self.scale
        self.scores.masked_fill(~keep, 0.0)  # DTL203 nothing is hidden
        return self.scores


torch.manual_seed(0)
scores = torch.randn(2, 3)
keep = torch.tensor([[True, False, True], [True, True, False]])
scores = Attention()(scores, keep)

evidence = {"hidden": scores[0, 1]}
