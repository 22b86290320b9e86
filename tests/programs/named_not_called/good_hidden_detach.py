import torch
from torch import nn

torch.manual_seed(0)
cell = nn.RNNCell(2, 3)
h = cell(torch.randn(1, 2), torch.zeros(1, 3))
h.detach_()
evidence = {"graph": h.requires_grad}
