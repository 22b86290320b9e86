"""Backward goes through NumPy in a function of its own, so that the slope can be differentiated again."""
import numpy as np
import torch
from torch.autograd import Function


class NumpySine(Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return torch.from_numpy(np.sin(x.detach().numpy()))

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        return grad * NumpySine.apply(x + np.pi / 2)


angle = torch.tensor([0.3, 1.2], dtype=torch.double, requires_grad=True)
(first,) = torch.autograd.grad(NumpySine.apply(angle).pow(2).sum(), angle, create_graph=True)
(second,) = torch.autograd.grad(first.sum(), angle)
truth = 2 * torch.cos(2 * angle.detach())
evidence = {"second derivative is right": torch.allclose(second, truth)}
