# symptom: none
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, depth):
        super().__init__()
        self.head = nn.Linear(3, 1)
        self.blocks = []  # DTL309 a plain list
        for _ in range(depth):
            self.blocks.append(nn.Linear(3, 3))

    def forward(self, x):
        for block in self.blocks:
            x = block(x).relu()
        return self.head(x)


torch.manual_seed(0)
net = Net(2)

evidence = {"registered": len(list(net.parameters())) > 2}
