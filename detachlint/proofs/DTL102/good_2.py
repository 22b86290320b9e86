import torch

a = torch.randn(4, requires_grad=True)
out = a.tanh()
shown = out.detach()[:2].clone()
shown.zero_()
out.sum().backward()
