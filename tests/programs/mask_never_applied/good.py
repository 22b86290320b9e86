import torch
import torch.nn.functional as F
from torch import nn


class Attention(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.q, self.k, self.v = (nn.Linear(dim, dim) for _ in range(3))

    def forward(self, x, mask=None):
        scores = self.q(x) @ self.k(x).transpose(1, 2)
        if mask is not None:
            scores = scores.masked_fill(mask == 0, -1e9)
        return F.softmax(scores, dim=-1) @ self.v(x)


torch.manual_seed(0)
layer = Attention(4)
mask = torch.tril(torch.ones(3, 3))
layer(torch.randn(2, 3, 4), mask).pow(2).sum().backward()

evidence = {"v": layer.v.weight.grad}
