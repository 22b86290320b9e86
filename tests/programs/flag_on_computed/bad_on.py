# symptom: raises you can only change requires_grad flags of leaf variables
import torch
from torch import nn

torch.manual_seed(0)
net = nn.Linear(3, 1)
x = torch.randn(4, 3)
x.requires_grad = True
for _ in range(2):
    x.requires_grad = True  # DTL301 the second `x` is computed from the first
    (slope,) = torch.autograd.grad(net(x).sum(), x)
    x = x + 0.1 * slope.sign()
