import torch
from torch.autograd import Function


class Halve(Function):
    @staticmethod
    def forward(ctx, x):
        ctx.mark_dirty(x)
        x.mul_(0.5)
        return x

    @staticmethod
    def backward(ctx, gradient):
        return gradient * 0.5


torch.manual_seed(0)
x = torch.ones(3, requires_grad=True)
y = x * 2.0
out = Halve.apply(y)
(out + y).sum().backward()
evidence = {"x.grad": x.grad}
