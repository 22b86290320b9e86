# symptom: raises can't optimize a non-leaf Tensor
import torch
from torch import nn

torch.manual_seed(0)
layer = nn.Linear(3, 1)
slope = nn.Parameter(torch.ones(3)) * 0.25  # DTL306 computed from the parameter
groups = [{"params": layer.parameters()}, {"params": [slope], "lr": 0.01}]
optimizer = torch.optim.SGD(groups, lr=0.1)
layer(torch.ones(2, 3) * slope).sum().backward()
optimizer.step()
