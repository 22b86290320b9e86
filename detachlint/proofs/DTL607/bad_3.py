# symptom: none
"""Backward goes through NumPy: a Hessian product of it is missing, and nothing says so."""
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
        slope = torch.from_numpy(np.cos(x.detach().numpy()))  # DTL607 not differentiable again
        return grad * slope


angle = torch.tensor([0.3, 1.2], dtype=torch.double, requires_grad=True)
(first,) = torch.autograd.grad(NumpySine.apply(angle).pow(2).sum(), angle, create_graph=True)
(second,) = torch.autograd.grad(first.sum(), angle)
truth = 2 * torch.cos(2 * angle.detach())
evidence = {"second derivative is right": torch.allclose(second, truth)}
