import torch
from torch.autograd import Function


class ClippedReLU(Function):
    @staticmethod
    def forward(ctx, activation, ceiling):
        inside = (activation > 0) & (activation < ceiling)
        ctx.save_for_backward(inside)
        ctx.mark_dirty(activation)
        return activation.clamp_(0.0, ceiling)

    @staticmethod
    def backward(ctx, grad):
        (inside,) = ctx.saved_tensors
        return grad * inside, None


w = torch.tensor([-2.0, 0.5, 3.0], requires_grad=True)
activation = w * 2.0
clipped = ClippedReLU.apply(activation, 1.5)
(clipped + activation).sum().backward()
evidence = {"w.grad": w.grad}
