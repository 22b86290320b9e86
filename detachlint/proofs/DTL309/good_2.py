"""Several heads on one trunk, looked up by name."""
import torch
from torch import nn


class MultiTask(nn.Module):
    def __init__(self, features, tasks):
        super().__init__()
        self.trunk = nn.Linear(features, 6)
        self.heads = nn.ModuleDict({name: nn.Linear(6, size) for name, size in tasks.items()})

    def forward(self, x):
        hidden = torch.relu(self.trunk(x))
        return {name: head(hidden) for name, head in self.heads.items()}


torch.manual_seed(0)
model = MultiTask(4, {"age": 1, "height": 1})
optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
start = model.heads["age"].weight.detach().clone()
for step in range(2):
    answers = model(torch.randn(8, 4))
    loss = answers["age"].pow(2).mean() + (answers["height"] - 1).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
evidence = {"age head moved": (model.heads["age"].weight.detach() - start).abs().max().item()}
