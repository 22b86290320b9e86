import torch
from torch import nn

torch.manual_seed(0)
encoder = nn.Linear(4, 2)
encoder.bias.requires_grad = False
mask = torch.tensor([[1.0, 1.0, 0.0, 0.0]])
encoder.weight.register_hook(lambda grad: grad * mask)
embedded = encoder(torch.randn(3, 4))
embedded.sum().backward()
