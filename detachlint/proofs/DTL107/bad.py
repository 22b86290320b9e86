# symptom: raises is a view and is being modified inplace
import torch
from torch import nn

torch.manual_seed(0)
layer = nn.Linear(3, 4)
left, right = layer(torch.randn(2, 3)).chunk(2, dim=1)
left.mul_(2.0)  # DTL107 one of two views made at once
(left + right).sum().backward()
