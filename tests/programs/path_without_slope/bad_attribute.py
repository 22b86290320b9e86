# symptom: none
import torch
from torch import nn


class Code(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Linear(3, 4)
        self.code = None

    def forward(self, x):
        self.code = torch.sign(self.net(x))  # DTL208 the slope of sign is zero
        return self.code


torch.manual_seed(0)
model = Code()
target = torch.ones(4)
loss = (model(torch.randn(5, 3)) @ target).mean()
loss.backward()

evidence = {"net": model.net.weight.grad}
