import torch
from torch import nn
from torch.nn.utils import clip_grad_norm_ as clip


def update(loss, optimizer, what, limit=0.1):
    optimizer.zero_grad()
    loss.backward()
    clip(what, limit)
    optimizer.step()


torch.manual_seed(0)
net = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 1))
sgd = torch.optim.SGD(net.parameters(), lr=1.0)
for _ in range(2):
    err = 50 * (net(torch.randn(4, 3)) - 2).pow(2).mean()
    update(err, sgd, net.parameters())
evidence = {"w": net[0].weight.detach()}
