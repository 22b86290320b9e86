# symptom: raises modified by an inplace operation
"""A monitor standardises the activation that it was shown, for a plot."""
import torch
from torch import nn


class Monitor:
    def __init__(self):
        self.seen = None

    def watch(self, activation):
        self.seen = activation.detach()

    def standardise(self):
        self.seen -= self.seen.mean()  # DTL102 the detached tensor is the softplus's own memory
        return self.seen.abs().max().item()


torch.manual_seed(0)
monitor = Monitor()
first, last = nn.Linear(3, 6), nn.Linear(6, 1)
optimizer = torch.optim.SGD([*first.parameters(), *last.parameters()], lr=0.1)
for step in range(2):
    hidden = nn.functional.elu(first(torch.randn(5, 3))).exp()
    monitor.watch(hidden)
    loss = last(hidden).pow(2).mean()
    peak = monitor.standardise()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(f"{step}: loss {loss.item():.3f}, peak {peak:.3f}")
