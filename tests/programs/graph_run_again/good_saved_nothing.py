import torch

torch.manual_seed(0)
a = torch.randn(4, requires_grad=True)
b = torch.randn(4, requires_grad=True)
shared = a + 2 - b
shared.sum().backward()
(shared.mean() + 1).backward()
