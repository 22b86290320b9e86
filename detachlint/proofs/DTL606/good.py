import torch
from torch import nn

shapes = []


def watch(module, grad_input, grad_output):
    shapes.append(None if grad_input[0] is None else tuple(grad_input[0].shape))


torch.manual_seed(0)
block = nn.Sequential(nn.Linear(3, 5), nn.Linear(5, 1))
block.register_full_backward_hook(watch)
block(torch.ones(2, 3, requires_grad=True)).sum().backward()
evidence = {"gradient of the block's input": shapes}
