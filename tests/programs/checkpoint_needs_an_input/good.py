import torch
from torch import nn
from torch.utils.checkpoint import checkpoint


def cheap(block, x):
    return checkpoint(block, x, use_reentrant=False)


torch.manual_seed(0)
block, head = nn.Linear(3, 4), nn.Linear(4, 1)
optimizer = torch.optim.SGD([*block.parameters(), *head.parameters()], lr=0.1)
for x in torch.randn(2, 5, 3):
    h = cheap(block, x)
    optimizer.zero_grad()
    head(h).pow(2).mean().backward()
    optimizer.step()
x = torch.randn(5, 3, requires_grad=True)
h = checkpoint(block, x, use_reentrant=True)
head(h).pow(2).mean().backward()
first = block(torch.randn(5, 3))
checkpoint(head, first, use_reentrant=True).sum().backward()
with torch.no_grad():
    checkpoint(block, torch.randn(5, 3), use_reentrant=True)

evidence = {"block": block.weight.grad}
