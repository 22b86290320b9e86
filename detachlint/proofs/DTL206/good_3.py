import torch
from torch import nn


class PositiveScale(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.log_scale = nn.Parameter(torch.zeros(n))

    def forward(self, x):
        scale = self.log_scale.exp()
        return x * scale


torch.manual_seed(0)
layer = PositiveScale(4)
optimizer = torch.optim.SGD(layer.parameters(), lr=0.1)
for _ in range(3):
    optimizer.zero_grad()
    (layer(torch.randn(5, 4)) - 1).pow(2).mean().backward()
    optimizer.step()

evidence = {"log_scale": layer.log_scale.grad}
