import torch
from torch import nn


def shift(row, by):
    return row + by


class Gaussian:
    def __init__(self, parameters):
        self.mean, self.log_std = parameters.chunk(2, dim=-1)

    def clip(self):
        self.log_std = self.log_std.clamp(-5, 2)
        return self


torch.manual_seed(0)
net = nn.Linear(3, 4)
policy = Gaussian(net(torch.randn(5, 3))).clip()
(policy.mean + policy.log_std.exp()).sum().backward()
shifted = [shift(row, i) for i, row in enumerate(net(torch.randn(5, 3)))]
torch.stack(shifted).sum().backward()
scores = net(torch.randn(5, 3))
for i in range(5):
    scores[i, 0] = 0.0
scores.sum().backward()
parts = net(torch.randn(5, 3)).split(2, dim=1)
gate = parts[1].sigmoid()
(parts[0] * gate).sum().backward()
