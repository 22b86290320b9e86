# symptom: none
import torch
from torch import nn


class Attention(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.project = nn.Linear(width, width)
        self.query = torch.randn(width).requires_grad_()  # DTL308 not in parameters()

    def forward(self, x):
        return self.project(x) @ self.query


torch.manual_seed(0)
model = Attention(3)
before = model.query.detach().clone()
optimizer = torch.optim.Adam(model.parameters(), lr=0.1)
for _ in range(2):
    optimizer.zero_grad()
    model(torch.randn(4, 3)).pow(2).mean().backward()
    optimizer.step()

evidence = {"moved": not torch.equal(model.query, before)}
