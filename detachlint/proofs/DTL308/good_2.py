"""A layer with a learned scale and shift, of which one is not a parameter."""
import torch
from torch import nn


class Affine(nn.Module):
    def __init__(self, features):
        super().__init__()
        self.scale = nn.Parameter(torch.ones(features))
        self.shift = nn.Parameter(torch.zeros(features))

    def forward(self, x):
        return x * self.scale + self.shift


class Regressor(nn.Module):
    def __init__(self, features):
        super().__init__()
        self.affine = Affine(features)
        self.out = nn.Linear(features, 1)

    def forward(self, x):
        return self.out(torch.tanh(self.affine(x))).squeeze(-1)


torch.manual_seed(0)
model = Regressor(3)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for epoch in range(3):
    x = torch.randn(12, 3)
    loss = nn.functional.mse_loss(model(x), 2 * x[:, 0])
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
evidence = {"scale moved": (model.affine.scale.detach() - 1).abs().max().item()}
