import torch

x = torch.rand(5, 2, requires_grad=True)
t, s = x[:, 0:1], x[:, 1:2]
u = t**2 + s**2
u_t = torch.autograd.grad(u.sum(), t)[0]
