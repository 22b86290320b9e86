import numpy as np
import torch
from torch import nn


class SoftDice:
    def __call__(self, probs, masks):
        p = probs
        m = masks
        dice = 2 * (p * m).sum() / (p.sum() + m.sum())
        return 1 - dice


torch.manual_seed(0)
net = nn.Linear(4, 4)
criterion = SoftDice()
loss = criterion(torch.sigmoid(net(torch.randn(2, 4))), (torch.rand(2, 4) > 0.5).float())
loss.backward()
