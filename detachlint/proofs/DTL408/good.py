import torch

x = torch.randn(3, requires_grad=True)
y = (x ** 2).sum()
slope = torch.autograd.grad(y, x)
