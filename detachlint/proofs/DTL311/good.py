import torch
from torch import nn

layer = nn.Linear(2, 2)
hidden = layer(torch.ones(1, 2))
kept = hidden.detach().clone()
