import torch

p = torch.randn(3, requires_grad=True)
left = (p * 2).detach()
left.requires_grad_(False)
