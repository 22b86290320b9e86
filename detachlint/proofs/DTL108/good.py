import torch

mask = torch.zeros(1, 4).expand(3, 4).clone()
mask += 1.0
