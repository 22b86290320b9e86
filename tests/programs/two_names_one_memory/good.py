import torch
from torch import nn


def hard_update(target, source):
    for t, s in zip(target.parameters(), source.parameters()):
        t.data.copy_(s.data)


class Averaged:
    def __init__(self, model):
        self.model = model
        self.shadow = [p.detach().clone() for p in model.parameters()]
        self.backup = []

    def __enter__(self):
        self.backup = [p.data for p in self.model.parameters()]
        for p, s in zip(self.model.parameters(), self.shadow):
            p.data = s

    def __exit__(self, *exc):
        for p, b in zip(self.model.parameters(), self.backup):
            p.data = b


torch.manual_seed(0)
online, target = nn.Linear(3, 1), nn.Linear(3, 1)
optimizer = torch.optim.SGD(online.parameters(), lr=0.1)
hard_update(target, online)
target.bias.data = online.bias.data.clone()
start = online.weight.detach().clone()
averaged = Averaged(online)
for _ in range(2):
    optimizer.zero_grad()
    online(torch.randn(4, 3)).sum().backward()
    optimizer.step()
    with averaged:
        print(online(torch.ones(3)).item())
    target.bias.data = 0.9 * target.bias.data + 0.1 * online.bias.data

evidence = {"kept": torch.equal(target.weight, start)}
