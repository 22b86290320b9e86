import torch
from torch import nn


def temperature(t, value):
    return t.div(value)


class Policy(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Linear(3, 2)
        self.logits = None

    def forward(self, x):
        self.logits = temperature(self.net(x), 0.5)
        return self.logits


torch.manual_seed(0)
policy = Policy()
policy(torch.randn(4, 3)).sum().backward()

evidence = {"bias": policy.net.bias.grad}
