# symptom: raises Can't call numpy\(\) on Tensor that requires grad
import torch
from torch import nn

torch.manual_seed(0)
net = nn.Linear(3, 1)
out = net(torch.randn(4, 3))
shown = out
print(shown.numpy())  # DTL209 it requires grad
