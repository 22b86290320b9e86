import torch
from torch import nn


def constant_rows(batch):
    for row in batch.unbind(0):
        row.detach()[:0]
    return batch


torch.manual_seed(0)
net = nn.Linear(4, 2)
constant_rows(net(torch.randn(3, 4)))
