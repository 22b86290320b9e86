# symptom: raises modified by an inplace operation
import torch
from torch import nn


class Attention(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.query = nn.Linear(width, width)
        self.key = nn.Linear(width, width)

    def forward(self, x, keep):
        scores = self.query(x) @ self.key(x).transpose(-2, -1)
        weights = scores.softmax(dim=-1)
        masked = weights
        masked *= keep  # DTL101 another name of the softmax's result
        return masked @ x


torch.manual_seed(0)
layer = Attention(4)
x = torch.randn(2, 3, 4)
keep = torch.ones(3, 3).tril()
layer(x, keep).sum().backward()
