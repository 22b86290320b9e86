import torch

image = (torch.randn(3, 4) * 0.01).requires_grad_()
optimizer = torch.optim.Adam([image], lr=0.1)
