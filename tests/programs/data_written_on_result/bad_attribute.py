# symptom: wrong
import torch
from torch import nn


class Policy(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Linear(3, 2)
        self.logits = None

    def forward(self, x):
        self.logits = self.net(x)
        self.sharpen(0.5)
        return self.logits

    def sharpen(self, value):
        self.logits.data = self.logits.data / value  # DTL104 the division is not in the graph


torch.manual_seed(0)
policy = Policy()
policy(torch.randn(4, 3)).sum().backward()

evidence = {"bias": policy.net.bias.grad}
