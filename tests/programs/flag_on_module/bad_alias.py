# symptom: no-op
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(3, 4)
        self.head = nn.Linear(4, 1)

    def forward(self, x):
        return self.head(self.body(x).relu())


torch.manual_seed(0)
net = Net()
backbone = net.body
backbone.requires_grad = False  # DTL302 an attribute of the module, no more

evidence = {"frozen": not net.body.weight.requires_grad}
