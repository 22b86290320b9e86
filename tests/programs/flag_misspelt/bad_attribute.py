# symptom: no-op
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(3, 4)
        self.body.weight.requires_grads = False  # DTL303 a new attribute
        self.body.bias.requires_grad = False

    def forward(self, x):
        return self.body(x)


torch.manual_seed(0)
net = Net()

evidence = {"frozen": not net.body.weight.requires_grad}
