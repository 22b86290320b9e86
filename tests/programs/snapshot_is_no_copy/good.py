import copy

import torch
from torch import nn


def flat(model):
    return [p.data.clone() for p in model.parameters()]


class EarlyStopping:
    def __init__(self):
        self.best = None
        self.lowest = float("inf")

    def update(self, loss, model):
        if loss < self.lowest:
            self.lowest = loss
            self.best = copy.deepcopy(model.state_dict())

    def restore(self, model):
        model.load_state_dict(self.best)


torch.manual_seed(0)
net = nn.Linear(3, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
before = flat(net)
previous = {}
for name, p in net.named_parameters():
    previous[name] = p.detach().clone()
stopping = EarlyStopping()
kept_value = None
for loss in [0.4, 0.7]:
    optimizer.zero_grad()
    net(torch.randn(4, 3)).sum().backward()
    optimizer.step()
    stopping.update(loss, net)
    if loss == 0.4:
        kept_value = net.weight.detach().clone()
moved = sum((old - new).abs().sum() for old, new in zip(before, net.parameters()))
for name, p in net.named_parameters():
    print((p.detach() - previous[name]).abs().sum().item())
stopping.restore(net)

evidence = {"moved": moved, "restored": torch.equal(net.weight, kept_value)}
