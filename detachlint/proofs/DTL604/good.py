import torch
from torch.autograd import Function


class Negate(Function):
    @staticmethod
    def forward(ctx, x):
        return -x

    @staticmethod
    def backward(ctx, gradient):
        return -gradient


Negate.apply(torch.randn(3, requires_grad=True)).sum().backward()
