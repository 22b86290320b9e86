# symptom: none
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.scale = nn.Parameter(torch.ones(3))
        self.head = nn.Linear(3, 1)

    def forward(self, x):
        return self.head(x * self.scale.data)  # DTL220 the scale gets no gradient


torch.manual_seed(0)
net = Net()
net(torch.randn(5, 3)).pow(2).mean().backward()

evidence = {"net": net.scale.grad}
