# symptom: wrong
import torch
from torch import nn


def clip(module, grad_input, grad_output):
    for gradient in grad_output:
        gradient.clamp_(-0.1, 0.1)  # DTL609 not only this module's


torch.manual_seed(0)
trunk, branch, other = nn.Linear(2, 2), nn.Linear(2, 2), nn.Linear(2, 2)
branch.register_full_backward_hook(clip)
h = trunk(torch.ones(1, 2))
((other(h) + branch(h)) * torch.tensor([1.0, 2.0])).sum().backward()
evidence = {"other.bias.grad": other.bias.grad}
