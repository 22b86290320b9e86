# symptom: none
import torch
from torch import nn


class Mixture(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.weights = nn.ParameterList([nn.Parameter(torch.randn(())) for _ in range(n)])
        self.bias = nn.Parameter(torch.zeros(()))

    def forward(self, parts):
        w = torch.tensor([p for p in self.weights])  # DTL205 copies the numbers
        return (w.softmax(0) * parts).sum() + self.bias


torch.manual_seed(0)
model = Mixture(3)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for _ in range(2):
    optimizer.zero_grad()
    model(torch.randn(3)).pow(2).backward()
    optimizer.step()

evidence = {"w0": model.weights[0].grad}
