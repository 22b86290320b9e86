# symptom: raises non-static forward method
import torch
from torch.autograd import Function


class Negate(Function):
    def forward(self, x):  # DTL604 not static
        return -x

    def backward(self, gradient):
        return -gradient


Negate()(torch.randn(3, requires_grad=True))
