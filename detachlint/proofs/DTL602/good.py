import torch
from torch.autograd import Function


class Square(Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x * x

    @staticmethod
    def backward(ctx, gradient):
        (x,) = ctx.saved_tensors
        return 2.0 * x * gradient


torch.manual_seed(0)
x = torch.randn(3, requires_grad=True)
out = Square.apply(x * 1.0)
out.sum().backward()
evidence = {"change noticed": True}
