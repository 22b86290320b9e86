# symptom: raises is a view and is being modified inplace
import torch
from torch import nn

torch.manual_seed(0)
net = nn.Linear(3, 4)
mean, scale = net(torch.randn(5, 3)).chunk(2, dim=1)
scale.exp_()  # DTL107 one of two views
(mean * scale).sum().backward()
