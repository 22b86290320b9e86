"""Three layers; the middle of the forward pass is computed under no_grad."""

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
        with torch.no_grad():  # DTL210
            x = torch.tanh(self.middle(x))
        return self.last(x)


torch.manual_seed(0)
net = ThreeLayers()
optimizer = optim.SGD(net.parameters(), lr=0.1)

loss = F.cross_entropy(net(torch.randn(6, 4)), torch.tensor([0, 1, 1, 0, 1, 0]))
optimizer.zero_grad()
loss.backward()
optimizer.step()
