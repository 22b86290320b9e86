import torch
from torch import nn


def unit(t):
    return t / t.norm().detach()


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.scale = nn.Parameter(torch.ones(3))
        self.head = nn.Linear(3, 1)

    def forward(self, x):
        stopped = self.head(x * self.scale.detach())
        return self.head(x * self.scale) + stopped


torch.manual_seed(0)
net = Net()
net(torch.randn(5, 3)).pow(2).mean().backward()
body, head = nn.Linear(3, 4), nn.Linear(4, 1)
h = body(torch.randn(5, 3))
head(unit(h)).pow(2).mean().backward()
print(h.data.mean(), net.scale.data.norm())

evidence = {"net": body.weight.grad}
