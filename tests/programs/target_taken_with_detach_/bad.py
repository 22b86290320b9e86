# symptom: raises element 0 of tensors does not require grad
import torch
from torch import nn


class Consistency(nn.Module):
    def __init__(self, net):
        super().__init__()
        self.net = net

    def loss(self, x):
        out = self.net(x)
        anchor = out.detach_()  # DTL201 out and anchor are one tensor
        return (out - anchor.roll(1, 0)).pow(2).mean()


torch.manual_seed(0)
model = Consistency(nn.Linear(3, 2))
model.loss(torch.randn(4, 3)).backward()
