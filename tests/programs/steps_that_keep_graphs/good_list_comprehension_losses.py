import torch
from torch import nn

net = nn.Linear(2, 1)
opt = torch.optim.SGD(net.parameters(), lr=0.1)


def step(x):
    opt.zero_grad()
    loss = net(x).pow(2).mean()
    loss.backward()
    opt.step()
    return loss


torch.manual_seed(0)
losses = [step(x).item() for x in torch.randn(3, 4, 2)]
evidence = {"graph": getattr(losses[0], "requires_grad", False)}
