import torch

x = torch.linspace(0, 1, 4, requires_grad=True)
y = (x.sin() * x).sum()
(g,) = torch.autograd.grad(y, x)
print(g)
