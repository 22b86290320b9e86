import torch

weight = torch.randn(3, 3, requires_grad=True)
table = weight * 1.0
row = table[0]
row.mul_(2.0)
