# symptom: wrong
import torch


class ScaleGradient(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.factor = factor
        return x * 1.0

    @staticmethod
    def backward(ctx, grad):
        return grad * ctx.factor, None


class Context:
    factor = 1.0


table = torch.zeros(3, 2, requires_grad=True)
rows = table[[0, 2]]
slowed = ScaleGradient.forward(Context(), rows, 0.1)  # DTL605 a plain function call
slowed.sum().backward()
evidence = {"table.grad": table.grad}
