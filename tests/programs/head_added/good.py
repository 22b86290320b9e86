import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(3, 4)
        self.projector = None

    def forward(self, x):
        h = self.body(x).relu()
        return h if self.projector is None else self.projector(h)


torch.manual_seed(0)
net = Net()
optimizer = torch.optim.Adam(net.parameters(), lr=1e-2)
net.projector = nn.Linear(4, 2)
optimizer = torch.optim.Adam(net.parameters(), lr=1e-2)
w = net.projector.weight.detach().clone()
for _ in range(3):
    optimizer.zero_grad()
    (net(torch.randn(5, 3)) - 1).pow(2).mean().backward()
    optimizer.step()
evidence = {"moved": net.projector.weight.detach() - w}
