# symptom: raises context manager protocol|__enter__
import torch
from torch import nn

torch.manual_seed(0)
net = nn.Linear(3, 1)
for x in torch.randn(4, 3):
    with torch.enable_grad:  # DTL212 not called
        net(x).sum().backward()
