import torch
from torch import nn


def apply_gradients(optimizer):
    optimizer.step()
    optimizer.zero_grad()


torch.manual_seed(0)
net = nn.Linear(2, 1)
start = net.weight.detach().clone()
sgd = torch.optim.SGD(net.parameters(), lr=0.1)
for _ in range(3):
    loss = net(torch.randn(4, 2)).abs().mean()
    loss.backward()
    apply_gradients(sgd)
evidence = {"moved": (net.weight - start).detach()}
