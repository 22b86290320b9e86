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
w = torch.randn(3, requires_grad=True)
scaled = w + 1.0
loss = Square.apply(scaled).sum()
scaled = scaled + 10.0
loss.backward()
evidence = {"w.grad": w.grad, "is 2 (w + 1)": torch.allclose(w.grad, 2.0 * (w.detach() + 1.0))}
