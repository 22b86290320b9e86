# symptom: raises don't support automatic differentiation
"""A layer that reuses one result buffer to save memory."""
import torch
from torch import nn


class Frugal(nn.Module):
    def __init__(self, n_in, n_out, batch):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(n_in, n_out) / n_in)
        self.register_buffer("result", torch.empty(batch, n_out))

    def forward(self, x):
        torch.matmul(x, self.weight, out=self.result)  # DTL112 the weight requires grad
        return torch.relu(self.result)


torch.manual_seed(0)
layer = Frugal(4, 3, batch=5)
optimizer = torch.optim.SGD(layer.parameters(), lr=0.1)
criterion = nn.MSELoss()
for step in range(2):
    x = torch.randn(5, 4)
    loss = criterion(layer(x), x[:, :3])
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
