import torch

w = torch.randn(3, requires_grad=True)
total = torch.mul(w, 2.0)
total.sum().backward()
