import torch
from torch import nn

torch.manual_seed(0)
layer = nn.Linear(3, 2)
layer.register_full_backward_hook(lambda module, grad_input, grad_output: (grad_input[0] * 0.1,))
x = torch.ones(1, 3, requires_grad=True)
layer(x).sum().backward()
evidence = {"x.grad": x.grad}
