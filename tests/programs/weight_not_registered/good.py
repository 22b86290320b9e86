import torch
from torch import nn


def initial(n):
    return nn.Parameter(torch.ones(n) * 0.1)


class Scale(nn.Module):
    def __init__(self):
        super().__init__()
        start = torch.ones(3)
        self.weight = nn.Parameter(start.to("cpu") * 0.5)
        self.second = initial(3)
        self.bias = nn.Parameter(torch.zeros(3))
        self.register_buffer("mean", torch.zeros(3))
        self.offset = torch.ones(3)

    def forward(self, x):
        return (x - self.mean) * self.weight * self.second + self.bias + self.offset


class ByHand(nn.Module):
    """The optimizer is given the tensor by hand."""

    def __init__(self):
        super().__init__()
        self.temperature = torch.ones(1, requires_grad=True)
        self.net = nn.Linear(3, 1)

    def forward(self, x):
        return self.net(x) / self.temperature


torch.manual_seed(0)
model = Scale()
before = model.weight.detach().clone()
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for _ in range(2):
    optimizer.zero_grad()
    model(torch.randn(4, 3)).pow(2).mean().backward()
    optimizer.step()
tuned = ByHand()
optimizer = torch.optim.SGD([*tuned.net.parameters(), tuned.temperature], lr=0.1)
tuned(torch.randn(4, 3)).pow(2).mean().backward()
optimizer.step()

evidence = {"moved": not torch.equal(model.weight, before)}
