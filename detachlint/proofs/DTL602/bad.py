# symptom: wrong
import torch
from torch.autograd import Function


class Square(Function):
    @staticmethod
    def forward(ctx, x):
        ctx.x = x  # DTL602 no version check
        return x * x

    @staticmethod
    def backward(ctx, gradient):
        return 2.0 * ctx.x * gradient


torch.manual_seed(0)
x = torch.randn(3, requires_grad=True)
y = x * 1.0
out = Square.apply(y)
with torch.no_grad():
    x.zero_()
    y.zero_()
try:
    out.sum().backward()
    noticed = False
except RuntimeError:
    noticed = True
evidence = {"change noticed": noticed}
