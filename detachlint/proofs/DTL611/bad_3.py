# symptom: raises You must implement either the backward or vjp method
import torch
from torch.autograd import Function


class ToHalfAndBack(Function):
    @staticmethod
    def forward(ctx, x):
        return x.half().float()


def rounded(x):
    return ToHalfAndBack.apply(x)  # DTL611 nothing tells its gradient


model = torch.nn.Linear(2, 1)
rounded(model(torch.ones(3, 2))).mean().backward()
