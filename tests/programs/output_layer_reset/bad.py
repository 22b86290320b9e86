# symptom: none
import torch
from torch import nn


class Progressive(nn.Module):
    def __init__(self):
        super().__init__()
        self.blocks = nn.ModuleList([nn.Linear(4, 4)])
        self.out = nn.Linear(4, 1)

    def forward(self, x):
        for block in self.blocks:
            x = torch.relu(block(x))
        return self.out(x)


torch.manual_seed(0)
model = Progressive()
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for stage in range(2):
    for _ in range(2):
        optimizer.zero_grad()
        model(torch.randn(6, 4)).pow(2).mean().backward()
        optimizer.step()
    model.out = nn.Linear(4, 1)  # DTL505 reset, and trained on with the same optimizer
    seen = model.out.weight.detach().clone()
for _ in range(2):
    optimizer.zero_grad()
    model(torch.randn(6, 4)).pow(2).mean().backward()
    optimizer.step()
evidence = {"moved": model.out.weight.detach() - seen}
