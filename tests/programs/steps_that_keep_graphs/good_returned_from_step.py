import torch
from torch import nn


class Trainer:
    def __init__(self):
        self.net = nn.Linear(2, 1)
        self.opt = torch.optim.SGD(self.net.parameters(), lr=0.1)

    def step(self, x):
        loss = self.net(x).pow(2).mean()
        self.opt.zero_grad()
        loss.backward()
        self.opt.step()
        return loss.item()

    def fit(self, data):
        total = 0.0
        for i, x in enumerate(data):
            total += self.step(x)
        return total


torch.manual_seed(0)
evidence = {"graph": getattr(Trainer().fit(torch.randn(3, 4, 2)), "requires_grad", False)}
