# symptom: raises is a view and is being modified inplace
import torch
from torch import nn


class Gaussian:
    def __init__(self, parameters):
        self.mean, self.log_std = parameters.chunk(2, dim=-1)

    def clip(self):
        self.log_std.clamp_(-5, 2)  # DTL107 one of two views
        return self


torch.manual_seed(0)
net = nn.Linear(3, 4)
policy = Gaussian(net(torch.randn(5, 3))).clip()
(policy.mean + policy.log_std.exp()).sum().backward()
