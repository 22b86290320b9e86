import torch
from torch.autograd import Function


class ToHalfAndBack(Function):
    @staticmethod
    def forward(ctx, x):
        return x.half().float()

    @staticmethod
    def backward(ctx, grad):
        return grad.half().float()


def rounded(x):
    return ToHalfAndBack.apply(x)


model = torch.nn.Linear(2, 1)
rounded(model(torch.ones(3, 2))).mean().backward()
