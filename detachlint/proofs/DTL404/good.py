import torch
from torch import nn

torch.manual_seed(0)
layer = nn.Linear(3, 2)
criterion = nn.MSELoss(reduction="none")
loss = criterion(layer(torch.randn(4, 3)), torch.zeros(4, 2))
loss.mean().backward()
