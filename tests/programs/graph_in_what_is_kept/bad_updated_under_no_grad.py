# symptom: grows
import torch
from torch import nn


class Norm(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.lin = nn.Linear(n, n)
        self.register_buffer("running_var", torch.ones(n))

    def forward(self, x):
        h = self.lin(x)
        var = h.var(0)
        if self.training:
            self.running_var = 0.9 * self.running_var + 0.1 * var  # DTL410 grows with each step
        return h / (var + 1e-5).sqrt()


torch.manual_seed(0)
norm = Norm(3)
for _ in range(2):
    norm(torch.randn(4, 3)).sum().backward()
evidence = {"graph": norm.running_var.requires_grad}
