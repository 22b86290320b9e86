# symptom: raises non-static forward method
import torch
from torch.autograd import Function


class Reverse(Function):
    @staticmethod
    def forward(ctx, x):
        return x.view_as(x)

    @staticmethod
    def backward(ctx, gradient):
        return -gradient


x = torch.randn(3, requires_grad=True)
y = Reverse()(x)  # DTL605 not through apply
