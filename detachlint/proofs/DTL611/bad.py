# symptom: raises You must implement either the backward or vjp method
import torch
from torch.autograd import Function


class Round(Function):
    @staticmethod
    def forward(ctx, x):
        return torch.floor(x + 0.5)


x = torch.randn(3, requires_grad=True)
y = Round.apply(x)  # DTL611 there is no backward
y.sum().backward()
