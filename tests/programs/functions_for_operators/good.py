import functools
import operator

import torch
from torch import nn

torch.manual_seed(0)
net = nn.Linear(3, 1)
losses = [net(x).pow(2).mean() for x in torch.randn(3, 4, 3)]
functools.reduce(operator.add, losses).backward()
gate = operator.mul(torch.sigmoid(net.weight), 2.0)
total = operator.iadd(torch.zeros(1, 3), gate)
total.sum().backward()
