# symptom: raises A view was created in no_grad mode
import torch
from torch import nn


@torch.no_grad()
def select(out, column):
    return out[:, column]


torch.manual_seed(0)
net = nn.Linear(3, 4)
out = net(torch.randn(5, 3))
chosen = select(out, 1)
chosen.zero_()  # DTL109 the helper makes its view under no_grad
out.sum().backward()
