# symptom: none
import torch
from torch import nn


class Scale(nn.Module):
    def __init__(self):
        super().__init__()
        start = torch.ones(3, requires_grad=True)
        self.weight = start  # DTL308 a tensor, no Parameter
        self.bias = nn.Parameter(torch.zeros(3))

    def forward(self, x):
        return x * self.weight + self.bias


torch.manual_seed(0)
model = Scale()
before = model.weight.detach().clone()
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for _ in range(2):
    optimizer.zero_grad()
    model(torch.randn(4, 3)).pow(2).mean().backward()
    optimizer.step()

evidence = {"moved": not torch.equal(model.weight, before)}
