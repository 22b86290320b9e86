# symptom: raises appears to not have been used in the graph
import torch

x = torch.randn(3, requires_grad=True)
copy = x.detach().clone().requires_grad_()
y = (copy ** 2).sum()
slope = torch.autograd.grad(y, x)  # DTL408 y was computed from the copy
