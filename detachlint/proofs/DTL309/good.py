import torch
from torch import nn


class Tower(nn.Module):
    def __init__(self, width, depth):
        super().__init__()
        self.blocks = nn.ModuleList(nn.Linear(width, width) for _ in range(depth))
        self.out = nn.Linear(width, 1)

    def forward(self, x):
        for block in self.blocks:
            x = torch.relu(block(x))
        return self.out(x)


torch.manual_seed(0)
tower = Tower(3, 2)
optimizer = torch.optim.SGD(tower.parameters(), lr=0.1)
before = tower.blocks[0].weight.detach().clone()
for step in range(2):
    optimizer.zero_grad()
    tower(torch.ones(2, 3)).sum().backward()
    optimizer.step()
evidence = {"first block learns": not torch.equal(before, tower.blocks[0].weight)}
