# symptom: raises appears to not have been used in the graph
import torch

x = torch.rand(5, 2, requires_grad=True)
t, s = x[:, 0:1], x[:, 1:2]
u = (x**2).sum(1, keepdim=True)
u_t = torch.autograd.grad(u.sum(), t)[0]  # DTL408 u is computed from x itself
