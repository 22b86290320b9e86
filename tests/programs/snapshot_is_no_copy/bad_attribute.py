# symptom: stale
import torch
from torch import nn


class EarlyStopping:
    def __init__(self):
        self.best = None
        self.lowest = float("inf")

    def update(self, loss, model):
        if loss < self.lowest:
            self.lowest = loss
            self.best = model.state_dict().copy()  # DTL110 a shallow copy keeps the live tensors

    def restore(self, model):
        model.load_state_dict(self.best)


torch.manual_seed(0)
net = nn.Linear(3, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
stopping = EarlyStopping()
kept_value = None
for loss in [0.4, 0.7]:
    optimizer.zero_grad()
    net(torch.randn(4, 3)).sum().backward()
    optimizer.step()
    stopping.update(loss, net)
    if loss == 0.4:
        kept_value = net.weight.detach().clone()
stopping.restore(net)

evidence = {"restored": torch.equal(net.weight, kept_value)}
