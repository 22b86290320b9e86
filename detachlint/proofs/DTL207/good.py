"""Regression with a learned noise level."""
import torch
from torch import nn


class NoisyRegressor(nn.Module):
    def __init__(self, n_in):
        super().__init__()
        self.mean = nn.Linear(n_in, 1)
        self.spread = nn.Linear(n_in, 1)

    def forward(self, x):
        return self.mean(x).squeeze(1), nn.functional.softplus(self.spread(x)).squeeze(1) + 1e-2


def objective(mean, spread, y, weight):
    fit = (mean - y).abs().mean()
    penalty = torch.log(spread.mean())
    return fit + weight * penalty


torch.manual_seed(0)
model = NoisyRegressor(4)
opt = torch.optim.Adam(model.parameters(), lr=1e-2)
for epoch in range(3):
    x = torch.randn(16, 4)
    y = x.sum(1) + 0.1 * torch.randn(16)
    mean, spread = model(x)
    loss = objective(mean, spread, y, weight=0.1)
    opt.zero_grad()
    loss.backward()
    opt.step()
    print(f"{epoch}: {loss.item():.4f}")

evidence = {"spread.weight": model.spread.weight.grad, "spread.bias": model.spread.bias.grad}
