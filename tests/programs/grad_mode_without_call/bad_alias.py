# symptom: raises context manager protocol|__enter__
import torch
from torch import nn

torch.manual_seed(0)
net = nn.Linear(3, 1)
quiet = torch.no_grad
with quiet:  # DTL212 the class, not a context
    net(torch.randn(4, 3))
