import torch
from torch import nn


def clip(module, grad_output):
    return tuple(gradient.clamp(-0.1, 0.1) for gradient in grad_output)


torch.manual_seed(0)
trunk, branch, other = nn.Linear(2, 2), nn.Linear(2, 2), nn.Linear(2, 2)
branch.register_full_backward_pre_hook(clip)
h = trunk(torch.ones(1, 2))
((other(h) + branch(h)) * torch.tensor([1.0, 2.0])).sum().backward()
evidence = {"other.bias.grad": other.bias.grad}
