from copy import deepcopy

import torch

torch.manual_seed(0)
w = torch.randn(2, requires_grad=True)
path = []
for step in range(3):
    point = w.sin()
    path.append(point.detach().clone())
    (slope,) = torch.autograd.grad(point.sum(), w)
    with torch.no_grad():
        w -= 0.1 * slope
print(path)
