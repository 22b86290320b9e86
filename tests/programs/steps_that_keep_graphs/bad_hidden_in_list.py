# symptom: raises second time
import torch
from torch import nn


class Stack(nn.Module):
    def __init__(self):
        super().__init__()
        self.cells = nn.ModuleList([nn.GRUCell(3, 3), nn.GRUCell(3, 3)])

    def forward(self, x, hs):
        new = []
        for cell, h in zip(self.cells, hs):
            x = cell(x, h)
            new.append(x)
        return x, new


torch.manual_seed(0)
net = Stack()
opt = torch.optim.SGD(net.parameters(), lr=0.1)
hs = [torch.zeros(2, 3) for _ in range(2)]
for step in range(3):
    y, hs = net(torch.randn(2, 3), hs)  # DTL402 carried with its graph
    opt.zero_grad()
    y.sum().backward()
    opt.step()
