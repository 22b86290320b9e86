# symptom: raises is a view and is being modified inplace
import torch
from torch import nn

torch.manual_seed(0)
net = nn.Linear(3, 4)
scores = net(torch.randn(5, 3))
for sample in scores:
    sample[0] = 0.0  # DTL107 a row of the iteration
scores.sum().backward()
