import torch
from torch import nn


class Scaler:
    def __init__(self):
        self.average = None

    def observe(self, loss):
        if self.average is None:
            self.average = loss.item()
        else:
            self.average = 0.99 * self.average + 0.01 * loss.item()


torch.manual_seed(0)
net, scaler = nn.Linear(3, 1), Scaler()
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
for _ in range(4):
    loss = net(torch.randn(4, 3)).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    scaler.observe(loss)
evidence = {"graph": getattr(scaler.average, "requires_grad", False)}
