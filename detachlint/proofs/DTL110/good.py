import copy

import torch
from torch import nn


class EarlyStopping:
    def __init__(self, model):
        self.model = model
        self.lowest = 1e9
        self.best = None

    def update(self, value):
        if value < self.lowest:
            self.lowest = value
            self.best = copy.deepcopy(self.model.state_dict())

    def restore(self):
        self.model.load_state_dict(self.best)


torch.manual_seed(0)
model = nn.Linear(2, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
stopping = EarlyStopping(model)
first = None
for epoch, value in enumerate([0.1, 0.5, 0.9]):
    optimizer.zero_grad()
    model(torch.ones(3, 2)).mean().backward()
    optimizer.step()
    stopping.update(value)
    first = model.weight.detach().clone() if epoch == 0 else first
stopping.restore()
evidence = {"restored": torch.equal(model.weight, first)}
