# symptom: no-op
import torch
from torch import nn


def train(net, data):
    optimizer = torch.optim.SGD(net.parameters(), lr=0.0)
    for x in data:
        net.zero_grad  # DTL407 parentheses missing
        net(x).sum().backward()
        optimizer.step()


torch.manual_seed(0)
net = nn.Linear(2, 1)
train(net, [torch.ones(1, 2)] * 3)
evidence = {"gradient": net.bias.grad}
