"""Three layers; what the second one gives is detached on its way to the last."""

import torch
import torch.nn.functional as F
from torch import nn, optim


class ThreeLayers(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = nn.Linear(4, 5)
        self.middle = nn.Linear(5, 5)
        self.last = nn.Linear(5, 2)

    def forward(self, x):
        x = torch.tanh(self.first(x))
        x = torch.tanh(self.middle(x))
        z = x.detach()  # DTL210
        return self.last(z)


torch.manual_seed(0)
net = ThreeLayers()
optimizer = optim.SGD(net.parameters(), lr=0.1)

loss = F.cross_entropy(net(torch.randn(6, 4)), torch.tensor([0, 1, 1, 0, 1, 0]))
optimizer.zero_grad()
loss.backward()
optimizer.step()
