# symptom: raises Only Tensors created explicitly by the user
import copy

import torch
from torch import nn

torch.manual_seed(0)
net = nn.Linear(3, 1)
out = net(torch.randn(4, 3))
latest = out
saved = copy.deepcopy(latest)  # DTL311 computed with a graph
