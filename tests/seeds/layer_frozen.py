"""Three layers; the parameters of the middle one are frozen when the module is built."""

import torch
import torch.nn.functional as F
from torch import nn, optim


class ThreeLayers(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = nn.Linear(4, 5)
        self.middle = nn.Linear(5, 5)
        for p in self.middle.parameters():
            p.requires_grad = False
        self.last = nn.Linear(5, 2)

    def forward(self, x):
        x = torch.tanh(self.first(x))
        x = torch.tanh(self.middle(x))
        return self.last(x)


torch.manual_seed(0)
net = ThreeLayers()
start = {name: p.detach().clone() for name, p in net.named_parameters()}
optimizer = optim.SGD(filter(lambda p: p.requires_grad, net.parameters()), lr=0.1)

loss = F.cross_entropy(net(torch.randn(6, 4)), torch.tensor([0, 1, 1, 0, 1, 0]))
optimizer.zero_grad()
loss.backward()
optimizer.step()
