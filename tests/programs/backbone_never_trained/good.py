import torch
from torch import nn


class Frozen(nn.Module):
    """The body is frozen on purpose."""

    def __init__(self):
        super().__init__()
        self.body = nn.Linear(3, 4).requires_grad_(False)
        self.head = nn.Linear(4, 1)

    def forward(self, x):
        with torch.no_grad():
            features = self.body(x).relu()
        return self.head(features)


class HeadOnly(nn.Module):
    """The optimizer is not given the body."""

    def __init__(self):
        super().__init__()
        self.body = nn.Linear(3, 4)
        self.head = nn.Linear(4, 1)

    def forward(self, x):
        return self.head(self.body(x).relu().detach())


class SimSiam(nn.Module):
    """One branch stops the gradient, the other carries it."""

    def __init__(self):
        super().__init__()
        self.body = nn.Linear(3, 4)
        self.predictor = nn.Linear(4, 4)

    def forward(self, a, b):
        za, zb = self.body(a), self.body(b)
        pa, pb = self.predictor(za), self.predictor(zb)
        return (pa - zb.detach()).pow(2).mean() + (pb - za.detach()).pow(2).mean()


torch.manual_seed(0)
frozen = Frozen()
optimizer = torch.optim.SGD([p for p in frozen.parameters() if p.requires_grad], lr=0.1)
for _ in range(2):
    optimizer.zero_grad()
    frozen(torch.randn(5, 3)).pow(2).mean().backward()
    optimizer.step()

net = HeadOnly()
optimizer = torch.optim.SGD(net.head.parameters(), lr=0.1)
for _ in range(2):
    optimizer.zero_grad()
    net(torch.randn(5, 3)).pow(2).mean().backward()
    optimizer.step()

twin = SimSiam()
optimizer = torch.optim.SGD(twin.parameters(), lr=0.1)
for _ in range(2):
    optimizer.zero_grad()
    twin(torch.randn(5, 3), torch.randn(5, 3)).backward()
    optimizer.step()

evidence = {"body": twin.body.weight.grad}
