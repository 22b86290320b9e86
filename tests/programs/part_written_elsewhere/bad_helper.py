# symptom: raises is a view and is being modified inplace
import torch
from torch import nn


def shift(row, by):
    row += by  # DTL107 a row met in iteration
    return row


torch.manual_seed(0)
net = nn.Linear(3, 4)
shifted = [shift(row, i) for i, row in enumerate(net(torch.randn(5, 3)))]
torch.stack(shifted).sum().backward()
