import torch
from torch import nn


def predict(net, x):
    return net(x)


class Trainer:
    def __init__(self):
        self.net = nn.Linear(3, 1)
        self.loss = None

    def compute(self, x):
        self.loss = (self.net(x) - 1).pow(2).mean()

    def step(self):
        self.loss.backward()


torch.manual_seed(0)
trainer = Trainer()
trainer.compute(torch.randn(5, 3))
trainer.step()
net = nn.Sequential(nn.Linear(3, 4), nn.Linear(4, 1))
for p in net[0].parameters():
    p.requires_grad = False
optimizer = torch.optim.SGD(net[1].parameters(), lr=0.1)
for _ in range(2):
    out = predict(net, torch.randn(5, 3))
    with torch.no_grad():
        target = out.mean()
    loss = (out - target.item()).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()

# an input that requires grad is enough
for p in net.parameters():
    p.requires_grad = False
x = torch.randn(5, 3, requires_grad=True)
net(x).sum().backward()
if loss.requires_grad:
    (loss.detach() * x.sum()).backward()
