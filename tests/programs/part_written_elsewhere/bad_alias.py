# symptom: raises is a view and is being modified inplace
import torch
from torch import nn

torch.manual_seed(0)
net = nn.Linear(3, 4)
parts = net(torch.randn(5, 3)).split(2, dim=1)
gate = parts[1]
gate.sigmoid_()  # DTL107 one of the parts
(parts[0] * gate).sum().backward()
