import torch
import torch.nn.functional as F
from torch import nn


class Regressor(nn.Module):
    def __init__(self):
        super().__init__()
        self.w1 = nn.Parameter(torch.randn(8, 1) * 0.3)
        self.w2 = nn.Parameter(torch.randn(1, 8) * 0.3)

    def forward(self, x, params=None):
        w1, w2 = params if params is not None else (self.w1, self.w2)
        return torch.tanh(x @ w1.T) @ w2.T


torch.manual_seed(0)
model = Regressor()
meta = torch.optim.SGD(model.parameters(), lr=0.0)
x, y = torch.randn(5, 1), torch.randn(5, 1)
params = list(model.parameters())
inner = F.mse_loss(model(x), y)
grads = torch.autograd.grad(inner, params, create_graph=True)
penalty = sum(g.pow(2).sum() for g in grads)
fast = [p - 0.1 * g for p, g in zip(params, grads)]
outer = F.mse_loss(model(x, fast), y)
total = outer + 0.1 * penalty
meta.zero_grad()
total.backward()
meta.step()
evidence = {"w1": model.w1.grad}
