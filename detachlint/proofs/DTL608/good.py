import torch

x = torch.ones(3, requires_grad=True)
x.register_hook(print)
