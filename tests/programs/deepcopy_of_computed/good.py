import copy
from copy import deepcopy

import torch
from torch import nn


def remember(memory, state):
    memory.append(state.detach().clone())


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 3)
        self.features = None

    def forward(self, x):
        self.features = self.fc(x).relu().detach()
        return self.fc(x).sum()


torch.manual_seed(0)
net = Net()
net(torch.randn(4, 3)).backward()
twin = copy.deepcopy(net.features)
second = deepcopy(net)
weight = deepcopy(net.fc.weight)
cell = nn.RNNCell(3, 4)
memory = []
h = cell(torch.randn(2, 3))
remember(memory, h)
copies = deepcopy(memory)
cut = copy.deepcopy(h.detach())
with torch.no_grad():
    quiet = copy.deepcopy(cell(torch.randn(2, 3)))
outputs = []
for x in torch.randn(2, 4, 3):
    outputs.append(copy.deepcopy(net(x).item()))
