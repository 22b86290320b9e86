# symptom: raises Only Tensors created explicitly by the user
import copy

import torch
from torch import nn

torch.manual_seed(0)
net = nn.Linear(3, 1)
outputs = []
for x in torch.randn(2, 4, 3):
    outputs.append(copy.deepcopy(net(x)))  # DTL311 results of the network
