# symptom: raises Can't call numpy\(\) on Tensor that requires grad
import numpy as np
import torch
from torch import nn

torch.manual_seed(0)
net = nn.Linear(3, 1)
outputs = []
for x in torch.randn(4, 3):
    outputs.append(np.exp(net(x)))  # DTL209 NumPy asks for an array
