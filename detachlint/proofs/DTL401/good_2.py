import torch
from torch import nn

torch.manual_seed(0)
trunk = nn.Linear(3, 4)
left, right = nn.Linear(4, 1), nn.Linear(4, 1)
hidden = torch.relu(trunk(torch.randn(2, 3)))
(left(hidden).mean() + right(hidden).mean()).backward()
