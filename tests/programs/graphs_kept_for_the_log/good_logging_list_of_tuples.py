import torch
from torch import nn


def fit(net, steps):
    log = []
    opt = torch.optim.SGD(net.parameters(), lr=0.1)
    for step in range(steps):
        loss = net(torch.ones(2, 3)).square().mean()
        opt.zero_grad()
        loss.backward()
        opt.step()
        log.append((step, loss.item()))
    return log


torch.manual_seed(0)
log = fit(nn.Linear(3, 1), 3)
evidence = {"graph": getattr(log[-1][1], "requires_grad", False)}
