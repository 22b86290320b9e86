# symptom: raises Only Tensors created explicitly by the user
import copy

import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 3)
        self.features = None

    def forward(self, x):
        self.features = self.fc(x).relu()
        return self.features.sum()


torch.manual_seed(0)
net = Net()
net(torch.randn(4, 3)).backward()
twin = copy.deepcopy(net.features)  # DTL311 the cached features have a graph
