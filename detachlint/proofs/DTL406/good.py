import torch
from torch import nn

layer = nn.Linear(3, 1)
loss = layer(torch.ones(2, 3)).mean()
loss.backward()
