import torch
from torch.autograd import Function


class Affine(Function):
    @staticmethod
    def forward(x, weight, bias):
        return x @ weight.t() + bias

    @staticmethod
    def setup_context(ctx, inputs, output):
        x, weight, _ = inputs
        ctx.save_for_backward(x, weight)

    @staticmethod
    def backward(ctx, grad):
        x, weight = ctx.saved_tensors
        grad_x = grad @ weight
        grad_weight = grad.t() @ x
        return grad_x, grad_weight, grad.sum(0)


torch.manual_seed(0)
x = torch.randn(5, 3)
weight, bias = torch.randn(2, 3, requires_grad=True), torch.zeros(2, requires_grad=True)
Affine.apply(x, weight, bias).square().mean().backward()
