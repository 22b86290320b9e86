# symptom: raises A view was created in no_grad mode
import torch
from torch import nn


class Heads(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Linear(3, 4)
        self.out = None
        self.value = None

    def forward(self, x):
        self.out = self.net(x)
        with torch.no_grad():
            self.value = self.out.narrow(1, 0, 1)
        return self.out

    def centre(self):
        self.value.sub_(0.5)  # DTL109 made under no_grad in forward


torch.manual_seed(0)
heads = Heads()
heads(torch.randn(5, 3))
heads.centre()
heads.out.sum().backward()
